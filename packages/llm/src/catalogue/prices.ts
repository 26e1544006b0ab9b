import type { Usage } from "@squire/protocol";
import type { Price } from "../provider-entry.ts";
import { normalId, withoutMaker } from "./normal-id.ts";
import type { Snapshot, SnapshotModel, SnapshotProvider } from "./snapshot.ts";

/** What the table knows of one model. */
export type CatalogueModel = {
  readonly id: string;
  readonly name?: string;
  readonly contextWindow?: number;
  readonly price?: Price;
  /** The price is a base: more for long prompts or at certain hours. */
  readonly varies: boolean;
};

type Table = {
  readonly fallbacks: readonly string[];
  readonly models: ReadonlyMap<string, CatalogueModel>;
};

/** Prices and windows with the day they were true on (MODL-18). */
export type Catalogue = {
  readonly date: string;
  readonly source: string;
  readonly providers: ReadonlyMap<string, Table>;
};

/** Reads the packaged table. Costs a few milliseconds, so only on demand. */
export async function loadCatalogue(): Promise<Catalogue> {
  const { default: snapshot } = await import("./snapshot.json");
  return indexCatalogue(snapshot as Snapshot);
}

export function indexCatalogue(snapshot: Snapshot): Catalogue {
  const providers = Object.entries(snapshot.providers).map(
    ([id, provider]) => [id, indexProvider(provider)] as const,
  );
  return { date: snapshot.date, source: snapshot.source, providers: new Map(providers) };
}

/**
 * The entry for a model: by its id, else without maker prefix, date or `-latest`. `*` as provider
 * stands for gateways that bill what the maker named in the id bills.
 */
export function lookUp(
  provider: string,
  modelId: string,
  { providers }: Catalogue,
): CatalogueModel | null {
  const maker = modelId.slice(0, Math.max(0, modelId.indexOf("/")));
  const table = providers.get(provider === "*" ? maker : provider);
  const own = table && findIn(table, modelId);
  if (own) return own;
  for (const name of table?.fallbacks ?? []) {
    const other = providers.get(name);
    const found = other && findIn(other, modelId);
    if (found) return found;
  }
  return null;
}

export function priceOf(provider: string, modelId: string, catalogue: Catalogue): Price | null {
  return lookUp(provider, modelId, catalogue)?.price ?? null;
}

/**
 * What a reply cost in USD; null when the price or the token counts are unknown. Cached tokens are
 * part of `input` and have a price of their own; where none is stated they cost what input costs.
 */
export function costOf(usage: Usage, price: Price | null | undefined): number | null {
  if (!price || usage.input === null || usage.output === null) return null;
  const read = Math.min(usage.cacheRead ?? 0, usage.input);
  const written = Math.min(usage.cacheWrite ?? 0, usage.input - read);
  const dollars =
    (usage.input - read - written) * price.input +
    read * (price.cacheRead ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    usage.output * price.output;
  return dollars / 1_000_000;
}

function findIn({ models }: Table, id: string): CatalogueModel | undefined {
  for (const name of spellings(id)) {
    const found = models.get(name);
    if (found) return found;
  }
  return undefined;
}

/** The ways to look for an id, the most exact first. */
function spellings(id: string): readonly string[] {
  const full = normalId(id).replace(/^(publishers\/[^/]+\/)?models\//, "");
  const bare = withoutMaker(full);
  return [full, bare, undated(full), undated(bare)];
}

function undated(id: string): string {
  return id.replace(/([-@](\d{8}|\d{4}-\d\d-\d\d)|-latest)(?=:|$)/, "");
}

/** The models are indexed when they are asked for: most questions are about one provider. */
function indexProvider({ f = [], models }: SnapshotProvider): Table {
  let index: Table["models"] | undefined;
  return {
    fallbacks: f,
    get models() {
      return (index ??= indexModels(models));
    },
  };
}

function indexModels(models: SnapshotProvider["models"]): Table["models"] {
  const index = new Map<string, CatalogueModel>();
  const named = Object.entries(models).map(([id, facts]) => [toModel(id, facts), facts] as const);
  for (const [model] of named) index.set(normalId(model.id), model);
  for (const [model, { a = [] }] of named) {
    for (const alias of [...a, undated(normalId(model.id))]) {
      if (!index.has(normalId(alias))) index.set(normalId(alias), model);
    }
  }
  return index;
}

function toModel(id: string, { n, w, i, o, r, c, v }: SnapshotModel): CatalogueModel {
  return {
    id,
    ...(n === undefined ? {} : { name: n }),
    ...(w === undefined ? {} : { contextWindow: w }),
    ...(i === undefined || o === undefined ? {} : { price: toPrice(i, o, r, c) }),
    varies: v === 1,
  };
}

function toPrice(input: number, output: number, read?: number, write?: number): Price {
  return {
    input,
    output,
    ...(read === undefined ? {} : { cacheRead: read }),
    ...(write === undefined ? {} : { cacheWrite: write }),
  };
}
