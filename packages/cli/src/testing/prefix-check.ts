import type { Entry } from "@squire/protocol";
import { createHash } from "node:crypto";

export type BreakCause = Entry<"prefix_break">["cause"];

export type PrefixCheck = {
  /** What is wrong, in words: requests that do not extend the one before them, without a record. */
  readonly faults: readonly string[];
  /** The recorded causes, in order. */
  readonly causes: readonly BreakCause[];
  /** Part of all blocks that a cache of blocks would have had. */
  readonly hits: number;
  /** The same, had only what is necessary been lost. */
  readonly ideal: number;
};

const BLOCK = 1_024;
/** They move on with each request and are not read by the model (LOOP-3). */
const MARKER = /,"cache_control":\{"type":"ephemeral"(?:,"ttl":"1h")?\}/g;

type Sent = {
  readonly model: string;
  readonly body: string;
  readonly causes: readonly BreakCause[];
};

/**
 * Judges the bodies a server has received by what the log says about them (LOOP-3, LOOP-16).
 * `necessary` are the causes that somebody wanted; a break for any other is a loss.
 */
export function checkPrefixes(
  branch: readonly Entry[],
  bodies: readonly string[],
  necessary: ReadonlySet<BreakCause>,
): PrefixCheck {
  const { sent, missing } = match(branch, bodies);
  const faults = [...missing];
  const cache = new BlockCache();
  let blocks = 0;
  let hits = 0;
  let ideal = 0;
  for (const [at, { model, body, causes }] of sent.entries()) {
    const before = at === 0 ? "" : openEnd(sent[at - 1]?.body ?? "");
    const read = cache.read(model, body);
    const whole = body.startsWith(before);
    if (!whole && causes.length === 0)
      faults.push(`request ${at + 1} breaks the prefix unrecorded`);
    if (whole && at > 0 && causes.length > 0) faults.push(`request ${at + 1} breaks nothing`);
    blocks += read.blocks;
    hits += read.hits;
    const isLost = causes.some((cause) => necessary.has(cause));
    ideal += isLost ? read.hits : Math.floor(Buffer.byteLength(before) / BLOCK);
  }
  const causes = sent.flatMap((one) => one.causes);
  return { faults, causes, hits: hits / blocks, ideal: ideal / blocks };
}

/** The requests of the log with the bodies that have their hashes. */
function match(branch: readonly Entry[], bodies: readonly string[]) {
  const received = new Map(bodies.map((body) => [sha256(body), body]));
  const sent: Sent[] = [];
  const missing: string[] = [];
  let causes: BreakCause[] = [];
  for (const entry of branch) {
    if (entry.type === "prefix_break") causes.push(entry.cause);
    if (entry.type !== "request_sent" || entry.kind !== "turn") continue;
    const body = received.get(entry.bodyHash);
    if (body === undefined) missing.push(`the server never received ${entry.bodyHash}`);
    else sent.push({ model: entry.model, body: body.replaceAll(MARKER, ""), causes });
    causes = [];
  }
  return { sent, missing };
}

function openEnd(body: string): string {
  return body.replace(/[\]}]+$/, "");
}

/** Blocks known by everything up to their end, apart for each model, as servers keep them. */
class BlockCache {
  readonly #seen = new Set<string>();

  read(model: string, body: string): { readonly blocks: number; readonly hits: number } {
    const bytes = Buffer.from(body);
    const blocks = Math.floor(bytes.length / BLOCK);
    let key = model;
    let hits = 0;
    for (let at = 0; at < blocks; at++) {
      const block = bytes.subarray(at * BLOCK, (at + 1) * BLOCK);
      key = createHash("sha256").update(key).update(block).digest("hex");
      if (hits === at && this.#seen.has(key)) hits++;
      this.#seen.add(key);
    }
    return { blocks, hits };
  }
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
