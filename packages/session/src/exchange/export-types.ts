import type { Entry, ImageBlock, SessionHeader } from "@squire/protocol";
import type { Spent } from "../usage/turn-usage.ts";

/** What is to be exported: a branch of a session. */
export type ExportInput = { readonly header: SessionHeader; readonly branch: readonly Entry[] };

/** The same, for one that need not be in memory: its entries can be walked through again and again. */
export type ExportEntries = {
  readonly header: SessionHeader;
  readonly entries: () => Iterable<Entry>;
};

export type ExportInclude = "tools" | "thinking" | "artifacts";

export type ExportedArtifact = {
  readonly contentType: string;
  readonly text: string;
  readonly truncated: boolean;
};

export type ExportOptions = {
  /** Beyond what was said and one line for each call (EXP-4). */
  readonly include?: readonly ExportInclude[];
  /** Removes secrets; every text of the export has gone through it. */
  readonly redact?: (text: string) => string;
  /** For `artifacts`: their contents by id, see `loadArtifacts`. */
  readonly artifacts?: ReadonlyMap<string, ExportedArtifact>;
};

export type ExportItem =
  | {
      readonly kind: "user";
      readonly ts: number;
      readonly text: string;
      readonly images: readonly ImageBlock[];
    }
  | {
      readonly kind: "reply";
      readonly ts: number;
      readonly model: string;
      readonly text: string;
      /** Empty unless it is included. */
      readonly thinking: string;
      readonly status: Entry<"message">["status"];
    }
  | ExportedCall
  /** What is neither said nor called: a summary, a command of the user. */
  | { readonly kind: "note"; readonly ts: number; readonly label: string; readonly text: string };

export type ExportedCall = {
  readonly kind: "tool";
  readonly ts: number;
  readonly callId: string;
  readonly tool: string;
  readonly summary: string;
  readonly ok: boolean;
  /** As in the details of the outcome; `no outcome` when none was recorded. */
  readonly ending: string;
  readonly durationMs: number;
  /** Null unless tools are included. */
  readonly args: string | null;
  readonly output: string | null;
  readonly artifactId: string | null;
  readonly artifact: ExportedArtifact | null;
};

export type ExportTurn = {
  readonly turn: number;
  readonly items: readonly ExportItem[];
  readonly usage: Spent | null;
};

export type ExportedSource = {
  /** The turn whose answer cites it: each answer counts from 1. */
  readonly turn: number;
  readonly n: number;
  readonly source: string;
  readonly title: string;
  readonly quote: string;
  readonly status: string;
  readonly sha256: string | null;
  readonly fetchedAt: number | null;
};

/** A view whose turns come one by one. */
export type ExportPages = Omit<ExportView, "turns" | "sources"> & {
  readonly turns: () => Iterable<ExportTurn>;
  readonly sources: () => readonly ExportedSource[];
};

export type ExportView = {
  readonly id: string;
  readonly title: string;
  readonly cwd: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly models: readonly string[];
  /** Null when no price in it is known. */
  readonly costUsd: number | null;
  readonly usage: Spent;
  readonly turns: readonly ExportTurn[];
  readonly sources: readonly ExportedSource[];
};
