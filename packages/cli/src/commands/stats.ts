import { EXIT_CODES } from "@squire/protocol/values";
import type { UsageStats, UsageSums } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { money, percent } from "../output/figures.ts";
import { columns, tokens } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { pricesNow } from "./prices-now.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";
import { printReplay } from "./transcripts.ts";

const MOST_ROWS = 10;

/** USE-4: what was spent, from the ledger; or the figures of one transcript (CLI-8). */
export function statsCommand({ flags, args }: Invocation<"stats">, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    if (args.transcript !== undefined) {
      return printReplay(args.transcript, { json: flags.json, markdown: false }, at, io);
    }
    const { ledgerPath, openLedger, usageStats } = await import("@squire/session");
    const { cacheSavings } = await pricesNow(at.host);
    const ledger = openLedger(at.ports, ledgerPath(at.home));
    const stats = await usageStats(ledger.read(), { now: at.ports.clock.now(), cacheSavings });
    if (flags.json) printJson(io, stats);
    else if (stats.rows === 0) say(io, "nothing was used yet.");
    else io.stdout.write(terminalText(await page(stats)));
    return EXIT_CODES.ok;
  });
}

async function page(stats: UsageStats): Promise<string> {
  const { WINDOWS } = await import("@squire/session");
  const { byModel, bySession, bySkill } = stats.all;
  const periods = WINDOWS.map((name) => ({ name, ...stats[name].total }));
  const models = byModel.map(({ model: name, ...sums }) => ({ name, ...sums }));
  const sessions = bySession.map(({ session: name, ...sums }) => ({ name, ...sums }));
  const skills = bySkill.map(({ skill, ...sums }) => ({ name: skill || "(no skill)", ...sums }));
  return [
    section("period", periods),
    section("model", models),
    section("session", sessions.slice(0, MOST_ROWS)),
    section("subagents by skill", skills),
    "“saved” is an estimate by the prices of today; costs are those of the day.\n",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function section(title: string, rows: readonly (UsageSums & { readonly name: string })[]): string {
  if (rows.length === 0) return "";
  const head = [title, "turns", "subagents", "input", "output", "cache hits", "saved", "cost"];
  return columns([head, ...rows.map((row) => [row.name, ...figures(row)])]);
}

function figures(sums: UsageSums): readonly string[] {
  const count = (value: number): string => (value === 0 ? "0" : tokens(value));
  const unknown = sums.unpriced === 0 ? "" : ` + ${sums.unpriced} without a price`;
  return [
    String(sums.turns),
    String(sums.subagentRuns),
    count(sums.promptTokens),
    count(sums.completionTokens),
    percent(sums.cacheHitRatio),
    money(sums.cacheSavingsUsd),
    `${money(sums.costUsd)}${unknown}`,
  ];
}
