// The door to putting files back, apart from the index: a run only records.
export { collectGarbage } from "./snapshots/garbage.ts";
export type { SweepReport } from "./snapshots/garbage.ts";
export { proveGoals } from "./snapshots/proof.ts";
export type { Proof } from "./snapshots/proof.ts";
export type { SnapshotRecord, Touched } from "./snapshots/record.ts";
export { recoverRestore } from "./snapshots/recover.ts";
export type { Recovery } from "./snapshots/recover.ts";
export { whileRestoring } from "./snapshots/restore-lock.ts";
export { findRecord, planRestore } from "./snapshots/restore-plan.ts";
export type { Refusal, RestorePlan } from "./snapshots/restore-plan.ts";
export type { Conflict, Obstacle, Step } from "./snapshots/restore-step.ts";
export { restore } from "./snapshots/restore.ts";
export type { RestoreResult } from "./snapshots/restore.ts";
export type { Uncovered } from "./snapshots/touched-chain.ts";
export { isWithin } from "./snapshots/tree-path.ts";
export { workspacePath } from "./snapshots/workspace-path.ts";
