import { EXIT_CODES } from "@squire/protocol/values";
import type { ReadSession } from "@squire/session";
import type { ExportItem, ExportView } from "@squire/session/exchange";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { money, when } from "../output/figures.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson, say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** The active branch: turns with a line per call, or the entries as they are (SES-6). */
export async function showSession(
  { flags, args }: Invocation<"session show">,
  { store, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const session = await store.read(args.session, cwd);
  if (flags.json) {
    printJson(io, await asJson(session));
    return EXIT_CODES.ok;
  }
  const { exportView } = await import("@squire/session/exchange");
  const { header, tree, problems } = session;
  for (const { message } of problems) say(io, message);
  io.stdout.write(terminalText(page(exportView({ header, branch: tree.branch() }, {}))));
  return EXIT_CODES.ok;
}

async function asJson({ header, tree, problems }: ReadSession) {
  const { foldState } = await import("@squire/session");
  const { title, turns } = foldState(tree.branch());
  const { type: _type, h: _h, ...named } = header;
  return {
    ...named,
    title,
    turns,
    leafId: tree.leafId,
    entries: tree.path().map(({ value }) => value),
    problems,
  };
}

function page(view: ExportView): string {
  const facts = [
    view.id,
    view.cwd,
    when(view.createdAt),
    ...view.models,
    ...(view.costUsd === null ? [] : [money(view.costUsd)]),
  ];
  const turns = view.turns.map(
    ({ turn, items }) => `── ${turn} ──\n${items.map(lines).join("\n")}`,
  );
  return [`${view.title}\n${facts.join(" · ")}\n`, ...turns].join("\n");
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
