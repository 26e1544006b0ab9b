import { html, type TemplateResult } from "lit";
import { KEY_HELP } from "../face/keys.ts";

export function helpView(): TemplateResult {
  return html`<dl class="help">
      ${KEY_HELP.map(
        ([keys, words]) =>
          html`<dt>${keys.split(" ").map((key) => html`<kbd>${key}</kbd> `)}</dt>
            <dd>${words}</dd>`,
      )}
    </dl>
    <p class="dim">
      Type <code>/</code> for commands, <code>@</code> for files, <code>!</code> to run a command
      yourself, <code># </code> for a note.
    </p>`;
}
