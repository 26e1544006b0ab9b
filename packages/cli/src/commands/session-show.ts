import { EXIT_CODES } from "@squire/protocol/values";
import type { Entry } from "@squire/protocol";
import type { ReadSession, Tree } from "@squire/session";
import type { ExportItem, ExportPages } from "@squire/session/exchange";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { money, when } from "../output/figures.ts";
import { jsonPieces, writePages } from "../output/pages.ts";
import { terminalText } from "../output/terminal-text.ts";
import { say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** The active branch: turns with a line per call, or the entries as they are (SES-6). */
export async function showSession(
  { flags, args }: Invocation<"session show">,
  { store, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const session = await store.read(args.session, cwd);
  if (flags.json) {
    await writePages(io, asJson(session));
    return EXIT_CODES.ok;
  }
  const { exportPages } = await import("@squire/session/exchange");
  const { header, tree, problems } = session;
  for (const { message } of problems) say(io, message);
  const view = exportPages({ header, entries: () => knownIn(tree) }, {});
  await writePages(io, pages(view));
  return EXIT_CODES.ok;
}

function* asJson(session: ReadSession): Generator<string> {
  const { header, tree, problems } = session;
  const { title, turns } = session.state();
  const { type: _type, h: _h, ...named } = header;
  const head = { ...named, title, turns, leafId: tree.leafId };
  yield* jsonPieces(head, "entries", values(tree), { problems });
}

function* values(tree: Tree): Generator {
  for (const { value } of tree.entries()) yield value;
}

function* knownIn(tree: Tree): Generator<Entry> {
  for (const entry of tree.entries()) if (entry.kind === "known") yield entry.value;
}

function* pages(view: ExportPages): Generator<string> {
  const facts = [
    when(view.createdAt),
    ...view.models,
    ...(view.costUsd === null ? [] : [money(view.costUsd)]),
  ];
  yield terminalText(`${view.title}\n${view.id} · ${facts.join(" · ")}\n${view.cwd}\n`);
  for (const { turn, items } of view.turns()) {
    yield terminalText(`\n── ${turn} ──\n${items.map(lines).join("\n")}`);
  }
}

function lines(item: ExportItem): string {
  switch (item.kind) {
    case "user":
      return `> ${item.text.replaceAll("\n", "\n> ")}${images(item.images.length)}\n`;
    case "reply":
      return `${item.text}${item.status === "complete" ? "" : ` [${item.status}]`}\n`;
    case "note":
      return `[${item.label}]\n${item.text}\n`;
    case "tool": {
      const ending = item.ok || item.ending === "ran" ? "" : `  ${item.ending}`;
      const time = `${Math.round(item.durationMs)} ms`;
      return `${item.ok ? "✓" : "✗"} ${item.tool}  ${item.summary}  ${time}${ending}\n`;
    }
  }
}

function images(count: number): string {
  return count === 0 ? "" : ` [${count === 1 ? "an image" : `${count} images`}]`;
}
