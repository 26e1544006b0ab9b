import type { AgentEvent, KeptEvent } from "@squire/protocol";

type Plain = KeptEvent["event"];

/** What the state says anyway, or nobody needs to hear again. */
const SKIPPED: ReadonlySet<AgentEvent["type"]> = new Set<AgentEvent["type"]>([
  "session.restored",
  "session.updated",
  "presence.changed",
  "queue.changed",
  "jobs.changed",
  "edits.changed",
  "taint.changed",
  "context.changed",
  "workplace.changed",
  "status.changed",
  "leaf.changed",
]);

/**
 * What happened since the log was last at rest, told as briefly as possible: pieces of a reply are
 * put together and fall away when the reply is there. Whoever comes in the middle of a turn gets it
 * behind what the log has kept.
 */
export class TurnTail {
  #settled: KeptEvent[] = [];
  /** What the next event of its kind replaces or adds to, by what it is about. */
  readonly #open = new Map<string, KeptEvent>();

  /** Everything so far is in the log. */
  clear(): void {
    this.#settled = [];
    this.#open.clear();
  }

  get length(): number {
    return this.#settled.length + this.#open.size;
  }

  events(): readonly KeptEvent[] {
    return [...this.#settled, ...this.#open.values()];
  }

  add(event: AgentEvent, at: number): void {
    if (event.type === "session.restored" || SKIPPED.has(event.type)) return;
    switch (event.type) {
      case "text.delta":
      case "thinking.delta":
        return this.#grow(`${event.type}:${event.block}`, event, at);
      case "call.delta":
        return this.#growCall(event, at);
      case "tool.updated":
        return void this.#open.set(`tool:${event.callId}`, { at, event });
      case "edit.previewed":
        return void this.#open.set(`preview:${event.callId}`, { at, event });
      case "shell.updated":
        return this.#growShell(event, at);
      default:
        this.#close(event);
        this.#settled.push({ at, event });
    }
  }

  #grow(key: string, event: AgentEvent<"text.delta" | "thinking.delta">, at: number): void {
    const had = this.#open.get(key);
    const text =
      had !== undefined && "text" in had.event ? `${had.event.text}${event.text}` : event.text;
    this.#put(key, had?.at ?? at, { ...event, text });
  }

  #growCall(event: AgentEvent<"call.delta">, at: number): void {
    const key = `call:${event.block}`;
    const had = this.#open.get(key);
    const before = had?.event.type === "call.delta" ? had.event.argsText : "";
    this.#put(key, had?.at ?? at, { ...event, argsText: before + event.argsText });
  }

  #growShell(event: AgentEvent<"shell.updated">, at: number): void {
    const key = `shell:${event.shellId}`;
    const had = this.#open.get(key);
    const before = had?.event.type === "shell.updated" ? had.event.text : "";
    this.#put(key, at, { ...event, text: before + event.text });
  }

  #put(key: string, at: number, event: Plain): void {
    this.#open.set(key, { at, event });
  }

  /** What came in pieces is there as a whole, or will be asked for again. */
  #close(event: Plain): void {
    switch (event.type) {
      case "message.added":
        if (event.message.role === "assistant") this.#drop(PIECES);
        return;
      case "step.started":
      case "retry.started":
      case "fallback.started":
        return this.#drop([...PIECES, "preview:"]);
      case "tool.finished":
        this.#open.delete(`preview:${event.callId}`);
        this.#open.delete(`tool:${event.callId}`);
        return;
      case "shell.finished":
        return void this.#open.delete(`shell:${event.shellId}`);
      default:
    }
  }

  #drop(kinds: readonly string[]): void {
    for (const key of this.#open.keys()) {
      if (kinds.some((kind) => key.startsWith(kind))) this.#open.delete(key);
    }
  }
}

/** What a reply is put together of; a preview stays until its call has ended. */
const PIECES = ["text.delta:", "thinking.delta:", "call:"] as const;
