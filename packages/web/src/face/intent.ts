import type { ApprovalScope, Mode, Trust } from "@squire/protocol";
import type { Columns, Dialog, ListedSession, PanelTab, Theme } from "./face-state.ts";
import type { Route } from "./route.ts";

/** What somebody wants who uses the page. Elements send these up; `Face` does them. */
export type Intent =
  | { readonly type: "sign-in"; readonly token: string }
  | { readonly type: "sign-out" }
  | { readonly type: "hurry" }
  | { readonly type: "go"; readonly route: Route }
  | { readonly type: "sessions.new" }
  | { readonly type: "sessions.search"; readonly query: string }
  /** The same list again. */
  | { readonly type: "sessions.refresh" }
  | { readonly type: "sessions.more" }
  | { readonly type: "sessions.rename"; readonly sessionKey: string; readonly title: string }
  | { readonly type: "sessions.delete"; readonly sessionKey: string }
  | {
      readonly type: "sessions.ask";
      readonly what: "rename" | "delete";
      readonly session: ListedSession;
    }
  | { readonly type: "send"; readonly text: string; readonly later: boolean }
  | { readonly type: "abort" }
  | { readonly type: "retry" }
  | { readonly type: "draft"; readonly text: string }
  | { readonly type: "queue.remove"; readonly queueId: string }
  | { readonly type: "approve"; readonly approvalId: string; readonly scope: ApprovalScope }
  | { readonly type: "deny"; readonly approvalId: string; readonly reason: string | null }
  | {
      readonly type: "answer";
      readonly questionId: string;
      readonly optionId: string | null;
      readonly text: string | null;
    }
  | { readonly type: "mode.set"; readonly mode: Mode }
  | { readonly type: "trust.set"; readonly trust: Trust; readonly confirmed: boolean }
  | { readonly type: "model.set"; readonly model: string }
  | { readonly type: "thinking.set"; readonly level: string }
  | { readonly type: "pick"; readonly what: "model" | "mode" | "trust" | "thinking" | "session" }
  | { readonly type: "dialog"; readonly dialog: Dialog | null }
  | { readonly type: "toggle"; readonly id: string }
  | { readonly type: "mark"; readonly id: string | null }
  | { readonly type: "older" }
  | { readonly type: "panel"; readonly tab: PanelTab | null }
  | { readonly type: "drawer"; readonly open: boolean }
  /** The window has become wider or narrower: so many columns fit in. */
  | { readonly type: "room"; readonly room: Columns }
  | { readonly type: "citation"; readonly runId: string; readonly n: number }
  /** The same tree again. */
  | { readonly type: "tree.refresh" }
  | { readonly type: "why"; readonly callId: string }
  | { readonly type: "artifact"; readonly artifactId: string }
  | { readonly type: "artifact.whole" }
  | { readonly type: "tree.go"; readonly entryId: string }
  | { readonly type: "tree.fork"; readonly entryId: string }
  | { readonly type: "rewind.ask"; readonly entryId: string; readonly title: string }
  | {
      readonly type: "rewind.apply";
      readonly entryId: string;
      readonly what: "code" | "conversation" | "both";
    }
  | { readonly type: "job.output"; readonly jobId: string }
  | { readonly type: "job.stop"; readonly jobId: string }
  | { readonly type: "edits"; readonly what: "apply" | "discard"; readonly which: number | null }
  | { readonly type: "theme"; readonly theme: Theme }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "dismiss"; readonly id: number };

export const INTENT = "squire-intent";

/** Sends a wish up to the page. */
export function want(from: EventTarget, intent: Intent): void {
  from.dispatchEvent(new CustomEvent<Intent>(INTENT, { detail: intent, bubbles: true }));
}

/** What is done at an event: the wish goes up from where it was heard. */
export function wish(intent: Intent): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget !== null) want(currentTarget, intent);
  };
}
