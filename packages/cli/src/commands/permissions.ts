import type { PermissionReport, ReportedRule } from "@squire/host/workbench";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { columns } from "../output/table.ts";
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
  else io.stdout.write(terminalText(page(report)));
  return EXIT_CODES.ok;
}

function page(report: PermissionReport): string {
  const { rules, unattended } = report;
  const free = unattended.tools.filter(({ verdict }) => verdict === "allow");
  const asks = unattended.tools.filter(({ verdict }) => verdict !== "allow");
  const deeds = unattended.deeds.map(({ deed, verdict, why }) => [`  ${verdict}`, deed, why]);
  const programs = unattended.programs.length;
  return [
    stateText(report),
    `Rules, in the order in which they are asked${rules.length === 0 ? ": none" : ""}`,
    columns(rules.flatMap(ruleRows)),
    "What could run right now without anybody being asked",
    columns([
      ["  tools", names(free)],
      ["  not", names(asks)],
      ["  programs", programs === 0 ? "none" : `${programs} that only read`],
    ]),
    columns(deeds),
  ].join("\n");
}

function stateText(report: PermissionReport): string {
  const { folder, trust, mode, headless, fallback, strict, sandbox } = report;
  return columns([
    ["folder", `${folder.path} (${folder.state})`],
    ["trust", trust],
    ["mode", mode],
    ["no rule", `permissions.mode = ${fallback}${strict ? ", strict" : ""}`],
    ["nobody there", `permissions.headless = ${headless}`],
    ["sandbox", sandbox],
  ]);
}

function ruleRows({ verdict, rule, origin, inForce, note }: ReportedRule): readonly string[][] {
  const row = [`  ${inForce ? "●" : "○"} ${verdict}`, rule, origin];
  return note === undefined ? [row] : [row, ["", note]];
}

function names(tools: readonly { readonly name: string }[]): string {
  return tools.length === 0 ? "none" : tools.map(({ name }) => name).join(", ");
}
