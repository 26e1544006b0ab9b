import type { AssistantContent, AssistantMessage, ModelEvent, Origin } from "@squire/protocol";

type Delta = Extract<ModelEvent, { type: "text.delta" | "thinking.delta" | "call.delta" }>;
/** What is further back was looked at before. */
const LOOK_BACK = 2_000;

type Draft = { readonly first: Delta; readonly pieces: string[] };

export function isDelta(event: ModelEvent): event is Delta {
  return (
    event.type === "text.delta" || event.type === "thinking.delta" || event.type === "call.delta"
  );
}

/** What has arrived of a reply, for rules that look at it and for a stream that never ends. */
export class PartialReply {
  readonly #drafts = new Map<number, Draft>();

  add(delta: Delta): void {
    const draft = this.#drafts.get(delta.block);
    if (draft === undefined)
      this.#drafts.set(delta.block, { first: delta, pieces: [pieceOf(delta)] });
    else draft.pieces.push(pieceOf(delta));
  }

  /** All of a block so far. */
  textOf(block: number): string {
    return this.#drafts.get(block)?.pieces.join("") ?? "";
  }

  /** A delta with enough of what came before it to see a match that lies across deltas. */
  recent(delta: Delta): string {
    const pieces = this.#drafts.get(delta.block)?.pieces ?? [];
    const enough = LOOK_BACK + pieceOf(delta).length;
    let from = pieces.length;
    for (let length = 0; from > 0 && length < enough;) length += pieces[--from]?.length ?? 0;
    return pieces.slice(from).join("");
  }

  /** Null when nothing has arrived. */
  message(origin: Origin): AssistantMessage | null {
    if (this.#drafts.size === 0) return null;
    const blocks = [...this.#drafts.keys()].sort((a, b) => a - b);
    return { role: "assistant", content: blocks.flatMap((block) => this.#content(block)), origin };
  }

  #content(block: number): readonly AssistantContent[] {
    const first = this.#drafts.get(block)?.first;
    const text = this.textOf(block);
    switch (first?.type) {
      case undefined:
        return [];
      case "text.delta":
        return [{ type: "text", text }];
      case "thinking.delta":
        return [{ type: "thinking", text }];
      case "call.delta":
        return [{ type: "call", id: first.id, name: first.name, argsText: text }];
    }
  }
}

function pieceOf(delta: Delta): string {
  return delta.type === "call.delta" ? delta.argsText : delta.text;
}
