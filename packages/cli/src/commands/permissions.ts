import type { PermissionReport, ReportedRule } from "@squire/host/workbench";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { styleOf } from "../output/style.ts";
import type { Style } from "../output/style.ts";
import { columns, widthOf } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { handStateOf } from "./hand-state.ts";
import { printJson, say } from "./sessions-at.ts";

/** All rules with their places, those that do nothing, and what could run unasked (PERM-14). */
export async function permissionsCommand(
  { flags }: Invocation<"permissions list">,
  io: Io,
): Promise<number> {
  const host = await openHostFor(flags, io);
  const { flagFailure, permissionReport, ruleProblemText } = await import("@squire/host/workbench");
  const wrong = flagFailure(host.loaded, handStateOf(flags).rules);
  if (wrong !== null) {
    say(io, `${wrong.message} ${wrong.advice ?? ""}`);
    return EXIT_CODES.usage;
  }
  const report = await permissionReport(host, handStateOf(flags));
  for (const problem of report.problems) say(io, ruleProblemText(problem));
  if (flags.json) printJson(io, report);
  else io.stdout.write(page(report, styleOf(io.stdout, io.env), widthOf(io.stdout)));
  return EXIT_CODES.ok;
}

const TONES = { allow: "green", ask: "yellow", deny: "red" } as const;

function page(report: PermissionReport, style: Style, width: number | undefined): string {
  const { rules, unattended } = report;
  const free = unattended.tools.filter(({ verdict }) => verdict === "allow");
  const asks = unattended.tools.filter(({ verdict }) => verdict !== "allow");
  const table = (rows: readonly (readonly string[])[], verdicts = false): string =>
    columns(
      rows.map((row) => row.map(terminalText)),
      {
        width,
        paint: (text, _row, column) => {
          const verdict = verdicts && column === 0 ? VERDICT.exec(text)?.[0] : undefined;
          return verdict === undefined ? text : style.paint(text, TONES[verdict as Verdict]);
        },
      },
    );
  const deeds = unattended.deeds.map(({ deed, verdict, why }) => [`  ${verdict}`, deed, why]);
  const programs = unattended.programs.length;
  return [
    table(stateRows(report)),
    `Rules, in the order in which they are asked${rules.length === 0 ? ": none" : ""}`,
    table(rules.flatMap(ruleRows), true),
    "What could run right now without anybody being asked",
    table([
      ["  tools", names(free)],
      ["  not", names(asks)],
      ["  programs", programs === 0 ? "none" : `${programs} that only read`],
    ]),
    table(deeds, true),
  ].join("\n");
}

type Verdict = keyof typeof TONES;
const VERDICT = /allow|ask|deny/;

function stateRows(report: PermissionReport): readonly (readonly string[])[] {
  const { folder, trust, mode, headless, fallback, strict, sandbox } = report;
  return [
    ["folder", `${folder.path} (${folder.state})`],
    ["trust", trust],
    ["mode", mode],
    ["no rule", `permissions.mode = ${fallback}${strict ? ", strict" : ""}`],
    ["nobody there", `permissions.headless = ${headless}`],
    ["sandbox", sandbox],
  ];
}

function ruleRows({ verdict, rule, origin, inForce, note }: ReportedRule): readonly string[][] {
  const row = [`  ${inForce ? "●" : "○"} ${verdict}`, rule, origin];
  return note === undefined ? [row] : [row, ["", note]];
}

function names(tools: readonly { readonly name: string }[]): string {
  return tools.length === 0 ? "none" : tools.map(({ name }) => name).join(", ");
}
