import type { Approve, Gate, Snapshot } from "@squire/agent";
import type { ApprovalAnswer, JsonValue, JudgedCall } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { applyEdits, EMPTY_QUEUE, parseChoice, queueBlocks, takeBlocks } from "@squire/tools";
import type { BlockQueue, BlockResult, EditServices, QueuedBlock } from "@squire/tools";
import type { SessionAudit } from "../safety/session-audit.ts";

/** The name under which the log keeps what waits: a `custom` entry, unseen by the model. */
const EDITS_ENTRY = "squire.edits";

export type QueuePorts = {
  readonly session: OpenSession;
  /** The gate for questions; null where the mode has no edits. */
  readonly look: Gate;
  readonly judgedCall: (callId: string) => JudgedCall | null;
  readonly editing: () => EditServices;
  readonly audit: SessionAudit;
  /** The user does not want this change. */
  readonly reject: (call: JudgedCall) => Promise<unknown>;
};

/**
 * Edits in the words of replies that wait for the user's `/apply` or `/discard` (EDIT-9). What
 * waits is in the log, so that it is still there when the session goes on.
 */
export class QueuedEdits {
  readonly #ports: QueuePorts;
  #queue: BlockQueue;

  constructor(ports: QueuePorts) {
    this.#ports = ports;
    this.#queue = keptQueue(ports.session);
  }

  /** The oldest first. */
  list(): readonly QueuedBlock[] {
    return this.#queue.blocks;
  }

  /** The branch in view is another one: what waits there may be something else. */
  reread(): void {
    this.#queue = keptQueue(this.#ports.session);
  }

  /** Where an edit in words would be asked about, it waits instead: the reply need not. */
  holding(ask: Approve): Approve {
    return async (request, options) => {
      const call = this.#ports.judgedCall(request.callId);
      return call?.name === "edit" ? this.#hold(call) : ask(request, options);
    };
  }

  /**
   * Applies what the words after `/apply` choose. It is the user's own yes: what a rule or the floor
   * denies is not applied, all else is. Each is on record and in a snapshot first.
   */
  async apply(
    words: string,
    { snapshot, signal }: { readonly snapshot: Snapshot | null; readonly signal: AbortSignal },
  ): Promise<readonly BlockResult[]> {
    const results: BlockResult[] = [];
    for (const block of await this.#take(words)) {
      results.push(await this.#applyOne(block, snapshot, signal));
    }
    await this.#tell(
      "applied",
      results.map(({ path, status }) => `${path}: ${status}`),
    );
    return results;
  }

  async discard(words: string): Promise<readonly QueuedBlock[]> {
    const taken = await this.#take(words);
    for (const block of taken) await this.#ports.reject(editOf(block));
    await this.#tell(
      "discarded",
      taken.map(({ path }) => path),
    );
    return taken;
  }

  async #hold(call: JudgedCall): Promise<ApprovalAnswer> {
    const [edit] = readBlock({ ...call.args, id: 0 });
    if (edit === undefined) return { verdict: "deny", reason: "it cannot be read", by: "queue" };
    await this.#set(queueBlocks(this.#queue, [edit]));
    const id = this.#queue.lastId;
    const reason = `not applied yet: it waits for the user as edit ${id} (/apply ${id} or /discard ${id}). Go on with what does not need it.`;
    return { verdict: "deny", reason, by: "queue" };
  }

  async #applyOne(
    block: QueuedBlock,
    snapshot: Snapshot | null,
    signal: AbortSignal,
  ): Promise<BlockResult> {
    const { look, audit, session, editing } = this.#ports;
    const call = editOf(block);
    const { verdict, trail } = await look(call);
    if (verdict === "deny") {
      const message = trail.findLast((step) => step.verdict === "deny")?.reason ?? "It is denied.";
      return { path: block.path, line: block.line, status: "error", message, edit: null };
    }
    await audit.record({
      kind: "approval",
      session: session.header.id,
      call: call.callId,
      answer: "yes",
      by: "/apply",
    });
    await session.flush();
    const changed = await snapshot?.(call, signal);
    const [result] = await applyEdits(editing(), [block], signal);
    await changed?.();
    if (result === undefined) throw new Error("The edit has no result.");
    return result;
  }

  async #take(words: string): Promise<readonly QueuedBlock[]> {
    const { taken, queue } = takeBlocks(this.#queue, parseChoice(words));
    if (taken.length > 0) await this.#set(queue);
    return taken;
  }

  async #set(queue: BlockQueue): Promise<void> {
    this.#queue = queue;
    const data: JsonValue = { lastId: queue.lastId, blocks: queue.blocks.map(plain) };
    await this.#ports.session.append({ type: "custom", customType: EDITS_ENTRY, data });
  }

  /** The model learns of it with the next turn. */
  async #tell(what: "applied" | "discarded", lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const text = [`The user ${what} edits that were waiting:`, ...lines.map((line) => `- ${line}`)];
    const entry = { type: "context", topic: "edits", text: text.join("\n") } as const;
    await this.#ports.session.append(entry);
  }
}

function plain({ id, path, search, replace, line }: QueuedBlock) {
  return { id, path, search, replace, line };
}

function editOf({ id, path, search, replace }: QueuedBlock): JudgedCall {
  return {
    callId: `edit_${id}`,
    name: "edit",
    args: { path, search, replace },
    effect: "write",
    subject: path,
    summary: `edit ${path}`,
    requiresApproval: false,
  };
}

function keptQueue({ tree }: Pick<OpenSession, "tree">): BlockQueue {
  const entry = tree
    .branch()
    .findLast((one) => one.type === "custom" && one.customType === EDITS_ENTRY);
  return entry?.type === "custom" ? readQueue(entry.data) : EMPTY_QUEUE;
}

/** What is in a log may have been put there by anybody. */
function readQueue(data: JsonValue): BlockQueue {
  if (!isObject(data)) return EMPTY_QUEUE;
  const { lastId, blocks } = data;
  if (typeof lastId !== "number" || !Array.isArray(blocks)) return EMPTY_QUEUE;
  return { lastId, blocks: blocks.flatMap(readBlock) };
}

function readBlock(value: JsonValue): readonly QueuedBlock[] {
  if (!isObject(value)) return [];
  const { id, path, search, replace } = value;
  if (typeof id !== "number" || typeof path !== "string") return [];
  if (typeof search !== "string" || typeof replace !== "string") return [];
  return [{ id, path, search, replace, line: 1 }];
}

function isObject(value: JsonValue): value is { readonly [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
