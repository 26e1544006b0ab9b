import type { Tool } from "@squire/agent";
import { bashTool } from "./bash/bash.ts";
import { read } from "./read/read.ts";
import { openShell } from "./shell/shell.ts";
import { write } from "./write/write.ts";

/** Every built-in tool, in the order the model is told about them. */
export const BUILT_INS: readonly Tool[] = [read, write, bashTool(openShell())];
