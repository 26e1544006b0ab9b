import type { InputEvent } from "./key.ts";
import { parseKey } from "./parse-key.ts";
import { parseReply } from "./parse-reply.ts";
import { nextSequence } from "./sequence.ts";

const PASTE_START = "\u001b[200~";
const PASTE_END = "\u001b[201~";

/**
 * Bytes of a terminal as events. Wherever the bytes are cut, the same events come out; a lone ESC
 * stays back until more comes or `flush` says that nothing will.
 */
export class InputDecoder {
  readonly #utf8 = new TextDecoder("utf-8");
  #held = "";
  /** Pieces of a paste under way; its end may be cut in two. */
  #paste: string[] | null = null;

  push(bytes: Uint8Array): readonly InputEvent[] {
    this.#held += this.#utf8.decode(bytes, { stream: true });
    return this.#drain(false);
  }

  /** True while bytes wait for their rest: the caller sets a timer and calls `flush`. */
  get waiting(): boolean {
    return this.#held !== "" && this.#paste === null;
  }

  /** No more will come for now: what waits is taken as it is. A paste goes on waiting for its end. */
  flush(): readonly InputEvent[] {
    return this.#paste === null ? this.#drain(true) : [];
  }

  #drain(final: boolean): readonly InputEvent[] {
    const events: InputEvent[] = [];
    let at = 0;
    for (;;) {
      if (this.#paste !== null) {
        const next = this.#takePaste(at, events);
        if (next === null) return events;
        at = next;
        continue;
      }
      const sequence = nextSequence(this.#held, at, final);
      if (sequence === null) break;
      at += sequence.length;
      if (sequence === PASTE_START) this.#paste = [];
      else if (sequence !== PASTE_END) events.push(...eventOf(sequence));
    }
    this.#held = this.#held.slice(at);
    return events;
  }

  /** The text up to the end mark; null when the mark has not come yet. */
  #takePaste(from: number, events: InputEvent[]): number | null {
    const pieces = this.#paste ?? [];
    const end = this.#held.indexOf(PASTE_END, from);
    if (end < 0) {
      // What could be the beginning of the end mark stays.
      const keep = Math.max(from, this.#held.length - PASTE_END.length + 1);
      pieces.push(this.#held.slice(from, keep));
      this.#held = this.#held.slice(keep);
      return null;
    }
    pieces.push(this.#held.slice(from, end));
    events.push({ type: "paste", text: pieces.join("") });
    this.#paste = null;
    return end + PASTE_END.length;
  }
}

function eventOf(sequence: string): readonly InputEvent[] {
  const reply = parseReply(sequence);
  if (reply !== null) return [{ type: "reply", reply }];
  const key = parseKey(sequence);
  return key === null ? [] : [{ type: "key", key }];
}
