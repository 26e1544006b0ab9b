import type { Tool } from "@squire/agent";
import { askChoiceTool } from "./ask/ask-choice.ts";
import { askTool } from "./ask/ask.ts";
import type { AskServices } from "./ask/ask.ts";
import { bashTool } from "./bash/bash.ts";
import { changeWorkspaceTool } from "./change-workspace/change-workspace.ts";
import type { MoveServices } from "./change-workspace/change-workspace.ts";
import { astEditTool } from "./ast/ast-edit.ts";
import { astGrepTool } from "./ast/ast-grep.ts";
import type { AstServices } from "./ast/services.ts";
import { editAnchors, editDecorate, editTools } from "./edit/edit-tools.ts";
import type { EditVariant } from "./edit/edit-tools.ts";
import { fileTools } from "./file-tools.ts";
import type { FileToolServices } from "./file-tools.ts";
import { findFileTool } from "./find-file/find-file.ts";
import { globTool } from "./glob/glob.ts";
import { grepTool } from "./grep/grep.ts";
import { imageGenTool } from "./image-gen/image-gen.ts";
import type { ImageServices } from "./image-gen/image-makers.ts";
import { jobOutputTool } from "./jobs/job-output.ts";
import { listJobsTool } from "./jobs/list-jobs.ts";
import { runBackgroundTool } from "./jobs/run-background.ts";
import { stopJobTool } from "./jobs/stop-job.ts";
import type { PlanServices } from "./plan/board.ts";
import { markStepCompleteTool } from "./plan/mark-step-complete.ts";
import { revisePlanTool } from "./plan/revise-plan.ts";
import { submitPlanTool } from "./plan/submit-plan.ts";
import type { ResolveUrl } from "./read/services.ts";
import type { SearchServices } from "./search/services.ts";
import type { Shell } from "./shell/shell.ts";
import { webTools } from "./web/web-tools.ts";
import type { WebServices } from "./web/web-tools.ts";
import { todoTool } from "./todo/todo.ts";

/** The same place, for a tool that shows it and for one that searches it. */
export type InternalUrls = {
  readonly read: ResolveUrl;
  /** Fails with `ToolError` for a URL that leads nowhere. */
  readonly file: NonNullable<SearchServices["resolveUrl"]>;
};

/** Everything that built-in tools work with; a host puts it together once for each session. */
export type ToolServices = Omit<FileToolServices, "resolveUrl"> &
  Omit<AstServices, "files" | "resolveUrl"> &
  PlanServices &
  AskServices &
  MoveServices & {
    readonly shell: Shell;
    /** What internal URLs lead to; absent: nowhere (URL-1). */
    readonly urls?: InternalUrls;
    /** Null: no key to make images with (IMG-2). */
    readonly images: ImageServices | null;
    /** Null: no web (WEB-9). */
    readonly web: WebServices | null;
  };

export type BuiltInOptions = {
  /** False: only tools that read files (FS-7). */
  readonly allowWrite: boolean;
  readonly editVariant: EditVariant;
  /** Exactly these; empty: the core ones; `all`: every one (TOOL-1). */
  readonly enabled: readonly string[];
};

/** The built-in tools of a session, in the order the model is told about them. */
export function createBuiltIns(services: ToolServices, options: BuiltInOptions): readonly Tool[] {
  const { enabled } = options;
  const isWanted = ({ name }: Tool): boolean =>
    enabled.length === 0 ? !EXTRAS.has(name) : enabled.includes("all") || enabled.includes(name);
  return allOf(services, options).filter(isWanted);
}

/**
 * What a command or another tool does as well: not worth their part of every request unless the
 * user wants them. `mark_step_complete` and `revise_plan` come with the plan they are for.
 */
const EXTRAS: ReadonlySet<string> = new Set([
  "tree",
  "stat",
  "mkdir",
  "notebook",
  "find_file",
  "ast_edit",
  "change_workspace",
  "image_gen",
  "mark_step_complete",
  "revise_plan",
]);

/** The tools for carrying out a plan, once there is one. */
export function planFollowers(services: PlanServices): readonly Tool[] {
  return [markStepCompleteTool(services), revisePlanTool(services)];
}

function allOf(services: ToolServices, options: BuiltInOptions): readonly Tool[] {
  const { shell } = services;
  return [
    ...fileTools(decorated(services, options), options),
    ...(options.allowWrite ? editTools(services, options.editVariant) : []),
    grepTool(anchored(services, options)),
    globTool(services),
    findFileTool(services),
    ...astTools(services, options),
    ...[bashTool, runBackgroundTool, jobOutputTool, listJobsTool, stopJobTool].map((make) =>
      make(shell),
    ),
    ...webTools(services.web),
    ...imageTools(services),
    submitPlanTool(services),
    ...planFollowers(services),
    askChoiceTool(),
    askTool(services),
    todoTool(services),
    changeWorkspaceTool(services),
  ];
}

function imageTools(services: ToolServices): readonly Tool[] {
  const { images, urls, mayRead } = services;
  if (images === null) return [];
  const tool = imageGenTool({
    get files() {
      return services.files;
    },
    images,
    ...(mayRead === undefined ? {} : { mayRead }),
    ...(urls === undefined ? {} : { resolveUrl: urls.read }),
  });
  return [tool];
}

/** Lines as the edit variant wants to see them, and what URLs lead to. */
function decorated(services: ToolServices, { editVariant }: BuiltInOptions): FileToolServices {
  const decorate = editDecorate(editVariant);
  const { urls, refuses } = services;
  return {
    get files() {
      return services.files;
    },
    seen: services.seen,
    onChanged: services.onChanged,
    ...(refuses === undefined ? {} : { refuses }),
    ...(urls === undefined ? {} : { resolveUrl: urls.read }),
    ...(decorate === null ? {} : { decorate }),
  };
}

function anchored(services: ToolServices, { editVariant }: BuiltInOptions): SearchServices {
  const { scans, ripgrep, mayRead, urls } = services;
  const anchorOf = editAnchors(editVariant);
  return {
    scans,
    ripgrep,
    ...(mayRead === undefined ? {} : { mayRead }),
    ...(urls === undefined ? {} : { resolveUrl: urls.file }),
    ...(anchorOf === null ? {} : { anchorOf }),
  };
}

function astTools(services: ToolServices, { allowWrite }: BuiltInOptions): readonly Tool[] {
  const offers = [astGrepTool(services), ...(allowWrite ? [astEditTool(services)] : [])];
  return offers.flatMap((offer) => ("unavailable" in offer ? [] : [offer]));
}
