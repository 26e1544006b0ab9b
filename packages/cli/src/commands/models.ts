import type { ModelAccess } from "@squire/host";
import type { ModelInfo, Registry } from "@squire/llm";
import { canonicalGroups, modelKey } from "@squire/llm";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { columns, tokens } from "../output/table.ts";
import { closest } from "../spelling.ts";
import { say } from "./sessions-at.ts";
import { terminalText } from "../output/terminal-text.ts";

/** The models that can be used, and what is missing for the others (CLI-9, MODL-12). */
export async function modelsCommand({ flags }: Invocation<"models">, io: Io): Promise<number> {
  const { provider, ...hostFlags } = flags;
  const host = await openHostFor(hostFlags, io);
  const notes = await host.models.discover();
  if (flags.verbose) for (const note of notes) io.stderr.write(`squire: ${terminalText(note)}\n`);
  const { registry } = await host.models.catalogued();
  if (provider !== undefined && !registry.providers.some(({ name }) => name === provider)) {
    const names = registry.providers.map(({ name }) => name);
    const near = closest(provider, names);
    say(io, `there is no provider "${provider}".${near === null ? "" : ` Did you mean ${near}?`}`);
    if (near === null) say(io, `known: ${names.join(", ")}`);
    return EXIT_CODES.usage;
  }
  const wanted = (model: ModelInfo) => provider === undefined || model.provider === provider;
  const models = registry.models.filter(wanted);
  io.stdout.write(
    flags.json
      ? `${JSON.stringify(
          models.map((model) => asJson(model, host.models, registry)),
          null,
          2,
        )}\n`
      : terminalText(listing(models, host.models, registry)),
  );
  return EXIT_CODES.ok;
}

function asJson(model: ModelInfo, access: ModelAccess, registry: Registry) {
  const { provider, id, name, api, contextWindow, maxTokens, reasoning, input, cost, source } =
    model;
  return {
    ref: modelKey(model),
    provider,
    id,
    name,
    canonical: registry.canonical.get(modelKey(model)) ?? id,
    api,
    available: access.isAvailable(model),
    keyless: model.keyless,
    contextWindow,
    maxTokens: maxTokens ?? null,
    reasoning,
    input,
    cost: cost ?? null,
    source,
  };
}

function listing(models: readonly ModelInfo[], access: ModelAccess, registry: Registry): string {
  const usable = models.filter((model) => access.isAvailable(model));
  const shared = sharedModels(usable, registry);
  return [
    usable.length === 0
      ? "No model can be used yet: set a key, start a local server, or run `squire setup`.\n"
      : columns([["model", "window", "in/out USD per 1M"], ...usable.map(row)]),
    shared.length === 0 ? "" : `\nThe same model at several places:\n${columns(shared)}`,
    missingKeys(models, access, registry),
  ].join("");
}

function row(model: ModelInfo): readonly string[] {
  const price = model.cost ? `${model.cost.input} / ${model.cost.output}` : "unknown";
  const local = model.source === "discovered" ? "local" : price;
  return [modelKey(model), tokens(model.contextWindow), local];
}

function sharedModels(
  usable: readonly ModelInfo[],
  registry: Registry,
): readonly (readonly string[])[] {
  const shown = new Set(usable);
  return [...canonicalGroups(registry)].flatMap(([canonical, group]) => {
    const here = group.filter((model) => shown.has(model));
    return here.length > 1 ? [[canonical, here.map(modelKey).join(", ")]] : [];
  });
}

function missingKeys(
  models: readonly ModelInfo[],
  access: ModelAccess,
  registry: Registry,
): string {
  const locked = new Map<string, number>();
  for (const model of models) {
    if (access.isAvailable(model)) continue;
    locked.set(model.provider, (locked.get(model.provider) ?? 0) + 1);
  }
  const rows = registry.providers.flatMap(({ name, keyEnv }) => {
    const count = locked.get(name);
    if (count === undefined) return [];
    return [[name, `${count} ${count === 1 ? "model" : "models"}`, keyEnv?.[0] ?? ""]];
  });
  return rows.length === 0 ? "" : `\nWith a key also:\n${columns(rows)}`;
}
