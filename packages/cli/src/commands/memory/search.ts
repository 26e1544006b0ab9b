import type { Hit } from "@squire/memory";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../../args.ts";
import { widthOf } from "../../output/table.ts";
import { terminalText } from "../../output/terminal-text.ts";
import { fitted } from "../../output/text-width.ts";
import type { MemoryAt } from "./memory-at.ts";
import { printJson, say } from "../sessions-at.ts";
import { bringUpToDate } from "./progress.ts";
import { readJsonl, textField } from "./read-jsonl.ts";

const USUAL_HITS = 10;
const SHOWN_CHARS = 240;
const INDENT = "  ";
/** Questions that are embedded while others are searched. */
const AT_ONCE = 8;

/** `squire memory search`: one question, or many from a file. */
export async function memorySearch(
  { flags, args }: Invocation<"memory search">,
  at: MemoryAt,
): Promise<number> {
  const { index, io } = at;
  const k = flags.k === undefined ? USUAL_HITS : readCount(flags.k);
  if (k === null) {
    say(io, `-k cannot be "${flags.k?.slice(0, 40)}". Use a number from 1 to 1000.`);
    return EXIT_CODES.usage;
  }
  if (flags.queries !== undefined) return searchMany(flags.queries, k, at);
  if (args.text === undefined || args.text.trim() === "") {
    say(io, "say what you look for, or give --queries FILE.");
    return EXIT_CODES.usage;
  }
  await bringUpToDate(at);
  const hits = await index.search(args.text, { k });
  if (flags.json) printJson(io, hits.map(jsonHit));
  else if (hits.length === 0) say(io, "nothing found.");
  else show(hits, io);
  return EXIT_CODES.ok;
}

/** For people: whoever asks for a word must see that nothing has it. */
function show(hits: readonly Hit[], io: MemoryAt["io"]): void {
  if (hits.every(({ parts }) => parts.words === 0)) {
    say(io, "nothing has these words; this is nearest in meaning:");
  }
  const shown = hits.map((hit) => lines(hit, widthOf(io.stdout)));
  io.stdout.write(terminalText(shown.join("\n")));
}

type Question = { readonly id: string; readonly query: string };

async function searchMany(file: string, k: number, at: MemoryAt): Promise<number> {
  const { index, io } = at;
  const questions = await readJsonl(file, io, (value): Question | null => {
    const [id, query] = [textField(value["id"]), value["query"]];
    return id === undefined || typeof query !== "string" ? null : { id, query };
  });
  if (typeof questions === "string") {
    say(io, questions);
    say(io, 'Each line is {"id", "query"}.');
    return EXIT_CODES.usage;
  }
  await bringUpToDate(at);
  for (let from = 0; from < questions.length; from += AT_ONCE) {
    io.signal.throwIfAborted();
    const some = questions.slice(from, from + AT_ONCE);
    const found = await Promise.all(some.map(({ query }) => index.search(query, { k })));
    for (const [at, { id }] of some.entries()) {
      io.stdout.write(`${JSON.stringify({ id, hits: found[at]?.map(jsonHit) ?? [] })}\n`);
    }
    await io.stdout.drained?.();
  }
  return EXIT_CODES.ok;
}

function jsonHit({ path, title: _title, ...hit }: Hit) {
  return { ...hit, source: path };
}

function lines(
  { id, text, path, speaker, at, line, score, untrusted, repeats = 0 }: Hit,
  width?: number,
): string {
  const where = line === undefined ? path : `${path}:${line}`;
  const said = [speaker, at].filter((part) => part !== undefined).join(", ");
  // The id of a turn begins with the session it stands in.
  const place = id.startsWith(path) ? [line === undefined ? id : where] : [id, where];
  const outside = untrusted === true ? "with text from outside" : "";
  const more = repeats === 0 ? "" : `${repeats} more like it`;
  const head = [...place, said, outside, more].filter((part) => part !== "");
  const room = (width ?? SHOWN_CHARS) - INDENT.length;
  return `${score.toFixed(2)}  ${head.join("  ")}\n${INDENT}${fitted(text, room)}\n`;
}

function readCount(text: string): number | null {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 1000 ? count : null;
}
