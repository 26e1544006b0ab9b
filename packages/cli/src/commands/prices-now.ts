import type { Host } from "@squire/host";
import type { StatsOptions } from "@squire/session";
import type { ReplayOptions } from "@squire/session/exchange";

type PricesNow = {
  readonly price: NonNullable<ReplayOptions["price"]>;
  readonly cacheSavings: NonNullable<StatsOptions["cacheSavings"]>;
};

/** What tokens cost by the price table of today; null where it does not know the model. */
export async function pricesNow(host: Host): Promise<PricesNow> {
  const { costOf, modelKey } = await import("@squire/llm");
  const { registry } = await host.models.catalogued();
  const prices = new Map(registry.models.map((model) => [modelKey(model), model.cost]));
  return {
    price(model, usage) {
      const price = prices.get(model);
      const inputUsd = costOf({ ...usage, output: 0 }, price);
      const outputUsd = costOf({ ...usage, input: 0, cacheRead: 0, cacheWrite: 0 }, price);
      return inputUsd === null || outputUsd === null ? null : { inputUsd, outputUsd };
    },
    cacheSavings(model, cachedTokens) {
      const price = prices.get(model);
      if (price === undefined) return null;
      const perMillion = price.input - (price.cacheRead ?? price.input);
      return (Math.max(0, perMillion) * cachedTokens) / 1_000_000;
    },
  };
}
