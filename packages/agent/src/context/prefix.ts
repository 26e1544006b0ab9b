import type { Message, ToolSpec } from "@squire/protocol";
import { sha256 } from "./sha256.ts";

export type PrefixParts = {
  readonly system: string;
  readonly tools: readonly ToolSpec[];
  /** Examples that stand before the conversation. */
  readonly fewShots?: readonly Message[];
};

/** A prefix as it is sent, with the hash it is known by. */
export type PrefixView = Required<PrefixParts> & { readonly fingerprint: string };

/**
 * The part of every request that stays byte by byte the same (LOOP-1, LOOP-2). What changes while a
 * session runs (time, git status) belongs into the log as context entries, never in here (LOOP-27).
 */
export class Prefix {
  readonly #system: string;
  readonly #fewShots: readonly Message[];
  #tools: readonly ToolSpec[];
  #view: PrefixView | null = null;
  #bare: PrefixView | null = null;

  constructor({ system, tools, fewShots = [] }: PrefixParts) {
    this.#system = system;
    this.#fewShots = fewShots;
    this.#tools = tools;
  }

  /** With the tools. The same object until a tool is added. */
  view(): PrefixView {
    this.#view ??= viewOf(this.#system, this.#tools, this.#fewShots);
    return this.#view;
  }

  /** Without them, as chat mode and a forced summary send it (C11). */
  withoutTools(): PrefixView {
    this.#bare ??= viewOf(this.#system, [], this.#fewShots);
    return this.#bare;
  }

  get fingerprint(): string {
    return this.view().fingerprint;
  }

  /** False, and nothing changes, for a name that is there. A new one costs the vendor's cache once. */
  addTool(spec: ToolSpec): boolean {
    if (this.#tools.some(({ name }) => name === spec.name)) return false;
    this.#tools = [...this.#tools, spec];
    this.#view = null;
    return true;
  }

  /** Throws when what would be sent is not what the fingerprint was made of. */
  verifyFingerprint(): void {
    for (const kept of [this.#view, this.#bare]) {
      if (kept === null || fingerprintOf(kept) === kept.fingerprint) continue;
      throw new Error(
        "The fixed part of the request has changed without notice: its fingerprint no longer fits. " +
          "This is a defect; please report it.",
      );
    }
  }
}

function viewOf(
  system: string,
  tools: readonly ToolSpec[],
  fewShots: readonly Message[],
): PrefixView {
  const parts = { system, tools, fewShots };
  return { ...parts, fingerprint: fingerprintOf(parts) };
}

/** The bytes count, not only the meaning: a vendor's cache knows nothing of key order. */
function fingerprintOf({ system, tools, fewShots }: Required<PrefixParts>): string {
  return sha256(JSON.stringify([system, tools, fewShots]));
}
