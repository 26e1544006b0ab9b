import type { Note, SourceInfo } from "@squire/memory";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../../args.ts";
import { counted, shortLine, when } from "../../output/figures.ts";
import { columns, widthOf } from "../../output/table.ts";
import { terminalText } from "../../output/terminal-text.ts";
import type { MemoryAt } from "./memory-at.ts";
import { printJson, say } from "../sessions-at.ts";

const USUAL_LIMIT = 50;
const TITLE_CHARS = 60;
/** Of names that begin alike. */
const MOST_SAID = 5;

type Looking = "memory list" | "memory show" | "memory forget" | "memory stats";

/** The commands that look at what is remembered, or take one thing away. */
export function memoryLook(invocation: Invocation<Looking>, at: MemoryAt): Promise<number> {
  switch (invocation.command) {
    case "memory list":
      return list(invocation, at);
    case "memory show":
      return show(invocation, at);
    case "memory forget":
      return forget(invocation, at);
    case "memory stats":
      return stats(invocation, at);
  }
}

async function list(
  { flags }: Invocation<"memory list">,
  { host, index, io }: MemoryAt,
): Promise<number> {
  const { listSources } = await import("@squire/memory");
  const { asideNotes, refreshMemory } = await import("@squire/host/memory");
  const limit = flags.limit === undefined ? USUAL_LIMIT : Number(flags.limit);
  if (!Number.isInteger(limit) || limit < 1) {
    say(io, `--limit cannot be "${flags.limit?.slice(0, 40)}". Use a number from 1 on.`);
    return EXIT_CODES.usage;
  }
  // What was kept a moment ago is remembered too.
  await refreshMemory(host, index, { signal: io.signal });
  const aside = asideNotes(host);
  const paths = new Set(aside.map(({ path }) => path));
  const holding = listSources(index, limit).filter(({ path }) => !paths.has(path));
  const all: readonly Listed[] = [
    ...holding.map((one) => ({ ...one, standing: "holds" })),
    ...aside,
  ];
  const sources = all.slice(0, limit);
  if (flags.json) printJson(io, sources);
  else if (sources.length === 0) say(io, "nothing is remembered yet.");
  else {
    const rows = sources.map(({ kind, path, title, chunks, at, indexedAt, standing }) => [
      standing === "holds" ? kind : `${kind}, ${standing}`,
      when(at ?? indexedAt),
      String(chunks),
      terminalText(
        [oneLine(path), ...(title === path ? [] : [shortLine(title, TITLE_CHARS)])].join("  "),
      ),
    ]);
    const table = [["kind", "changed", "pieces", "what"], ...rows];
    io.stdout.write(columns(table, { right: [2], width: widthOf(io.stdout) }));
  }
  return EXIT_CODES.ok;
}

/** Never cut: it is what the other commands are told. */
function oneLine(name: string): string {
  return name.replaceAll(/[\r\n\t]+/g, " ");
}

type Listed = SourceInfo & { readonly standing: string };

async function show(
  { flags, args }: Invocation<"memory show">,
  { host, index, io }: MemoryAt,
): Promise<number> {
  const { findMemory, refreshMemory } = await import("@squire/host/memory");
  await refreshMemory(host, index, { signal: io.signal });
  const name = await nameMeant(args.name, { host, index, io });
  if (name === null) return EXIT_CODES.usage;
  const found = findMemory(host, index, name);
  if (found === null) return unknown(name, io);
  const chunks = found.type === "note" ? [pieceOf(found.note)] : piecesOf(index, found.path);
  if (flags.json) printJson(io, { path: found.path, chunks });
  else {
    // The name of a piece shows that piece alone.
    const named = chunks.filter(({ key }) => key === name);
    const texts = (named.length > 0 ? named : chunks).map(({ text, speaker, at }) => {
      const head = [speaker, at].filter((part) => part !== undefined).join(", ");
      return head === "" ? text : `${head}:\n${text}`;
    });
    io.stdout.write(`${terminalText(texts.join("\n\n"))}\n`);
  }
  return EXIT_CODES.ok;
}

type Piece = {
  readonly text: string;
  readonly speaker?: string;
  readonly at?: string;
  readonly line?: number;
  readonly key?: string;
};

function piecesOf(index: MemoryAt["index"], path: string): readonly Piece[] {
  return index.chunksOf(path).map(({ text, speaker, at, start, key }) => ({
    text,
    ...(speaker === undefined ? {} : { speaker }),
    ...(at === undefined ? {} : { at }),
    ...(start === undefined ? {} : { line: start }),
    ...(key === undefined ? {} : { key }),
  }));
}

function pieceOf({ description, body, created }: Note): Piece {
  return { text: `${description}\n\n${body}`, at: created };
}

async function forget(
  { args }: Invocation<"memory forget">,
  { host, index, io }: MemoryAt,
): Promise<number> {
  const { forgetMemory, refreshMemory } = await import("@squire/host/memory");
  const { NotWritableError } = await import("@squire/memory");
  await refreshMemory(host, index, { signal: io.signal });
  const name = await nameMeant(args.name, { host, index, io });
  if (name === null) return EXIT_CODES.usage;
  try {
    if (!(await forgetMemory(host, index, name))) return unknown(name, io);
  } catch (error) {
    if (!(error instanceof NotWritableError)) throw error;
    say(io, error.message);
    return EXIT_CODES.error;
  }
  say(io, `forgot ${name}.`);
  return EXIT_CODES.ok;
}

async function stats(
  { flags }: Invocation<"memory stats">,
  { index, io }: MemoryAt,
): Promise<number> {
  const { statsOf } = await import("@squire/memory");
  const found = statsOf(index);
  if (flags.json) {
    printJson(io, found);
    return EXIT_CODES.ok;
  }
  const sources = Object.entries(found.sources)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => counted(count, kind));
  io.stdout.write(
    [
      `sources   ${sources.join(", ") || "none"}`,
      `pieces    ${found.chunks}, ${found.embedded} with a vector`,
      `model     ${found.model ?? "none: by words alone"}`,
      `vectors   ${found.vectors}`,
      `size      ${(found.bytes / 1024 / 1024).toFixed(1)} MB`,
      "",
    ].join("\n"),
  );
  return EXIT_CODES.ok;
}

/** The one thing that is called or begins so; null: there is none or there are several, and that is said. */
async function nameMeant(name: string, { host, index, io }: MemoryAt): Promise<string | null> {
  const { namesMeant } = await import("@squire/host/memory");
  const [only, ...more] = namesMeant(host, index, name);
  if (only === undefined) {
    unknown(name, io);
    return null;
  }
  if (more.length === 0) return only;
  say(
    io,
    `${more.length + 1} things that are remembered begin with ${name}. Say more of the name:`,
  );
  for (const one of [only, ...more].slice(0, MOST_SAID)) say(io, oneLine(one));
  return null;
}

function unknown(name: string, io: MemoryAt["io"]): number {
  say(io, `nothing called ${name} is remembered.`);
  say(io, "squire memory list shows what is.");
  return EXIT_CODES.usage;
}
