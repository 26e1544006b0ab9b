import type { ContextReport } from "@squire/agent";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted, percent } from "../output/figures.ts";
import { columns, tokens } from "../output/table.ts";
import { printJson } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** Tokens by region, how full the window is, and what a compaction would take out (USE-6, USE-7). */
export async function showContext(
  { flags, args }: Invocation<"session context">,
  { store, host, cwd }: SessionsAt,
  io: Io,
): Promise<number> {
  const { sessionContext } = await import("@squire/host/live");
  const report = await sessionContext(host, await store.read(args.session, cwd));
  if (flags.json) printJson(io, report);
  else io.stdout.write(page(report));
  return EXIT_CODES.ok;
}

function page({ regions, promptTokens, window, used, compactsAt, removes }: ContextReport): string {
  const rows = Object.entries(regions).map(([name, count]) => [name, figure(count)]);
  const full = used === null ? "window unknown" : `${percent(used)} of ${tokens(window)}`;
  const limit = compactsAt === null ? "never compacted" : `compacted above ${tokens(compactsAt)}`;
  const next =
    removes === null
      ? "a compaction would remove nothing now"
      : `a compaction would remove ${counted(removes.entries, "entry", "entries")}, ${tokens(removes.tokens)} tokens`;
  return `${columns([...rows, ["prompt", figure(promptTokens)]])}\n${full}; ${limit}; ${next}.\n`;
}

function figure(count: number): string {
  return count === 0 ? "0" : tokens(count);
}
