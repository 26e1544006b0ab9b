import type { MethodResult } from "@squire/protocol";
import { inertLine } from "../text/inert.ts";
import { span, type Line } from "../text/span.ts";
import { wrapLine } from "../text/wrap.ts";

type Setup = MethodResult<"setup.get">;

export type WelcomeOptions = {
  readonly firstRun: boolean;
  readonly width: number;
  /** What `~` stands for; "" where nobody knows. */
  readonly userHome: string;
};

/** The first lines: what this is, where it works, which model it has and what to do without one. */
export function welcomeLines(
  setup: Setup,
  { firstRun, width, userHome }: WelcomeOptions,
): readonly Line[] {
  // Most folders have nothing that trust would be about.
  const isAboutSomething = setup.notes.some((note) => note.includes("squire trust"));
  const trust = setup.trusted
    ? span("trusted", "dim")
    : isAboutSomething
      ? span("not trusted: its settings have no effect (squire trust)", "caution")
      : span("not trusted", "dim");
  const head: Line = [
    span(` squire ${inertLine(setup.version)}`, { bold: true }),
    span("  ·  ", "faint"),
    span(inertLine(shortPath(setup.cwd, userHome)), "dim"),
    span("  ·  ", "faint"),
    trust,
  ];
  return [head, ...modelLines(setup), ...noteLines(setup), ...(firstRun ? HINTS : [])].flatMap(
    (line) => wrapLine(line, { width, rest: [span("   ")] }),
  );
}

function shortPath(path: string, userHome: string): string {
  const isBelow = userHome !== "" && path.startsWith(userHome);
  const rest = path.slice(userHome.length);
  return isBelow && (rest === "" || /^[/\\]/.test(rest)) ? `~${rest}` : path;
}

function modelLines({ model, problem, stopgap, keys, servers }: Setup): readonly Line[] {
  if (model !== null && stopgap !== true) return [];
  const found = [
    ...keys.map(({ variable }) => `${variable} in your shell`),
    ...servers.map(({ provider, url }) => `${provider} on ${url}`),
  ].map(inertLine);
  const list = found.length === 0 ? "" : ` (found: ${found.join(" · ")})`;
  const why: Line =
    model === null
      ? [span(` ${inertLine(problem?.message ?? "No model key found.")}`, "caution")]
      : [span(" No model key found. "), span(STOPGAP, "dim")];
  return [why, [span(" Add a model with "), span("/setup", "accent"), span(list, "dim")]];
}

const STOPGAP = "Running on scout: offline, extractive, answers by quoting what it finds.";

function noteLines({ notes, offline }: Setup): readonly Line[] {
  const all = [...(offline ? ["offline: nothing leaves this machine"] : []), ...notes];
  return all.map((note) => [span(" ⚠ ", "caution"), span(inertLine(note), "dim")]);
}

/** Shown once (TUI-15). */
const HINTS: readonly Line[] = [
  [span(" shift+tab changes the mode, alt+t the trust; /mode and /trust do the same.", "dim")],
  [span(" esc stops a turn, esc esc goes back; ctrl+c twice leaves. f1 lists the keys.", "dim")],
];
