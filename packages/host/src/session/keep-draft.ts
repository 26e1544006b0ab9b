import type { AgentEvent } from "@squire/protocol";
import type { ReplyDraft } from "@squire/session";

/** Keeps the words of a reply as they stream in, until the reply itself is in the log (SES-14). */
export function keepDraft(draft: ReplyDraft): (event: AgentEvent) => void {
  let step = 0;
  return (event) => {
    switch (event.type) {
      case "step.started":
        ({ step } = event);
        return;
      case "text.delta":
        draft.add(event.runId, step, event.text);
        return;
      case "message.added":
      case "step.failed":
      case "turn.failed":
      case "turn.aborted":
        draft.clear();
        return;
      default:
    }
  };
}
