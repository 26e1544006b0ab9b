import type { ProviderEntry } from "@squire/llm";
import { resolveModel } from "@squire/llm";
import type { Host } from "../open.ts";
import { fail, ok, warn, type Check } from "./check.ts";

const SETUP = "Run `squire setup`.";

/** The model of a plain run, and the keys of all providers that were set up. Asks nobody. */
export function checkModels(host: Host): Promise<readonly Check[]> {
  return Promise.resolve([checkModel(host), ...chosenProviders(host).map((one) => key(host, one))]);
}

function checkModel({ models, loaded }: Host): Check {
  const { defaultModel } = loaded.settings;
  if (defaultModel === undefined) {
    const usable = models.registry.models.filter(
      (model) => model.embedded !== true && models.isAvailable(model),
    );
    const [first] = usable;
    return first === undefined
      ? warn("model", "No model is set up yet: scout answers, by quoting what it finds.", SETUP)
      : ok(
          "model",
          `none chosen; ${usable.length} can be used, e.g. ${first.provider}/${first.id}`,
        );
  }
  const available = models.isAvailable.bind(models);
  const found = resolveModel(defaultModel, models.registry, { available });
  if (found.type !== "ok") {
    const message = `There is no model ${defaultModel}, which default_model names.`;
    return fail("model", message, "`squire models` lists what can be used.");
  }
  const { provider, id } = found.model;
  return models.isAvailable(found.model)
    ? ok("model", `${provider}/${id}`)
    : fail("model", `${provider}/${id} cannot be asked: ${provider} has no key.`, SETUP);
}

/** Those of the settings, that of the default model, and those with a key. */
export function chosenProviders({ models, loaded, credentials }: Host): readonly ProviderEntry[] {
  const { providers, defaultModel = "" } = loaded.settings;
  const own = new Set(providers.map(({ name }) => name));
  return models.registry.providers.filter(
    ({ name, keyless }) =>
      own.has(name) ||
      defaultModel.startsWith(`${name}/`) ||
      (keyless !== true && credentials.has(name)),
  );
}

function key({ credentials }: Host, { name, keyless, keyEnv, keyUrl }: ProviderEntry): Check {
  if (keyless === true) return ok(`key ${name}`, "needs none");
  const origin = credentials.origin(name);
  if (origin !== null) return ok(`key ${name}`, `from ${origin}`);
  const variable = keyEnv?.[0] === undefined ? "" : `, or set ${keyEnv[0]}`;
  const where = keyUrl === undefined ? "" : ` (keys are at ${keyUrl})`;
  return fail(`key ${name}`, "There is no key.", `\`squire login ${name}\`${variable}${where}.`);
}
