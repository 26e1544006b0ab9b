import type { AgentEvent } from "@squire/protocol";
import { modelKey } from "@squire/llm";
import { ruleProblemText } from "../safety/policy.ts";
import { untrustedNote } from "../safety/untrusted-note.ts";
import type { SessionDesk } from "./desk.ts";
import type { DeskInput } from "./desk-input.ts";

type Warning = AgentEvent<"warning.raised">;

/** What somebody who opens a session should know: what was mended, and what is not in force. */
export async function openingNotes(
  { host, session, live }: SessionDesk,
  choice: DeskInput["choice"],
): Promise<readonly Warning[]> {
  const { insteadOf, model } = choice;
  const untrusted = await untrustedNote(host);
  return [
    ...session.mended.problems.map(({ message }) => warning("session.mended", message)),
    ...(insteadOf === undefined
      ? []
      : [
          warning(
            "model.gone",
            `${insteadOf} cannot be used now; going on with ${modelKey(model)}.`,
          ),
        ]),
    ...live.workbench.ruleProblems().map((one) => warning("rule.unclear", ruleProblemText(one))),
    ...(untrusted === null ? [] : [warning("folder.untrusted", untrusted)]),
  ];
}

function warning(code: string, message: string): Warning {
  return { type: "warning.raised", code, message };
}
