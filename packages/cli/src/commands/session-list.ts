import { EXIT_CODES } from "@squire/protocol/values";
import type { ListedSession } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { money, shortLine, when } from "../output/figures.ts";
import { columns } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson, say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

const TITLE_CHARS = 60;

/** SES-6: last used first. */
export async function listSessions(
  { flags }: Invocation<"session list">,
  { store, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const { sessions, problems } = await store.list(flags.all ? undefined : cwd);
  for (const { path, message } of problems) say(io, `${path}: ${message}`);
  if (flags.json) {
    printJson(io, sessions.map(asJson));
  } else if (sessions.length > 0) {
    io.stdout.write(terminalText(columns(rows(sessions, flags.all))));
  } else {
    say(io, flags.all ? "there are no sessions yet." : "no session in this folder; try --all.");
  }
  return EXIT_CODES.ok;
}

/** Exactly these fields: other programs rely on them. */
function asJson({ id, title, cwd, turns, costUsd, updatedAt }: ListedSession) {
  return { id, title, cwd, turns, costUsd, updatedAt };
}

function rows(
  sessions: readonly ListedSession[],
  withFolder: boolean,
): readonly (readonly string[])[] {
  const folder = (path: string): readonly string[] => (withFolder ? [path] : []);
  return [
    ["session", "last used", "turns", "cost", ...folder("folder"), "title"],
    ...sessions.map((session) => [
      session.id,
      when(session.updatedAt),
      String(session.turns),
      money(session.costUsd),
      ...folder(shortLine(session.cwd, TITLE_CHARS)),
      titleOf(session),
    ]),
  ];
}

function titleOf({ title, name, preview, running }: ListedSession): string {
  const text = shortLine(title ?? name ?? preview ?? "", TITLE_CHARS);
  return running ? `${text} (running)` : text;
}
