import type { Tool } from "@squire/agent";
import { bashTool } from "./bash/bash.ts";
import { fileTools } from "./file-tools.ts";
import { perWorkspace } from "./per-workspace.ts";
import { openShell } from "./shell/shell.ts";

/** Every built-in tool, in the order the model is told about them. */
export const BUILT_INS: readonly Tool[] = [...perWorkspace(fileTools), bashTool(openShell())];
