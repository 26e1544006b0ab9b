import { redact } from "@squire/llm";
import { squireHome } from "@squire/host";
import { homedir } from "node:os";
import type { Io } from "../io.ts";
import { VERSION } from "../version.ts";
import { logError } from "./error-log.ts";

/** Keeps a fault of ours for `squire debug report`, without what looks like a key. */
export async function keepCrash(error: unknown, { env, cwd }: Io): Promise<void> {
  const home = squireHome(env, { userHome: env["HOME"] ?? homedir(), cwd });
  const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
  const kept = { message: redact(message, []), stack: redact(stack, []) };
  await logError(home, { at: Date.now(), version: VERSION, ...kept });
}
