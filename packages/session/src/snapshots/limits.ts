/** The bounds of snapshots; every number is a default. */
export type SnapshotLimits = {
  /** Larger files are noted, not kept (SES-20). */
  readonly fileBytes: number;
  /** What one scan looks at. */
  readonly entries: number;
  /** What one scan reads; smaller files first, so that sources come before data. */
  readonly scanBytes: number;
  /** What the store may hold (SES-22). */
  readonly storeBytes: number;
  /** How long a snapshot is kept (SES-22). */
  readonly retentionMs: number;
};

const MB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

export const SNAPSHOT_LIMITS: SnapshotLimits = {
  fileBytes: 5 * MB,
  entries: 100_000,
  scanBytes: 512 * MB,
  storeBytes: 2048 * MB,
  retentionMs: 30 * DAY_MS,
};
