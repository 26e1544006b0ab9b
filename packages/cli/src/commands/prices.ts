import type { ModelInfo } from "@squire/llm";
import { modelKey } from "@squire/llm";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { columns } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";

/** The price table in force and its date (MODL-18). */
export async function pricesCommand(
  { flags }: Invocation<"models prices">,
  io: Io,
): Promise<number> {
  const { provider, ...hostFlags } = flags;
  const host = await openHostFor(hostFlags, io);
  const { registry, date } = await host.models.catalogued();
  const priced = registry.models.filter(
    (model) => model.cost && (provider === undefined || model.provider === provider),
  );
  if (flags.json) {
    const prices = priced.map((model) => ({ model: modelKey(model), ...model.cost }));
    io.stdout.write(
      `${JSON.stringify({ date, unit: "USD per million tokens", prices }, null, 2)}\n`,
    );
    return EXIT_CODES.ok;
  }
  const head = ["model", "input", "output", "cache read", "cache write"];
  io.stdout.write(
    `USD per million tokens, as of ${date}; what a config file states comes first.\n\n`,
  );
  io.stdout.write(terminalText(columns([head, ...priced.map(row)])));
  return EXIT_CODES.ok;
}

function row(model: ModelInfo): readonly string[] {
  const { input, output, cacheRead, cacheWrite } = model.cost ?? {};
  return [modelKey(model), ...[input, output, cacheRead, cacheWrite].map(price)];
}

function price(value: number | undefined): string {
  return value === undefined ? "-" : String(value);
}
