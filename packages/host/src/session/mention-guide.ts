import type { TurnGuide } from "@squire/agent";
import type { AgentEvent, Citation } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import type { OpenSession } from "@squire/session";
import { checkMentions } from "./check-mentions.ts";

export type MentionParts = {
  readonly session: Pick<OpenSession, "append">;
  readonly runId: string;
  /** Where the places are looked for. */
  readonly cwd: () => string;
  readonly emit: (event: AgentEvent) => void;
};

/** More places than anybody looks up. */
const MOST_PLACES = 50;

/** Checks the places in files that an answer names; the log keeps what stood there (LOOP-25). */
export function mentionGuide({ session, runId, cwd, emit }: MentionParts): TurnGuide {
  let checked: readonly Citation[] = [];
  const tell = (): void => {
    for (const citation of checked) emit({ type: "citation.checked", runId, citation });
    checked = [];
  };
  return {
    next: () => Promise.resolve({}),
    async settle(message) {
      const mentions = await checkMentions(textOf(message), cwd());
      checked = mentions.slice(0, MOST_PLACES).map(({ citation }) => citation);
      await Promise.all(
        checked.map(({ n: _n, ...place }) => session.append({ type: "citation", ...place })),
      );
      return message;
    },
    goesOn() {
      tell();
      return false;
    },
    failed: () => false,
    wrapUp: () => false,
    end() {
      tell();
      return false;
    },
  };
}
