// The door to taking back what a session did, apart from the index: only those who do so load it.
export { doubtsOf, hasDoubts, planRewind, uncoveredBy } from "./session/rewind/plan.ts";
export type { Doubts, RewindPlan, RewindRefusal, RewindWish } from "./session/rewind/plan.ts";
export type { RewindTarget } from "./session/rewind/find-moment.ts";
export type { RewindWhat } from "./session/rewind/marker.ts";
export { rewindPoints } from "./session/rewind/points.ts";
export type { RewindPoints, RewindTurn } from "./session/rewind/points.ts";
export { rewind } from "./session/rewind/rewind.ts";
export type { RestoredFiles, RewindResult } from "./session/rewind/result.ts";
export { openSite, rewindSite } from "./session/rewind/site.ts";
export type { OpenSite, RewindSite } from "./session/rewind/site.ts";
export { undoPaths } from "./session/rewind/undo-paths.ts";
export type { UndoWish } from "./session/rewind/undo-paths.ts";
export { actionOf, whyDoubtful, whyLeft } from "./session/rewind/words.ts";
