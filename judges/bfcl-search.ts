import { join } from "node:path";
import { openToolSearch, openVectorCache } from "@squire/host/tool-search";
import type { JsonObject } from "@squire/protocol";
import type { Tally } from "./judge.ts";
import { modelIn, vectorFolder } from "./memory-rig.ts";

export type SearchedTool = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
};

export type ToolQuestion = {
  readonly gold: readonly string[];
  readonly messages: readonly { readonly role: string; readonly content: string }[];
};

type Task = {
  readonly tools: readonly SearchedTool[];
  readonly questions: readonly ToolQuestion[];
};
type Search = ReturnType<typeof openToolSearch<SearchedTool>>;
type Meaning = Parameters<typeof openToolSearch>[0]["meaning"];

/** What has to be reached among the first five. In a sample one request is 0.02: it only shows that vectors work. */
const LEAST = { words: 0.94, hybrid: 0.955, sample: 0.9 };
/** Many definitions share a name: enough to find five names. */
const DEPTH = 40;
const SHOWN = 5;

/** The right tool is found by what the user asked for: top-1 and top-5 by name, each half of the tools apart. */
export async function judgeToolSearch(task: Task, tally: Tally, full: boolean): Promise<string> {
  const words = await measure(task, openToolSearch({ tools: task.tools, meaning: null }));
  check("by words alone", words, LEAST.words, tally);
  const note = `tool search top-1/5 (top-5 of each half) by words alone ${line(words)}`;
  const part = full ? task : sampleOf(task);
  using model = openModel();
  const search = openToolSearch({ tools: part.tools, meaning: model.meaning });
  const hasModel = await search.warm();
  tally.check(hasModel, () => "tool search with vectors: the model did not embed the tools");
  if (!hasModel) return note;
  const hybrid = await measure(part, search);
  // The search itself goes on by words without a word: here that would be a figure for something else.
  tally.check(model.failures() === 0, () => `embedding failed ${model.failures()} times`);
  check("with vectors", hybrid, full ? LEAST.hybrid : LEAST.sample, tally);
  if (full) return `${note}, with vectors ${line(hybrid)}`;
  const size = `${part.questions.length} questions, ${part.tools.length} tools`;
  const alone = await measure(part, openToolSearch({ tools: part.tools, meaning: null }));
  return `${note}; a sample of ${size} by words alone ${line(alone)}, with vectors ${line(hybrid)}`;
}

const EACH_QUESTION = 20;
const EACH_TOOL = 8;

/** Few questions among few tools: what a minute is enough to embed. Easier than the whole. */
function sampleOf({ tools, questions }: Task): Task {
  const some = questions.filter((_, at) => at % EACH_QUESTION === 0);
  const asked = new Set(some.flatMap(({ gold }) => gold));
  return {
    tools: tools.filter(({ id }, at) => at % EACH_TOOL === 0 || asked.has(id)),
    questions: some,
  };
}

/** The model that comes with Squire; what tools mean is kept, so that none is embedded twice. */
function openModel(): Disposable & { readonly meaning: Meaning; readonly failures: () => number } {
  const folder = vectorFolder();
  let failures = 0;
  const model = modelIn(folder);
  const embedder: typeof model = {
    ...model,
    embed: (texts, options) =>
      model.embed(texts, options).catch((error: unknown) => {
        failures++;
        throw error;
      }),
  };
  const cache = openVectorCache(join(folder, "tool-vectors.db"));
  return {
    meaning: { embedder, cache },
    failures: () => failures,
    [Symbol.dispose]() {
      model.close();
      cache[Symbol.dispose]();
    },
  };
}

type Tops = { readonly first: number; readonly five: number };
type Figures = { readonly all: Tops; readonly halves: readonly [Tops, Tops] };

const AT_ONCE = 8;

async function measure({ tools, questions }: Task, search: Search): Promise<Figures> {
  const nameOf = new Map(tools.map(({ id, name }) => [id, name]));
  const places: Place[] = [];
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    const some = questions.slice(from, from + AT_ONCE).map(async ({ gold, messages }) => {
      const found = await search.search(requestOf(messages), { k: DEPTH });
      const names = [...new Set(found.map(({ name }) => name))];
      const wanted = nameOf.get(gold[0] ?? "") ?? "";
      return { wanted, at: names.indexOf(wanted) };
    });
    places.push(...(await Promise.all(some)));
  }
  const half = (which: number): Tops =>
    topsOf(places.filter(({ wanted }) => halfOf(wanted) === which));
  return { all: topsOf(places), halves: [half(0), half(1)] };
}

/** The tool that a question needs, and where it was found; -1 when it was not. */
type Place = { readonly wanted: string; readonly at: number };

function topsOf(places: readonly Place[]): Tops {
  const within = (most: number): number =>
    places.filter(({ at }) => at >= 0 && at < most).length / Math.max(1, places.length);
  return { first: within(1), five: within(SHOWN) };
}

/** By the tool's name: no tool has questions in both, so what suits one half tells nothing of the other. */
function halfOf(name: string): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822519);
  return ((hash ^ (hash >>> 13)) >>> 0) % 2;
}

function requestOf(messages: ToolQuestion["messages"]): string {
  return messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .join("\n");
}

function check(how: string, { all: { five } }: Figures, least: number, tally: Tally): void {
  tally.check(five >= least, () => `tool search ${how}: top-5 is ${five.toFixed(3)}, not ${least}`);
}

function line({ all, halves }: Figures): string {
  const five = halves.map((half) => half.five.toFixed(3)).join(" ");
  return `${all.first.toFixed(3)} ${all.five.toFixed(3)} (${five})`;
}
