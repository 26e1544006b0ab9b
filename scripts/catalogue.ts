/**
 * Writes the packaged price table from the data of `@pydantic/genai-prices` (MIT).
 * Usage: bun scripts/catalogue.ts [YYYY-MM-DD]
 * Without a date the one in the present table is kept, so the same data gives the same bytes.
 */
import { readFile, writeFile } from "node:fs/promises";
import { waitForUpdate } from "@pydantic/genai-prices";
import type { MatchLogic, ModelInfo, ModelPrice, Provider } from "@pydantic/genai-prices";
import type {
  Snapshot,
  SnapshotModel,
  SnapshotProvider,
} from "../packages/llm/src/catalogue/snapshot.ts";

const TABLE = new URL("../packages/llm/src/catalogue/snapshot.json", import.meta.url);
const PACKAGE = new URL("../node_modules/@pydantic/genai-prices/package.json", import.meta.url);
const NOTE =
  "USD per million tokens; `v` marks a base price that rises with the size of the prompt or at certain hours.";

/** The prices in force on a day, without those that hold only at certain hours. */
function pricesOn(day: string, { prices }: ModelInfo): { price: ModelPrice; varies: boolean } {
  if (!Array.isArray(prices)) return { price: prices, varies: false };
  let price: ModelPrice = {};
  let varies = false;
  for (const { constraint, prices: candidate } of prices) {
    if (constraint?.type === "time_of_date") varies = true;
    else if (constraint === undefined || constraint.start_date <= day) price = candidate;
  }
  return { price, varies };
}

function base(value: ModelPrice[string]): number | undefined {
  return typeof value === "object" ? value.base : value;
}

/** Other exact names of a model; those that differ from its id only by a date are found anyway. */
function aliases(match: MatchLogic, id: string): readonly string[] {
  if ("or" in match) return match.or.flatMap((part) => aliases(part, id));
  if (!("equals" in match) || match.equals.toLowerCase() === id.toLowerCase()) return [];
  return match.equals.replace(/-(\d{8}|\d{4}-\d\d-\d\d)$/, "") === id ? [] : [match.equals];
}

function compact(day: string, model: ModelInfo): SnapshotModel {
  const { price, varies } = pricesOn(day, model);
  const free = model.id.endsWith(":free");
  const entries: readonly (readonly [keyof SnapshotModel, unknown])[] = [
    ["n", model.name !== model.id ? model.name : undefined],
    ["w", model.context_window],
    ["i", base(price["input_mtok"]) ?? (free ? 0 : undefined)],
    ["o", base(price["output_mtok"]) ?? (free ? 0 : undefined)],
    ["r", base(price["cache_read_mtok"])],
    ["c", base(price["cache_write_mtok"])],
    [
      "v",
      varies || Object.values(price).some((value) => typeof value === "object") ? 1 : undefined,
    ],
    ["a", [...new Set(aliases(model.match, model.id))].sort()],
  ];
  const stated = entries.filter(([, value]) => value !== undefined && !isEmpty(value));
  return Object.fromEntries(stated);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function compactProvider(day: string, provider: Provider): SnapshotProvider {
  const models = provider.models
    .map((model) => [model.id, compact(day, model)] as const)
    // What has neither a price per token nor a window says nothing about a chat model.
    .filter(([, { w, i, o }]) => w !== undefined || (i !== undefined && o !== undefined))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const fallback = provider.fallback_model_providers ?? [];
  return { ...(fallback.length === 0 ? {} : { f: fallback }), models: Object.fromEntries(models) };
}

/** One model per line, so that a new table reads as a difference. */
function print({ date, source, note, providers }: Snapshot): string {
  const tables = Object.entries(providers).map(([id, { f, models }]) => {
    const lines = Object.entries(models).map(
      ([model, facts]) => `${JSON.stringify(model)}:${JSON.stringify(facts)}`,
    );
    const head = f === undefined ? "" : `"f":${JSON.stringify(f)},`;
    return `${JSON.stringify(id)}:{${head}"models":{\n${lines.join(",\n")}\n}}`;
  });
  const head = `"date":${JSON.stringify(date)},"source":${JSON.stringify(source)},"note":${JSON.stringify(note)}`;
  return `{${head},"providers":{\n${tables.join(",\n")}\n}}\n`;
}

async function presentDate(): Promise<string | undefined> {
  const text = await readFile(TABLE, "utf8").catch(() => "{}");
  return (JSON.parse(text) as Partial<Snapshot>).date;
}

const date = process.argv[2] ?? (await presentDate()) ?? new Date().toISOString().slice(0, 10);
if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error(`Not a date: ${date}`);
const { version } = JSON.parse(await readFile(PACKAGE, "utf8")) as { version: string };
const providers = ((await waitForUpdate()) ?? [])
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  .map((provider) => [provider.id, compactProvider(date, provider)] as const)
  .filter(([, { models }]) => Object.keys(models).length > 0);
const text = print({
  date,
  source: `@pydantic/genai-prices ${version}`,
  note: NOTE,
  providers: Object.fromEntries(providers),
});
await writeFile(TABLE, text);
console.log(`${date}: ${providers.length} providers, ${text.length} bytes`);
