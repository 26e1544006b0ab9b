import { addItems } from "@squire/memory";
import type { JsonObject } from "@squire/protocol";
import type { Tally } from "./judge.ts";
import { openRig, searchEach } from "./memory-rig.ts";

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

/** What has to be reached among the first five; without vectors no less than plain BM25. */
const LEAST = { words: 0.913, hybrid: 0.94 };
/** Many definitions share a name: enough to find five names. */
const DEPTH = 40;
const SHOWN = 5;

/** The right tool is found by what the user asked for: top-1 and top-5 by name. */
export async function judgeToolSearch(
  tools: readonly SearchedTool[],
  questions: readonly ToolQuestion[],
  tally: Tally,
  full: boolean,
): Promise<string> {
  const words = await measure(tools, questions, null);
  check("by words alone", words, LEAST.words, tally);
  const note = `tool search top-1/5 by words alone ${line(words)}`;
  if (!full) return note;
  const hybrid = await measure(tools, questions, "bfcl");
  check("with vectors", hybrid, LEAST.hybrid, tally);
  return `${note}, with vectors ${line(hybrid)}`;
}

type Tops = { readonly first: number; readonly five: number };

async function measure(
  tools: readonly SearchedTool[],
  questions: readonly ToolQuestion[],
  rigName: string | null,
): Promise<Tops> {
  using rig = await openRig(rigName);
  addItems(rig.index, tools.map(toolItem), "bfcl");
  await rig.index.embed({ waits: true });
  const nameOf = new Map(tools.map(({ id, name }) => [id, name]));
  const asked = questions.map(({ messages }) => ({ query: requestOf(messages) }));
  const found = await searchEach(rig.index, asked, DEPTH);
  let [first, five] = [0, 0];
  for (const [at, { gold }] of questions.entries()) {
    const wanted = new Set(gold.map((id) => nameOf.get(id) ?? id));
    const names = [...new Set((found[at] ?? []).map((id) => nameOf.get(id) ?? id))];
    first += share(names.slice(0, 1), wanted);
    five += share(names.slice(0, SHOWN), wanted);
  }
  return { first: first / questions.length, five: five / questions.length };
}

function share(names: readonly string[], wanted: ReadonlySet<string>): number {
  return names.filter((name) => wanted.has(name)).length / wanted.size;
}

function requestOf(messages: ToolQuestion["messages"]): string {
  return messages
    .filter(({ role }) => role === "user")
    .map(({ content }) => content)
    .join("\n");
}

/** A tool as a text: its name counts twice, then what it does, then what it takes. */
function toolItem({ id, name, description, parameters }: SearchedTool) {
  return {
    id,
    text: `${name}: ${description}\n${name} ${parameterText(parameters, 0)}`.slice(0, 1_990),
  };
}

const DEEPEST = 4;

function parameterText(schema: unknown, depth: number): string {
  if (!isRecord(schema) || depth > DEEPEST) return "";
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const parts = Object.entries(properties).flatMap(([name, value]) => [
    name,
    isRecord(value) && typeof value["description"] === "string" ? value["description"] : "",
    isRecord(value) && Array.isArray(value["enum"]) ? value["enum"].join(" ") : "",
    parameterText(value, depth + 1),
    isRecord(value) ? parameterText(value["items"], depth + 1) : "",
  ]);
  return parts.filter((part) => part !== "").join(" ");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function check(how: string, { five }: Tops, least: number, tally: Tally): void {
  tally.check(five >= least, () => `tool search ${how}: top-5 is ${five.toFixed(3)}, not ${least}`);
}

function line({ first, five }: Tops): string {
  return `${first.toFixed(3)} ${five.toFixed(3)}`;
}
