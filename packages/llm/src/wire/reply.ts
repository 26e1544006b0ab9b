import type {
  AssistantContent,
  AssistantMessage,
  FinishReason,
  JsonValue,
  ModelEvent,
  ModelFailure,
  Origin,
  Usage,
} from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol/values";

type Draft =
  | { type: "text" | "thinking"; text: string; opaque?: JsonValue; open: boolean }
  | { type: "call"; id: string; name: string; argsText: string; opaque?: JsonValue; open: boolean }
  | { type: "vendor"; label: string; opaque: JsonValue; open: boolean };

/**
 * Collects one reply while a wire protocol reads its frames, and says what happened as events.
 * It alone guarantees the shape every stream has: `start` first, blocks that open also end, call
 * ids are unique, one terminal event, nothing after it.
 */
export class Reply {
  readonly #origin: Origin;
  readonly #blocks: Draft[] = [];
  readonly #keys = new Map<string, number>();
  readonly #callIds = new Set<string>();
  #events: ModelEvent[] = [];
  #started = false;
  #finished = false;
  usage: Usage = NO_USAGE;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** The events since the last take. */
  take(): readonly ModelEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  start(): void {
    if (this.#started || this.#finished) return;
    this.#started = true;
    this.#events.push({ type: "start", model: this.#origin.model });
  }

  text(key: string, delta: string): void {
    this.#prose("text", key, delta);
  }

  thinking(key: string, delta: string): void {
    this.#prose("thinking", key, delta);
  }

  /** Opens a call. An id that is missing or was used before is replaced by a fresh one. */
  call(key: string, id: string, name: string): void {
    if (this.#finished || this.#keys.has(key)) return;
    this.start();
    const block = this.#add(key, {
      type: "call",
      id: this.#freshCallId(id),
      name,
      argsText: "",
      open: true,
    });
    this.#emitCall(block, "");
  }

  args(key: string, delta: string): void {
    const block = this.#keys.get(key);
    const draft = block === undefined ? undefined : this.#blocks[block];
    if (block === undefined || draft?.type !== "call" || !draft.open || delta === "") return;
    draft.argsText += delta;
    this.#emitCall(block, delta);
  }

  /** The name of a call may arrive after its start, whole or in pieces. */
  nameCall(key: string, name: string): void {
    const draft = this.#draft(key);
    if (draft?.type === "call" && draft.open) draft.name = name;
  }

  /** The raw argument text of a call so far; undefined when the key is no call. */
  argsOf(key: string): string | undefined {
    const draft = this.#draft(key);
    return draft?.type === "call" ? draft.argsText : undefined;
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  textOf(key: string): string {
    const draft = this.#draft(key);
    return draft?.type === "text" || draft?.type === "thinking" ? draft.text : "";
  }

  /** Attaches what the vendor wants back with this block; a block that is not there is opened. */
  opaque(key: string, kind: "text" | "thinking", opaque: JsonValue): void {
    if (!this.#keys.has(key)) this.#prose(kind, key, "", true);
    const draft = this.#draft(key);
    if (draft !== undefined) draft.opaque = opaque;
  }

  opaqueCall(key: string, opaque: JsonValue): void {
    const draft = this.#draft(key);
    if (draft?.type === "call") draft.opaque = opaque;
  }

  vendor(key: string, label: string, opaque: JsonValue): void {
    if (this.#finished) return;
    this.start();
    const draft = this.#draft(key);
    if (draft?.type === "vendor") draft.opaque = opaque;
    else if (draft === undefined) this.#add(key, { type: "vendor", label, opaque, open: true });
  }

  end(key: string): void {
    const block = this.#keys.get(key);
    const draft = block === undefined ? undefined : this.#blocks[block];
    if (block === undefined || !draft?.open || this.#finished) return;
    draft.open = false;
    this.#events.push({ type: "block.end", block });
  }

  endAll(): void {
    for (const key of this.#keys.keys()) this.end(key);
  }

  warn(code: string, message: string): void {
    if (!this.#finished) this.#events.push({ type: "warning", code, message });
  }

  /** `stop` with calls in the reply is `calls`: some servers say `stop` either way. */
  finish(reason: FinishReason): void {
    if (this.#finished) return;
    this.start();
    this.endAll();
    this.#finished = true;
    const called = this.#blocks.some((draft) => draft.type === "call");
    this.#events.push({
      type: "finish",
      reason: reason === "length" ? "length" : called ? "calls" : "stop",
      message: this.#message(),
      usage: this.usage,
    });
  }

  /** Once a part of the reply was delivered, asking again is no longer a retry. */
  fail(told: ModelFailure): void {
    if (this.#finished) return;
    this.endAll();
    this.#finished = true;
    const partial = this.partial();
    const failure = { ...told, retryable: told.retryable && partial === null };
    this.#events.push({ type: "error", failure, partial, usage: this.usage });
  }

  partial(): AssistantMessage | null {
    return this.#blocks.length === 0 ? null : this.#message();
  }

  #draft(key: string): Draft | undefined {
    const block = this.#keys.get(key);
    return block === undefined ? undefined : this.#blocks[block];
  }

  #add(key: string, draft: Draft): number {
    const block = this.#blocks.push(draft) - 1;
    this.#keys.set(key, block);
    return block;
  }

  #prose(type: "text" | "thinking", key: string, delta: string, evenEmpty = false): void {
    if (this.#finished || (delta === "" && !evenEmpty)) return;
    this.start();
    const block = this.#keys.get(key) ?? this.#add(key, { type, text: "", open: true });
    const draft = this.#blocks[block];
    if (draft === undefined || draft.type !== type || !draft.open) return;
    if (delta === "") return;
    draft.text += delta;
    this.#events.push(
      type === "text"
        ? { type: "text.delta", block, text: delta }
        : { type: "thinking.delta", block, text: delta },
    );
  }

  #emitCall(block: number, argsText: string): void {
    const draft = this.#blocks[block];
    if (draft?.type !== "call") return;
    this.#events.push({ type: "call.delta", block, id: draft.id, name: draft.name, argsText });
  }

  #freshCallId(id: string): string {
    let fresh = id === "" ? `call_${this.#callIds.size + 1}` : id;
    for (let n = 2; this.#callIds.has(fresh); n++) fresh = `${id === "" ? "call" : id}_${n}`;
    this.#callIds.add(fresh);
    return fresh;
  }

  #message(): AssistantMessage {
    return {
      role: "assistant",
      content: this.#blocks.map(finished),
      origin: this.#origin,
    };
  }
}

function finished(draft: Draft): AssistantContent {
  const { open: _open, ...block } = draft;
  return block;
}
