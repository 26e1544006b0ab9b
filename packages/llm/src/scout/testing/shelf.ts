import type { Message, ModelRequest, ToolSpec } from "@squire/protocol";
import { textOf, userText } from "@squire/protocol/values";
import type { Decision, WantedCall } from "../decision.ts";
import { decide } from "../decide.ts";
import { placesLike, saidBefore } from "./library.ts";

/** Files in memory behind tools that answer in the words of the real ones. */
export type Shelf = Map<string, string>;

const TOOLS = ["read", "grep", "glob", "ls", "multi_edit", "move"];

export function toolSpecs(names: readonly string[] = TOOLS): readonly ToolSpec[] {
  return names.map((name) => ({ name, description: "", parameters: { type: "object" } }));
}

export function shelfOf(files: Readonly<Record<string, string>>): Shelf {
  return new Map(Object.entries(files));
}

export type Played = {
  readonly answer: string;
  readonly messages: readonly Message[];
  /** Everything that tools and the user said. */
  readonly heard: string;
  readonly calls: readonly WantedCall[];
};

export type More = {
  readonly before?: readonly Message[];
  /** Tools beside those that every machine has. */
  readonly tools?: readonly string[];
  /** What memory holds. */
  readonly said?: readonly string[];
};

/** A whole turn of scout over a shelf. */
export function playTurn(shelf: Shelf, question: string, more: More = {}): Played {
  const { before = [], said = [] } = more;
  const tools = toolSpecs([...TOOLS, ...(more.tools ?? [])]);
  const messages: Message[] = [...before, userText(question)];
  const calls: WantedCall[] = [];
  for (let step = 0; step < 12; step++) {
    const request: ModelRequest = { model: "scout", messages, tools };
    const decision = decide(request);
    if (decision.type === "answer") {
      const heard = messages
        .filter(({ role }) => role !== "assistant")
        .map(textOf)
        .join("\n");
      return { answer: decision.text, messages, heard, calls };
    }
    calls.push(...decision.calls);
    messages.push(...stepOf(decision, { shelf, said, step }));
  }
  throw new Error("Scout did not come to an end.");
}

type World = { readonly shelf: Shelf; readonly said: readonly string[] };

function stepOf(
  { text, calls }: Extract<Decision, { readonly type: "look" }>,
  { step, ...world }: World & { readonly step: number },
): readonly Message[] {
  const blocks = calls.map(({ name, args }, at) => ({
    type: "call" as const,
    id: `c${step}_${at}`,
    name,
    argsText: JSON.stringify(args),
  }));
  const origin = { provider: "squire", wire: "scout", model: "scout" };
  return [
    { role: "assistant", content: [{ type: "text", text }, ...blocks], origin },
    ...calls.map(({ name, args }, at): Message => {
      const { said, failed } = runTool(name, args, world);
      const content = [{ type: "text" as const, text: said }];
      return { role: "tool", callId: `c${step}_${at}`, name, content, failed };
    }),
  ];
}

type Args = WantedCall["args"];

function runTool(name: string, args: Args, world: World): { said: string; failed: boolean } {
  const { shelf } = world;
  switch (name) {
    case "read":
      return readFile(String(args["path"]), shelf);
    case "grep":
      return { said: grep(args, shelf), failed: false };
    case "glob":
      return { said: `(1 of ${shelf.size} files; narrow the pattern)`, failed: false };
    case "ls":
      return { said: [...shelf.keys()].map((path) => `${path}\t1`).join("\n"), failed: false };
    case "semantic_search":
      return { said: placesLike(String(args["query"]), shelf), failed: false };
    case "memory_search":
      return { said: saidBefore(world.said), failed: false };
    case "multi_edit":
      return edit(args, shelf);
    default:
      return { said: `There is no tool ${name}.`, failed: true };
  }
}

function readFile(path: string, shelf: Shelf): { said: string; failed: boolean } {
  const text = shelf.get(path);
  if (text === undefined) return { said: `There is no ${path}.`, failed: true };
  const lines = text.split("\n").map((line, at) => `${at + 1}\t${line}`);
  return { said: lines.join("\n"), failed: false };
}

function grep(args: Args, shelf: Shelf): string {
  const pattern = new RegExp(String(args["pattern"]), args["ignoreCase"] === true ? "iu" : "u");
  const isProse = typeof args["glob"] === "string";
  const groups = [...shelf].flatMap(([path, text]) => {
    if (isProse && !/\.(?:md|txt)$/.test(path)) return [];
    if (typeof args["path"] === "string" && !path.startsWith(args["path"])) return [];
    const hits = text
      .split("\n")
      .flatMap((line, at) => (pattern.test(line) ? [`${at + 1}:${line}`] : []));
    return hits.length === 0 ? [] : [{ path, hits }];
  });
  if (groups.length === 0) return "No match. Try a shorter pattern.";
  if (args["output"] === "count")
    return groups.map(({ path, hits }) => `${path}:${hits.length}`).join("\n");
  return groups.map(({ path, hits }) => [path, ...hits].join("\n")).join("\n\n");
}

function edit(args: Args, shelf: Shelf): { said: string; failed: boolean } {
  const path = String(args["path"]);
  let text = shelf.get(path) ?? "";
  const { edits } = args;
  for (const one of Array.isArray(edits) ? edits : []) {
    const { search, replace } = one as { search: string; replace: string };
    if (!text.includes(search))
      return { said: `${path} was not edited: no such text.`, failed: true };
    text = text.replaceAll(search, () => replace);
  }
  shelf.set(path, text);
  return { said: `Edited ${path}.`, failed: false };
}
