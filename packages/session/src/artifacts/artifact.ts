import { isCount, isHash } from "../snapshots/path-state.ts";
import { isObject } from "../snapshots/record.ts";

/** Output that is kept whole, out of the way of messages and models (URL-2). */
export type Artifact = {
  /** `art_` and the first half of the hash. */
  readonly id: string;
  /** The tool that first brought up this content. */
  readonly tool: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
};

export type ArtifactInfo = Pick<Artifact, "tool" | "contentType">;

/** 128 bits: two outputs made to share an id are out of reach. */
const ID_DIGITS = 32;

export function artifactIdOf(sha256: string): string {
  return `art_${sha256.slice(0, ID_DIGITS)}`;
}

/** Anything else is no name of ours and reaches no path. */
export function isArtifactId(id: string): boolean {
  return /^art_[0-9a-f]{32}$/.test(id);
}

/** The artifacts of a session lie beside its log: `<log without .jsonl>.artifacts/`. */
export function artifactsFolder(logPath: string): string {
  return `${logPath.replace(/\.jsonl$/, "")}.artifacts`;
}

export function decodeArtifact(value: unknown): Artifact | undefined {
  if (!isObject(value)) return undefined;
  const { id, tool, contentType, size, sha256, createdAt } = value;
  if (!isHash(sha256) || id !== artifactIdOf(sha256)) return undefined;
  if (typeof tool !== "string" || typeof contentType !== "string") return undefined;
  if (!isCount(size) || !isCount(createdAt)) return undefined;
  return { id: artifactIdOf(sha256), tool, contentType, size, sha256, createdAt };
}
