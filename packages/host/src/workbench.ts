// The door to what works without a model: judging and running calls by hand, and looking after the
// machine. Apart from the index, since it loads the tools.
export { diagnose } from "./doctor/diagnose.ts";
export type { Check } from "./doctor/check.ts";
export { ruleProblemText } from "./safety/policy.ts";
export { flagFailure, ruleFailure } from "./safety/rule-failure.ts";
export { judgeBatch } from "./workbench/judge-batch.ts";
export type { BatchLine } from "./workbench/judge-batch.ts";
export { openJudge } from "./workbench/judge-calls.ts";
export type { Judge } from "./workbench/judge-calls.ts";
export { openByHand } from "./workbench/by-hand.ts";
export type { ByHand, HandState } from "./workbench/by-hand.ts";
export { permissionReport } from "./workbench/permission-report.ts";
export type { PermissionReport, ReportedRule } from "./workbench/permission-report.ts";
export { callByHand, runTool } from "./workbench/run-tool.ts";
export type { ToolRun } from "./workbench/run-tool.ts";
export { listTools } from "./workbench/tool-list.ts";
