import type { DatabaseSync } from "node:sqlite";
import type { ShellOptions, ShellResult } from "@squire/platform";

/** Opens or makes a database that only the user can read. May throw. */
export type OpenDatabase = (path: string) => DatabaseSync;

/** Runs a command line in the user's shell. Never rejects. */
export type RunShell = (command: string, options: ShellOptions) => Promise<ShellResult>;

/** Tells the user something once it matters; never called with a secret. */
export type Warn = (message: string) => void;
