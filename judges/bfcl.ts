import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import {
  advertiser,
  flattenArgs,
  legalNames,
  nestArgs,
  planFlattening,
  schemaTool,
  ToolRegistry,
} from "@squire/agent";
import { bodyText, WIRES } from "@squire/llm";
import type { Api } from "@squire/llm";
import type { JsonObject } from "@squire/protocol";
import { judgeToolSearch } from "./bfcl-search.ts";
import type { ToolQuestion } from "./bfcl-search.ts";
import { goldArgs, misfit, wrongValues } from "./bfcl-source.ts";
import type { Accepted } from "./bfcl-source.ts";
import { schemaFaults } from "./bfcl-vendors.ts";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";

type SourceTool = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
};

type Question = {
  readonly id: string;
  readonly gold: readonly string[];
  readonly answer: readonly Readonly<Record<string, Accepted>>[];
  readonly messages: ToolQuestion["messages"];
};

/** Every tool of the set goes the way a foreign tool goes, and the right calls are made to it. */
export const bfclJudge: Judge = {
  name: "bfcl",
  needs: "judges/bfcl",
  async run(folder, { full }) {
    const tally = new Tally();
    const tools = readLines(join(folder, "tools.jsonl")) as readonly SourceTool[];
    const questions = readLines(join(folder, "questions.jsonl")) as readonly Question[];
    judgeNames(new Set(tools.map(({ name }) => name)), tally);
    const byId = new Map<string, Offered>();
    for (const tool of tools) byId.set(tool.id, await offer(tool, tally));
    const figures = newFigures();
    for (const question of questions) judgeQuestion(question, byId, figures, tally);
    const search = await judgeToolSearch({ tools, questions }, tally, full);
    const { gold, odd, missing, wrong, unjudged } = figures;
    return tally.verdict(
      `${tools.length} tools; gold calls ${rate(gold)} (${odd} contradict their own schema); refused: without a required argument ${rate(missing)}, with a wrong type ${rate(wrong)} (${unjudged} take any type); ${search}`,
    );
  },
};

function readLines(file: string): readonly unknown[] {
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

/** What each vendor says a name may be, as documented. */
const NAMES: readonly (readonly [string, RegExp])[] = [
  ["OpenAI", /^[a-zA-Z0-9_-]{1,64}$/],
  ["Anthropic", /^[a-zA-Z0-9_-]{1,64}$/],
  ["Google", /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/],
];

function judgeNames(names: ReadonlySet<string>, tally: Tally): void {
  const legal = legalNames(names);
  const back = new Map([...legal].map(([original, made]) => [made, original]));
  for (const name of names) {
    const made = legal.get(name) ?? "";
    const refusing = NAMES.filter(([, pattern]) => !pattern.test(made)).map(([vendor]) => vendor);
    tally.check(refusing.length === 0, () => `${name}: ${refusing.join(", ")} refuses ${made}`);
    tally.check(back.get(made) === name, () => `${name}: ${made} leads to ${back.get(made)}`);
  }
}

type Offered = SourceTool & {
  /** The schema that arguments are checked against. */
  readonly own: JsonObject;
  /** Whether a call with these arguments would run, by way of what the model is told. */
  readonly prepare: (args: JsonObject) => boolean;
};

const APIS: readonly Api[] = [
  "openai-completions",
  "openai-responses",
  "anthropic-messages",
  "google-generative-ai",
];

/** A tool as a session would have it, with every vendor told about it. */
async function offer(source: SourceTool, tally: Tally): Promise<Offered> {
  const name = legalNames([source.name]).get(source.name) ?? source.name;
  const run = () => Promise.resolve({ content: [], details: {} });
  const tool = await schemaTool({ ...source, name, effect: "read", run });
  const registry = new ToolRegistry({ advertise: advertiser({ flatten: true }) });
  registry.add(tool, "mcp");
  const spec = registry.specOf(name);
  if (spec === null) throw new Error(`${source.id}: not taken`);
  const faults = schemaFaults(spec.parameters);
  tally.check(faults.length === 0, () => `${source.id}: ${faults.join("; ")}`);
  for (const api of APIS) {
    const request = { model: "m", messages: [], tools: [spec] };
    const { body } = WIRES[api].encode(request, { provider: "p", api, compat: {} });
    tally.check(
      bodyText(body).includes(`"${name}"`),
      () => `${source.id}: ${api} does not name ${name}`,
    );
  }
  const own = tool.parameters();
  const plan = planFlattening(own);
  const prepare = (args: JsonObject): boolean => {
    const sent = plan === null ? args : flattenArgs(plan, args);
    return tool.prepare(registry.restore(name, sent)).ok;
  };
  return { ...source, own, prepare };
}

type Rate = { good: number; of: number };
type Figures = { gold: Rate; missing: Rate; wrong: Rate; odd: number; unjudged: number };

function newFigures(): Figures {
  const zero = (): Rate => ({ good: 0, of: 0 });
  return { gold: zero(), missing: zero(), wrong: zero(), odd: 0, unjudged: 0 };
}

function rate({ good, of }: Rate): string {
  return `${good}/${of}`;
}

function judgeQuestion(
  { id, gold, answer }: Question,
  tools: ReadonlyMap<string, Offered>,
  figures: Figures,
  tally: Tally,
): void {
  for (const [at, call] of answer.entries()) {
    const tool = tools.get(gold[at] ?? "");
    const accepted = Object.values(call)[0];
    if (tool === undefined || accepted === undefined) throw new Error(`${id}: no such tool`);
    const args = goldArgs(accepted, tool.parameters);
    const right = { id, tool, args };
    judgeRoundTrip(right, tally);
    const why = misfit(args, tool.parameters);
    if (why !== null) {
      figures.odd++;
      tally.check(!tool.prepare(args), () => `${id}: passes although ${why}`);
      continue;
    }
    count(figures.gold, tool.prepare(args), tally, () => `${id}: the right call is refused`);
    judgeMissing(right, figures, tally);
    judgeWrong(right, figures, tally);
  }
}

/** A call as it should be made. */
type Right = { readonly id: string; readonly tool: Offered; readonly args: JsonObject };

/** Flattening as far as it goes, not only where a schema is too large for a model. */
function judgeRoundTrip({ id, tool, args }: Right, tally: Tally): void {
  for (const limits of [undefined, { levels: 0, leaves: 0 }]) {
    const plan = planFlattening(tool.own, limits);
    const back = plan === null ? args : nestArgs(plan, flattenArgs(plan, args));
    tally.check(isDeepStrictEqual(back, args), () => `${id}: flattened and nested, it differs`);
  }
}

function judgeMissing({ id, tool, args }: Right, { missing }: Figures, tally: Tally): void {
  const required = tool.parameters["required"];
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name !== "string" || args[name] === undefined) continue;
    const { [name]: _, ...rest } = args;
    count(missing, !tool.prepare(rest), tally, () => `${id}: passes without ${name}`);
  }
}

function judgeWrong({ id, tool, args }: Right, figures: Figures, tally: Tally): void {
  for (const name of Object.keys(args)) {
    const values = wrongValues(name, tool.parameters);
    if (values.length === 0) figures.unjudged++;
    for (const value of values) {
      const spoiled = { ...args, [name]: value };
      const told = JSON.stringify(value);
      count(figures.wrong, !tool.prepare(spoiled), tally, () => `${id}: ${name} may be ${told}`);
    }
  }
}

function count(figure: Rate, good: boolean, tally: Tally, failure: () => string): void {
  figure.of++;
  if (good) figure.good++;
  tally.check(good, failure);
}
