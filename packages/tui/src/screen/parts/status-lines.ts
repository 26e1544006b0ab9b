import { dollars, duration, percent, plural, type View } from "@squire/client";
import { inertLine } from "../../text/inert.ts";
import { lineWidth, span, spread, type Line, type Tone } from "../../text/span.ts";
import { truncate } from "../../text/width.ts";

/** Mode, trust and model at the left; context, money and the rest at the right (TUI-1). */
export function statusLine(view: View, width: number): Line {
  const left: Line = [
    span(` ${view.mode}`, { bold: true }),
    span(" · ", "faint"),
    span(view.trust, trustTone(view)),
    // What sends data out is asked about now (PERM-16).
    ...(view.taint.active ? [span(" · ", "faint"), span("tainted", "caution")] : []),
    span(" · ", "faint"),
    span(view.model === "" ? "no model" : inertLine(view.model), "dim"),
  ];
  // What matters least goes first when it gets narrow.
  for (let parts = rightParts(view); ; parts = parts.slice(0, -1)) {
    const right: Line = [span(parts.join("  ·  "), "dim")];
    if (parts.length === 0) return cut(left, width);
    if (lineWidth(left) + lineWidth(right) + 2 <= width) return spread(left, right, width);
  }
}

/** What is shown may be old, and what is typed waits. */
export function lostLines(lostAt: number | null, now: number, width: number): readonly Line[] {
  if (lostAt === null) return [];
  const seconds = Math.max(0, Math.floor((now - lostAt) / 1000));
  return [[span(truncate(` ⚠ connection lost, trying again (${seconds} s)`, width), "caution")]];
}

function trustTone(view: View): Tone {
  return view.trust === "yolo" ? "danger" : view.trust === "auto" ? "caution" : "dim";
}

function rightParts(view: View): readonly string[] {
  const { context, spending, workplace } = view;
  const running = view.jobs.filter((job) => job.running).length;
  const share = spending.cacheShare;
  const { turnUsd, sessionUsd } = spending;
  // The same twice, nothing or unknown, is said once.
  const money =
    turnUsd === sessionUsd && !sessionUsd
      ? dollars(sessionUsd)
      : `turn ${dollars(turnUsd)}  session ${dollars(sessionUsd)}`;
  return [
    context.window === 0 ? null : `context ${percent(context.tokens, context.window)}`,
    money,
    share === null ? null : `cache ${Math.round(share * 100)}%`,
    running === 0 ? null : plural(running, "job"),
    workplace.branch === null ? null : inertLine(workplace.branch),
    view.clients.length > 1 ? `${view.clients.length} watching` : null,
    "/help",
  ].filter((part) => part !== null);
}

function cut(line: Line, width: number): Line {
  return lineWidth(line) <= width
    ? line
    : [span(truncate(line.map(({ text }) => text).join(""), width))];
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const;

/** The one line that moves: what it is doing and for how long (TUI-12). Empty when it is idle. */
export function activityLines(view: View, now: number, width: number): readonly Line[] {
  if (view.status === "idle" || view.activity === null) return [];
  const elapsed = Math.max(0, now - view.activity.startedAt);
  const frame = SPINNER[Math.floor(elapsed / 120) % SPINNER.length] ?? "…";
  const sign = view.status === "working" ? span(`${frame} `, "accent") : span("? ", "caution");
  const seconds =
    elapsed < 1000 ? "" : ` · ${duration(Math.floor(elapsed / 1000) * 1000).replace(".0", "")}`;
  const words = truncate(activityText(view) + seconds, width - 18);
  const stop = view.status === "working" ? " · esc to stop" : "";
  return [[sign, span(words, "dim"), span(stop, "faint")], ...agentLines(view, width)];
}

function activityText(view: View): string {
  if (view.status === "aborting") return "stopping";
  if (view.status === "asking") return "waiting for you";
  const { phase } = view;
  if (phase !== null && phase.status === "working") {
    const bar = phase.percent === null ? "" : ` ${progressBar(phase.percent)}`;
    return `${phase.name}${bar} ${inertLine(phase.message)}`.trim();
  }
  return inertLine(view.activity?.text ?? "working");
}

function progressBar(share: number): string {
  const full = Math.round(share / 10);
  return `${"━".repeat(full)}${"─".repeat(10 - full)}`;
}

const MOST_AGENTS = 4;

/** Subagents that run, one row each; how many more there are stands below them. */
function agentLines(view: View, width: number): readonly Line[] {
  const running = view.agents.filter((agent) => agent.running);
  const rows = running.slice(0, MOST_AGENTS).map((agent): Line => {
    const text = `${inertLine(agent.task)} · ${inertLine(agent.summary)}`;
    return [span("  ├ ", "faint"), span(truncate(text, width - 6), "dim")];
  });
  const more = running.length - rows.length;
  return more === 0 ? rows : [...rows, [span("  └ ", "faint"), span(`and ${more} more`, "dim")]];
}
