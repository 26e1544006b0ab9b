import { html, type TemplateResult } from "lit";
import type { ListedSession } from "../face/face-state.ts";
import type { Intent } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";

type Want = (intent: Intent) => void;

const CLOSE: Intent = { type: "dialog", dialog: null };

export function confirmYolo(want: Want): TemplateResult {
  const yes = (): void => {
    want(CLOSE);
    want({ type: "trust.set", trust: "yolo", confirmed: true });
  };
  return html`<p>
      In <b>yolo</b> nothing is asked that no rule asks for: commands run and files change as the
      model likes. What rules deny stays denied.
    </p>
    <div class="answers">
      <button type="button" class="button" autofocus @click=${() => want(CLOSE)}>Leave it</button>
      <button type="button" class="button danger" @click=${yes}>
        Ask for nothing in this session
      </button>
    </div>`;
}

export function renameForm(session: ListedSession, want: Want): TemplateResult {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const { currentTarget } = event;
    if (!(currentTarget instanceof HTMLFormElement)) return;
    const typed = new FormData(currentTarget).get("title");
    const title = typeof typed === "string" ? typed.trim() : "";
    want(CLOSE);
    if (title !== "") want({ type: "sessions.rename", sessionKey: session.id, title });
  };
  return html`<form class="answers" @submit=${submit}>
    <input
      type="text"
      name="title"
      aria-label="Title"
      .value=${inertLine(session.title ?? "")}
      autofocus
    />
    <button type="submit" class="button main">Rename</button>
  </form>`;
}

export function deleteForm(session: ListedSession, want: Want): TemplateResult {
  const yes = (): void => {
    want(CLOSE);
    want({ type: "sessions.delete", sessionKey: session.id });
  };
  return html`<p>
      “${inertLine(session.title ?? "untitled")}” goes to the trash of Squire; its files stay.
    </p>
    <div class="answers">
      <button type="button" class="button" autofocus @click=${() => want(CLOSE)}>Keep it</button>
      <button type="button" class="button danger" @click=${yes}>Delete</button>
    </div>`;
}
