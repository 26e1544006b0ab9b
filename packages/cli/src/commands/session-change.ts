import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted } from "../output/figures.ts";
import { say } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** SES-11. */
export async function deleteSession(
  { args }: Invocation<"session delete">,
  { store, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const { id } = await store.find(args.session, cwd);
  await store.delete(id);
  say(io, `moved session ${id} to the trash, where it stays for 30 days.`);
  say(io, `to get it back: squire session restore ${id}`);
  return EXIT_CODES.ok;
}

export async function restoreSession(
  { args }: Invocation<"session restore">,
  { store }: SessionsAt,
  io: Io,
): Promise<number> {
  const { id } = await store.restore(args.session);
  say(io, `session ${id} is back.`);
  return EXIT_CODES.ok;
}

export async function pruneTrash(
  { flags }: Invocation<"session prune">,
  { store }: SessionsAt,
  io: Io,
): Promise<number> {
  const age = flags.older === undefined ? undefined : readAge(flags.older);
  if (age === null) {
    say(io, `--older cannot be "${flags.older?.slice(0, 40)}". Use 12h, 90d or 8w.`);
    return EXIT_CODES.usage;
  }
  const count = await store.emptyTrash(age);
  say(io, `removed ${counted(count, "session")} from the trash for good.`);
  return EXIT_CODES.ok;
}

/** SES-7: prints the id of the new session. */
export async function forkSession(
  { flags, args }: Invocation<"session fork">,
  { store, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const { id: source } = await store.find(args.session, cwd);
  const options = flags.entry === undefined ? {} : { entryId: flags.entry };
  const { id } = await store.fork(source, options);
  io.stdout.write(`${id}\n`);
  return EXIT_CODES.ok;
}

const HOUR = 3_600_000;
const MS_PER: Readonly<Record<string, number>> = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

/** Milliseconds; null when it is no age. A unit is needed: what goes is gone. */
function readAge(text: string): number | null {
  const [, amount = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const ms = MS_PER[unit];
  return ms === undefined ? null : Number(amount) * ms;
}
