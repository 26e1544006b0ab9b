import { plural } from "@squire/client";
import { html, nothing, type TemplateResult } from "lit";
import type { RewindState } from "../face/face-state.ts";
import type { Intent } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";

type Want = (intent: Intent) => void;
type Path = { readonly path: string; readonly text: string };

/** What would change is shown before anything does. */
export function rewindView({ entryId, title, effect }: RewindState, want: Want): TemplateResult {
  const { files, conflicts, obstacles, turns } = effect;
  const none = files.length + conflicts.length + obstacles.length === 0;
  const take = (what: "both" | "conversation" | "code") => () =>
    want({ type: "rewind.apply", entryId, what });
  return html`<p>
      To before “${inertLine(title)}”:
      <span class="dim">${plural(turns.length, "turn")} would be taken back.</span>
    </p>
    <div class="dialog-text">
      ${none ? html`<p class="dim">No file would change.</p>` : nothing}
      ${pathList("✓", "ok", files)} ${pathList("⚠", "caution", conflicts)}
      ${pathList("✗", "danger", obstacles)}
    </div>
    <div class="answers">
      <button
        type="button"
        class="button"
        autofocus
        @click=${() => want({ type: "dialog", dialog: null })}
      >
        Leave everything
      </button>
      <button type="button" class="button" @click=${take("both")}>Files and talk</button>
      <button type="button" class="button" @click=${take("conversation")}>Talk only</button>
      <button type="button" class="button" @click=${take("code")}>Files only</button>
    </div>`;
}

function pathList(sign: string, tone: string, paths: readonly Path[]): unknown {
  if (paths.length === 0) return nothing;
  return html`<ul>
    ${paths.map(
      ({ path, text }) =>
        html`<li class="row">
          <span class="gutter ${tone}" aria-hidden="true">${sign}</span>
          <span class="mono">${inertLine(path)}</span> <span class="dim">${inertLine(text)}</span>
        </li>`,
    )}
  </ul>`;
}
