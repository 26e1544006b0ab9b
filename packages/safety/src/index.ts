export type { Command, Sandbox } from "./sandbox/sandbox.ts";
