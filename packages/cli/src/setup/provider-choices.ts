import type { Host } from "@squire/host";

/** A provider as it is offered: ready ones need nothing more. */
export type ProviderChoice = {
  readonly name: string;
  readonly label: string;
  readonly ready: boolean;
  /** Why it is ready, or what it needs. */
  readonly note: string;
};

/** All providers, those first that can be used at once: a key was found, or a server runs here. */
export function providerChoices({ models, credentials }: Host): readonly ProviderChoice[] {
  const { providers, models: known } = models.registry;
  // The embedded model is there anyhow: nothing has to be set up for it.
  const foreign = providers.filter(({ embedded }) => embedded !== true);
  const all = foreign.map(({ name, label = name, keyless, keyUrl }): ProviderChoice => {
    const own = known.filter(({ provider }) => provider === name);
    const found = own.filter(({ source }) => source === "discovered").length;
    const origin = credentials.origin(name);
    if (keyless !== true) {
      const where = keyUrl === undefined ? "" : `, from ${keyUrl}`;
      const note = origin === null ? `needs a key${where}` : `key found: ${origin}`;
      return { name, label, ready: origin !== null, note };
    }
    const ready = own.some((model) => models.isAvailable(model));
    if (!ready) return { name, label, ready, note: "does not run on this machine now" };
    const count = `${found} ${found === 1 ? "model" : "models"}`;
    return { name, label, ready, note: found === 0 ? "needs no key" : `runs here, ${count}` };
  });
  return [...all.filter(({ ready }) => ready), ...all.filter(({ ready }) => !ready)];
}

/** The models of a provider, the usual one first. */
export function modelChoices({ models }: Host, provider: string): readonly string[] {
  const { providers, models: known } = models.registry;
  const usual = providers.find(({ name }) => name === provider)?.default;
  const ids = known.filter((model) => model.provider === provider).map(({ id }) => id);
  return [...new Set(usual === undefined ? ids : [usual, ...ids])];
}
