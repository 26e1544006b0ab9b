import { imageWords } from "@squire/client";
import type { QueueItem } from "@squire/protocol";
import { userParts } from "@squire/protocol/values";
import { html, nothing } from "lit";
import { wish } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";

/** Messages that wait to be sent; one that is taken back goes into the composer again. */
export function queueList(queue: readonly QueueItem[]): unknown {
  if (queue.length === 0) return nothing;
  return html`<ul class="queue" aria-label="Messages that wait">
    ${queue.map(({ queueId, message }) => {
      const { words, images } = userParts(message.content);
      const text = words.trim() === "" ? images.map(imageWords).join("  ") : words;
      return html`<li class="row">
        <span class="gutter faint" aria-hidden="true">…</span>
        <span class="dim cut">${inertLine(text)}</span>
        <button type="button" class="quiet" @click=${wish({ type: "queue.remove", queueId })}>
          take back
        </button>
      </li>`;
    })}
  </ul>`;
}
