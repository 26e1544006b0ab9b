import type { MethodResult } from "@squire/protocol";
import type { CommandScene } from "./command.ts";
import { list } from "./words.ts";

type Listed = MethodResult<"rules.list">["rules"][number];

/** The file rules for `/memory` (MEM-8); "" where there are none. */
export async function ruleLines({ call, sessionKey }: CommandScene): Promise<string> {
  const of = sessionKey === "" ? {} : { sessionKey };
  const { rules, problems, untrusted } = await call("rules.list", of);
  const lines = [
    ...rules.map(lineOf),
    ...problems,
    ...untrusted.map((path) => `${path}: not in effect; \`squire trust\` shows it and asks`),
  ];
  return lines.length === 0 ? "" : `\n\nRules:\n${list(lines, "")}`;
}

function lineOf({ path, when, globs, loaded, description }: Listed): string {
  const about = description === "" ? "" : `: ${description}`;
  const state = {
    always: "always in the prompt",
    touched: `${loaded ? "loaded" : "not loaded yet"}, for ${globs.join(", ")}`,
    asked: "read when it is wanted",
  }[when];
  return `${path} (${state})${about}`;
}
