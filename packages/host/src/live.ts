// The door to sessions and the loop, apart from the index: they load the schema library, which
// commands without a session do not need.
export { openLiveSession } from "./session/live-session.ts";
export type { LiveInput, LiveSession } from "./session/live-session.ts";
export { usageRecorder } from "./session/ledger.ts";
export { rerunSession } from "./session/rerun.ts";
export type { Rerun } from "./session/rerun.ts";
export { wishesOf } from "./session/resume.ts";
export { sessionStore } from "./sessions.ts";
