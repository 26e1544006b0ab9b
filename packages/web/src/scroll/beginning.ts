import type { View } from "@squire/client";
import { html, nothing } from "lit";
import type { Older } from "../face/face-state.ts";
import { wish } from "../face/intent.ts";

/** What stands above the first row: that more is being read, or that there is more. */
export function beginning(older: Older | null, view: View): unknown {
  if (older?.loading === true) {
    return html`<p class="beginning faint" role="status">reading further back…</p>`;
  }
  const earlier = older?.earlier === undefined ? view.earlier : older.earlier;
  if (earlier === null) return nothing;
  return html`<p class="beginning">
    <button type="button" class="quiet" @click=${wish({ type: "older" })}>read further back</button>
  </p>`;
}
