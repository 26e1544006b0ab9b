import { EXIT_CODES } from "@squire/protocol/values";
import type { ListedSession } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { money, when } from "../output/figures.ts";
import { columns, roomOf } from "../output/table.ts";
import { fitted, textWidth } from "../output/text-width.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson, say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

const ID_CHARS = 8;
const FOLDER_COLUMNS = 24;
const LEAST_TITLE = 16;

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
    io.stdout.write(terminalText(columns(rows(sessions, flags.all, roomOf(io.stdout)))));
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
  room: number,
): readonly (readonly string[])[] {
  const folder = (path: string): readonly string[] => (withFolder ? [path] : []);
  const all = [
    ["session", "last used", "turns", "cost", ...folder("folder")],
    ...sessions.map(({ id, updatedAt, turns, costUsd, cwd }) => [
      shortId(id, sessions),
      when(updatedAt),
      String(turns),
      money(costUsd),
      ...folder(endOf(cwd)),
    ]),
  ];
  const widths = (all[0] ?? []).map((_, at) =>
    Math.max(...all.map((row) => textWidth(row[at] ?? ""))),
  );
  const left = room - widths.reduce((sum, width) => sum + width + 2, 0);
  const titles = ["title", ...sessions.map((session) => titleOf(session, left))];
  return all.map((row, at) => [...row, titles[at] ?? ""]);
}

/** As much of an id as names one session alone. */
function shortId(id: string, sessions: readonly ListedSession[]): string {
  const short = id.slice(0, ID_CHARS);
  return sessions.some((other) => other.id !== id && other.id.startsWith(short)) ? id : short;
}

/** The end of a path says more than its beginning. */
function endOf(path: string): string {
  return path.length <= FOLDER_COLUMNS ? path : `…${path.slice(1 - FOLDER_COLUMNS)}`;
}

function titleOf({ title, name, preview, running }: ListedSession, room: number): string {
  const mark = running ? " (running)" : "";
  const most = Math.max(LEAST_TITLE, room - mark.length);
  return `${fitted(title ?? name ?? preview ?? "", most)}${mark}`;
}
