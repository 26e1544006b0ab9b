import type { Tool } from "@squire/agent";
import { askChoiceTool } from "./ask/ask-choice.ts";
import { askTool } from "./ask/ask.ts";
import type { AskServices } from "./ask/ask.ts";
import { bashTool } from "./bash/bash.ts";
import { changeWorkspaceTool } from "./change-workspace/change-workspace.ts";
import type { MoveServices } from "./change-workspace/change-workspace.ts";
import { multiEditTool } from "./edit/multi-edit.ts";
import { patchEditTool } from "./edit/patch-edit.ts";
import { replaceEditTool } from "./edit/replace-edit.ts";
import { fileTools } from "./file-tools.ts";
import type { FileToolServices } from "./file-tools.ts";
import { jobOutputTool } from "./jobs/job-output.ts";
import { listJobsTool } from "./jobs/list-jobs.ts";
import { runBackgroundTool } from "./jobs/run-background.ts";
import { stopJobTool } from "./jobs/stop-job.ts";
import type { PlanServices } from "./plan/board.ts";
import { markStepCompleteTool } from "./plan/mark-step-complete.ts";
import { revisePlanTool } from "./plan/revise-plan.ts";
import { submitPlanTool } from "./plan/submit-plan.ts";
import type { Shell } from "./shell/shell.ts";
import { todoTool } from "./todo/todo.ts";

/** Everything that built-in tools work with; a host puts it together once for each session. */
export type ToolServices = FileToolServices &
  PlanServices &
  AskServices &
  MoveServices & { readonly shell: Shell };

export type BuiltInOptions = {
  /** False: only tools that read files (FS-7). */
  readonly allowWrite: boolean;
  readonly editVariant: "replace" | "patch";
  /** Only these; empty: all (TOOL-1). */
  readonly enabled: readonly string[];
};

/** The built-in tools of a session, in the order the model is told about them. */
export function createBuiltIns(services: ToolServices, options: BuiltInOptions): readonly Tool[] {
  const { enabled } = options;
  return allOf(services, options).filter(
    ({ name }) => enabled.length === 0 || enabled.includes(name),
  );
}

function allOf(services: ToolServices, options: BuiltInOptions): readonly Tool[] {
  const { shell } = services;
  return [
    ...fileTools(services, options),
    ...(options.allowWrite ? editTools(services, options) : []),
    ...[bashTool, runBackgroundTool, jobOutputTool, listJobsTool, stopJobTool].map((make) =>
      make(shell),
    ),
    submitPlanTool(services),
    markStepCompleteTool(services),
    revisePlanTool(services),
    askChoiceTool(),
    askTool(services),
    todoTool(services),
    changeWorkspaceTool(services),
  ];
}

function editTools(services: ToolServices, { editVariant }: BuiltInOptions): readonly Tool[] {
  if (editVariant === "patch") return [patchEditTool(services)];
  return [replaceEditTool(services), multiEditTool(services)];
}
