import { EXIT_CODES } from "@squire/protocol/values";
import type { UsageStats, UsageSums } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { bar } from "../output/bars.ts";
import { money, percent } from "../output/figures.ts";
import { styleOf } from "../output/style.ts";
import type { Style } from "../output/style.ts";
import { columns, roomOf, tokens } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { fitted } from "../output/text-width.ts";
import { pricesNow } from "./prices-now.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";
import { printReplay } from "./transcripts.ts";

const MOST_ROWS = 10;
const BAR_COLUMNS = 8;
/** What the other columns take at most, with the bar. */
const FIGURES_COLUMNS = 60;
const SUBAGENTS_COLUMNS = 11;
const COMPARED_COLUMNS = 10;
const LEAST_NAME = 12;

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
    else {
      const look = { ...styleOf(io.stdout, io.env), room: roomOf(io.stdout) };
      io.stdout.write(await page(stats, look, at.host.loaded.settings.usage));
    }
    return EXIT_CODES.ok;
  });
}

type Look = Style & { readonly room: number };
type Row = UsageSums & { readonly name: string };
type Compare = { readonly compareModel?: string | undefined };

async function page(stats: UsageStats, style: Look, { compareModel }: Compare): Promise<string> {
  const { WINDOWS } = await import("@squire/session");
  const { byModel, bySession, bySkill } = stats.all;
  const periods = WINDOWS.map((name) => ({ name, ...stats[name].total }));
  const models = byModel.map(({ model: name, ...sums }) => ({ name, ...sums }));
  const sessions = bySession.map(({ session: name, ...sums }) => ({ name, ...sums }));
  const skills = bySkill.map(({ skill, ...sums }) => ({ name: skill || "(no skill)", ...sums }));
  const { unpriced, compareUsd } = stats.all.total;
  // The column of USE-5 is there only for those who compare.
  const look = { ...style, compares: compareUsd > 0 };
  const by = compareModel ?? "the model that was set then";
  return [
    section("period", periods, look),
    section("model", models, look),
    section("session", sessions.slice(0, MOST_ROWS).map(shortNamed), look),
    section("subagents by skill", skills, look),
    `Saved is an estimate by the prices of today; costs are those of the day.\n${
      unpriced === 0 ? "" : "A cost with + leaves out what has no price.\n"
    }${look.compares ? `Compared is an estimate of what the same would have cost with ${terminalText(by)}.\n` : ""}`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

/** Enough of an id to name the session by. */
function shortNamed(row: Row): Row {
  return { ...row, name: /^[0-9a-f]{8}-/.test(row.name) ? row.name.slice(0, 8) : row.name };
}

type SectionLook = Look & { readonly compares: boolean };

function section(title: string, rows: readonly Row[], style: SectionLook): string {
  if (rows.length === 0) return "";
  const runs = rows.some(({ subagentRuns }) => subagentRuns > 0);
  const head = [title, "turns", ...(runs ? ["subagents"] : []), "input", "output", "cached"];
  const spent = ["saved", "cost", ...(style.compares ? ["compared"] : [])];
  const most =
    style.room -
    FIGURES_COLUMNS -
    (runs ? SUBAGENTS_COLUMNS : 0) -
    (style.compares ? COMPARED_COLUMNS : 0);
  const widest = Math.max(...rows.map(weight));
  const lines = rows.map((row) => [
    terminalText(fitted(row.name, Math.max(LEAST_NAME, most))),
    String(row.turns),
    ...(runs ? [String(row.subagentRuns)] : []),
    ...figures(row),
    ...(style.compares ? [money(row.compareUsd)] : []),
    bar(weight(row) / widest, BAR_COLUMNS, style),
  ]);
  const titles = [...head, ...spent];
  const last = titles.length;
  return columns([[...titles, ""], ...lines], {
    right: titles.map((_, at) => at).filter((at) => at > 0),
    paint: (text, row, column) => {
      if (row === 0) return style.paint(text, "bold");
      return column === last ? style.paint(text, "cyan") : text;
    },
  });
}

/** What a bar measures: money, and tokens where nothing has a price. */
function weight({ costUsd, promptTokens, completionTokens }: UsageSums): number {
  return costUsd > 0 ? costUsd : (promptTokens + completionTokens) * 1e-12;
}

function figures(sums: UsageSums): readonly string[] {
  const count = (value: number): string => (value === 0 ? "0" : tokens(value));
  return [
    count(sums.promptTokens),
    count(sums.completionTokens),
    percent(sums.cacheHitRatio),
    money(sums.cacheSavingsUsd),
    `${money(sums.costUsd)}${sums.unpriced === 0 ? "" : "+"}`,
  ];
}
