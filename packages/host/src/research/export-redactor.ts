import { redact as hideShapes } from "@squire/llm";
import { createRedactor } from "@squire/safety";
import type { Env } from "../settings/env.ts";
import { knownSecrets } from "../workbench/known-secrets.ts";

/** Takes secrets out of what leaves this machine: those of the environment and what looks like one (EXP-4). */
export function exportRedactor(env: Env): (text: string) => string {
  const { redact } = createRedactor({ values: knownSecrets(env) });
  return (text) => hideShapes(redact(text), []);
}
