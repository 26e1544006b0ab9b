import type { View } from "@squire/client";
import { html, nothing } from "lit";
import type { Older } from "../face/face-state.ts";
import { want } from "../face/intent.ts";

/** What stands above the first row: that more is being read, or that there is more. */
export function beginning(older: Older | null, view: View): unknown {
  if (older?.loading === true) {
    return html`<p class="beginning faint" role="status">reading further back…</p>`;
  }
  const earlier = older?.earlier === undefined ? view.earlier : older.earlier;
  if (earlier === null) return nothing;
  const read = (event: Event): void => {
    if (event.currentTarget !== null) want(event.currentTarget, { type: "older" });
  };
  return html`<p class="beginning">
    <button type="button" class="quiet" @click=${read}>read further back</button>
  </p>`;
}
