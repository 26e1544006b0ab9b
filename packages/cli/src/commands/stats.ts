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
    else io.stdout.write(terminalText(await page(stats, at.host.loaded.settings.usage)));
    return EXIT_CODES.ok;
  });
}

type Compare = { readonly compareModel?: string | undefined };

async function page(stats: UsageStats, { compareModel }: Compare): Promise<string> {
  const { WINDOWS } = await import("@squire/session");
  const { byModel, bySession, bySkill } = stats.all;
  const periods = WINDOWS.map((name) => ({ name, ...stats[name].total }));
  const models = byModel.map(({ model: name, ...sums }) => ({ name, ...sums }));
  const sessions = bySession.map(({ session: name, ...sums }) => ({ name, ...sums }));
  const skills = bySkill.map(({ skill, ...sums }) => ({ name: skill || "(no skill)", ...sums }));
  const compares = stats.all.total.compareUsd > 0;
  const section = sectionWith(compares);
  const by = compareModel ?? "the model that was set then";
  return [
    section("period", periods),
    section("model", models),
    section("session", sessions.slice(0, MOST_ROWS)),
    section("subagents by skill", skills),
    "“saved” is an estimate by the prices of today; costs are those of the day.\n",
    compares ? `“compared” is an estimate of what the same would have cost with ${by}.\n` : "",
  ]
    .filter((part) => part !== "")
    .join("\n");
}

type Row = UsageSums & { readonly name: string };

/** The column of USE-5 is there only for those who compare. */
function sectionWith(compares: boolean): (title: string, rows: readonly Row[]) => string {
  const more = compares ? ["compared"] : [];
  const moreOf = ({ compareUsd }: Row): readonly string[] => (compares ? [money(compareUsd)] : []);
  return (title, rows) => {
    if (rows.length === 0) return "";
    const head = [title, "turns", "subagents", "input", "output", "cache hits", "saved", "cost"];
    const lines = rows.map((row) => [row.name, ...figures(row), ...moreOf(row)]);
    return columns([[...head, ...more], ...lines]);
  };
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
