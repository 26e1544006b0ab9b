import { count } from "@squire/client";
import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import type { ArtifactState } from "../face/face-state.ts";
import type { Intent } from "../face/intent.ts";

/** A stored output: text as text (HTML too), pictures as pictures, all else to be saved. */
export function artifactView(
  artifact: ArtifactState,
  want: (intent: Intent) => void,
): TemplateResult {
  const { contentType, size, text, address, complete } = artifact;
  const isPicture = contentType.startsWith("image/") && address !== null;
  return html`<p class="dim">${inertText(contentType)} · ${count(size)} bytes</p>
    <div class="dialog-text" tabindex="0">
      ${isPicture ? html`<img src=${address} alt="Output of a tool" />` : nothing}
      ${text === null ? nothing : html`<pre class="output">${inertText(text)}</pre>`}
      ${text !== null && !complete ? html`<p class="faint">The rest is in the file.</p>` : nothing}
      ${
        text === null && !isPicture && !contentType.startsWith("image/")
          ? html`<p class="faint">This cannot be shown here. Save it to look at it.</p>`
          : nothing
      }
    </div>
    <div class="answers">
      ${
        address === null
          ? html`<button
              type="button"
              class="button"
              @click=${() => want({ type: "artifact.whole" })}
            >
              Prepare the file
            </button>`
          : html`<a class="button" href=${address} download=${fileName(artifact)}>Save the file</a>`
      }
    </div>`;
}

const ENDINGS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "application/json": "json",
};

/** Never one that a double click would run. */
function fileName({ artifactId, contentType }: ArtifactState): string {
  const stem = artifactId.replace(/[^\w-]/g, "_").slice(0, 60);
  return `${stem}.${ENDINGS[contentType] ?? "txt"}`;
}
