import { count, dollars, type UsageTrace } from "@squire/client";
import type { MethodResult } from "@squire/protocol";

export type ChartSeries = {
  readonly name: string;
  /** The name of a colour, without `--`. */
  readonly colour: string;
  /** Null where nothing is known. */
  readonly values: readonly (number | null)[];
};

export type ChartMark = { readonly at: number; readonly text: string; readonly colour: string };

/** A chart and the table behind it. */
export type ChartData = {
  readonly title: string;
  readonly kind: "stacked" | "line";
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly marks: readonly ChartMark[];
  readonly format: (value: number) => string;
  /** The top of the scale, where it has one of its own. */
  readonly most?: number;
};

const COLOURS = ["chart-1", "chart-2", "chart-3", "chart-4", "chart-5", "chart-6"] as const;
/** Models beyond these are shown as one. */
const MOST_MODELS = COLOURS.length - 1;

type Row = MethodResult<"usage.get">["rows"][number];

/** What each day has cost, by model; rows are keyed by day and model. */
export function costPerDay(rows: readonly Row[], days: readonly string[]): ChartData {
  const costs = new Map<string, Map<string, number>>();
  for (const { key, costUsd } of rows) {
    const [day, model] = [key.slice(0, 10), key.slice(11)];
    const byDay = costs.get(model) ?? new Map<string, number>();
    byDay.set(day, (byDay.get(day) ?? 0) + (costUsd ?? 0));
    costs.set(model, byDay);
  }
  const total = (byDay: ReadonlyMap<string, number>): number =>
    [...byDay.values()].reduce((sum, cost) => sum + cost, 0);
  const ranked = [...costs].toSorted(([, a], [, b]) => total(b) - total(a));
  const shown = ranked.slice(0, ranked.length > COLOURS.length ? MOST_MODELS : COLOURS.length);
  const rest = ranked.slice(shown.length);
  const series = shown.map(([name, byDay], at) => ({
    name,
    colour: COLOURS[at] ?? "chart-6",
    values: days.map((day) => byDay.get(day) ?? 0),
  }));
  const others = {
    name: "others",
    colour: "chart-6",
    values: days.map((day) => rest.reduce((sum, [, byDay]) => sum + (byDay.get(day) ?? 0), 0)),
  };
  return {
    title: "Cost per day",
    kind: "stacked",
    labels: days.map((day) => day.slice(5)),
    series: rest.length === 0 ? series : [...series, others],
    marks: [],
    format: dollars,
  };
}

/** What each turn has read and written. */
export function tokensPerTurn({ turns }: UsageTrace): ChartData {
  return {
    title: "Tokens per turn",
    kind: "stacked",
    labels: turns.map((_, at) => String(at + 1)),
    series: [
      { name: "from the cache", colour: "chart-2", values: turns.map((turn) => turn.cached) },
      { name: "fresh", colour: "chart-3", values: turns.map((turn) => turn.fresh) },
      { name: "output", colour: "chart-1", values: turns.map((turn) => turn.output) },
    ],
    marks: [],
    format: count,
  };
}

/** How large what the model reads became. */
export function contextSize({ requests, marks }: UsageTrace): ChartData {
  return {
    title: "Context size",
    kind: "line",
    labels: requests.map((_, at) => String(at + 1)),
    series: [{ name: "tokens", colour: "chart-1", values: requests.map(({ input }) => input) }],
    marks: marks.flatMap((mark) =>
      mark.type === "compaction" ? [{ at: mark.before, text: "compacted", colour: "caution" }] : [],
    ),
    format: count,
  };
}

/** The part that came from the vendor's cache, with what broke it. */
export function cacheHits({ requests, marks }: UsageTrace): ChartData {
  const share = requests.map(({ input, cacheRead }) =>
    input === null || cacheRead === null || input === 0 ? null : (cacheRead / input) * 100,
  );
  return {
    title: "Cache hits",
    kind: "line",
    labels: requests.map((_, at) => String(at + 1)),
    series: [{ name: "from the cache", colour: "chart-2", values: share }],
    marks: marks.flatMap((mark) =>
      mark.type === "break"
        ? [{ at: mark.before, text: `${mark.cause} −${count(mark.tokensLost)}`, colour: "danger" }]
        : [],
    ),
    format: (value) => `${Math.round(value)}%`,
    most: 100,
  };
}

/** The last days up to one, oldest first, as `2026-11-16`. */
export function lastDays(until: number, howMany: number): readonly string[] {
  const DAY_MS = 86_400_000;
  return Array.from({ length: howMany }, (_, at) =>
    new Date(until - (howMany - 1 - at) * DAY_MS).toISOString().slice(0, 10),
  );
}
