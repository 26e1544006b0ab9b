import type { MakeGuide, TurnGuide } from "@squire/agent";
import type { Entry } from "@squire/protocol";
import { textOf, userText } from "@squire/protocol/values";
import type { Playback } from "./playback.ts";
import { isUsers } from "./recording.ts";

/** What is known of the words of a guide, loaded where a record has some. */
export type GuideWords = {
  readonly isGuidance: (text: string) => boolean;
  readonly keepsTools: (text: string) => boolean;
};

/** Leads a turn where its guide has led it then: the record has what was said (TRN-5). */
export function recordedGuide(playback: Playback, words: GuideWords | null): MakeGuide | null {
  if (words === null) return null;
  return ({ mode }) => (mode === "research" ? guideOf(playback, words) : null);
}

function guideOf(playback: Playback, { isGuidance, keepsTools }: GuideWords): TurnGuide {
  let tools = true;
  const guidance = (): string | null => {
    const next = playback.next();
    if (next === undefined || !isUsers(next) || next.synthetic !== true) return null;
    const text = textOf(next.message);
    return isGuidance(text) ? text : null;
  };
  const goesOn = (): boolean => guidance() !== null || ownAnswer(playback.next()) !== null;
  return {
    next: () => {
      const answer = ownAnswer(playback.next());
      if (answer !== null) return Promise.resolve({ answer });
      const text = guidance();
      if (text !== null) tools = keepsTools(text);
      return Promise.resolve({ tools, ...(text === null ? {} : { say: userText(text) }) });
    },
    settle: (message) => Promise.resolve(message),
    goesOn,
    failed: goesOn,
    wrapUp: goesOn,
    end: () => false,
  };
}

/** An answer that no model gave. */
function ownAnswer(entry: Entry | undefined): string | null {
  if (entry?.type !== "message" || entry.message.role !== "assistant") return null;
  const { origin } = entry.message;
  return origin.provider === "squire" && origin.model === "guide" ? textOf(entry.message) : null;
}
