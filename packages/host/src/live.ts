// The door to sessions and the loop, apart from the index: they load the schema library, which
// commands without a session do not need.
export { openLiveSession } from "./session/live-session.ts";
export type { LiveInput } from "./session/live-input.ts";
export type { LiveSession } from "./session/live-session.ts";
export { ruleProblemText } from "./safety/policy.ts";
export type { RunRules } from "./safety/policy.ts";
export { ruleFailure } from "./safety/rule-failure.ts";
export { untrustedNote } from "./safety/untrusted-note.ts";
export { researchProblem } from "./research/research-problem.ts";
export { checkMentions } from "./session/check-mentions.ts";
export type { CheckedMention } from "./session/check-mentions.ts";
export { usageRecorder } from "./session/ledger.ts";
export { makeTitle } from "./session/make-title.ts";
export { sessionContext } from "./session/session-context.ts";
export { navigate } from "./session/navigate.ts";
export type { Navigated } from "./session/navigate.ts";
export { rerunSession } from "./session/rerun.ts";
export type { Rerun } from "./session/rerun.ts";
export { tidySnapshots } from "./session/tidy-snapshots.ts";
export { wishesOf } from "./session/resume.ts";
export { sessionStore } from "./sessions.ts";
export { Approvals } from "./approvals/approvals.ts";
export { approvalTimes } from "./approvals/approval-times.ts";
export { attachImage, isImage } from "./api/references/attach-image.ts";
export { expandReferences } from "./api/references/with-references.ts";
export { readBytes } from "./api/references/read-bytes.ts";
export { readDeniedFor } from "./safety/may-read.ts";
export type { ReadDenied } from "./safety/may-read.ts";
