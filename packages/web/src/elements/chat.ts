import type { HostClient } from "@squire/client";
import { html, nothing, type TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { shownDiffs } from "../cards/shown-diffs.ts";
import type { FaceState } from "../face/face-state.ts";
import { failureRow, inertLine, withCode } from "../items/item-parts.ts";
import { pathCompleter } from "./path-completer.ts";
import { activityLine, statusLine } from "./status.ts";

/** A session: its transcript, what it asks, and where to write. */
export function chatPage(face: FaceState, client: HostClient | null, now: number): TemplateResult {
  const { view, opening } = face;
  if (typeof opening === "object") {
    return html`<div class="middle">${failureRow(opening)}</div>`;
  }
  if (view === null || view.epoch === 0) {
    return html`<div class="middle faint" role="status">
      ${opening === "loading" ? "Opening…" : ""}
    </div>`;
  }
  const isEmpty = view.items.length === 0 && view.live.length === 0;
  return html`${
      isEmpty
        ? html`<div class="middle faint">Nothing was said yet.</div>`
        : html`<squire-transcript
            .view=${view}
            .older=${face.older}
            .opened=${face.opened}
            .marked=${face.marked}
            .now=${now}
          ></squire-transcript>`
    }
    <div class="foot">
      ${activityLine(view, now)} ${cards(face)} ${composer(face, client)}
      ${statusLine(view, face.setup)}
    </div>`;
}

/** Before anything was said: what there is, and what to do about what is missing. */
export function emptyChat(face: FaceState, client: HostClient | null): TemplateResult {
  const { setup } = face;
  return html`<div class="middle welcome">
      <h2>What should be done?</h2>
      ${
        setup === null
          ? nothing
          : html`<p class="dim mono">
                ${inertLine(setup.cwd)}${setup.trusted ? "" : " · not trusted"}
              </p>
              ${setup.problem === undefined ? nothing : failureRow(setup.problem)}
              ${setup.notes.map((note) => html`<p class="caution">⚠ ${withCode(note)}</p>`)}`
      }
    </div>
    <div class="foot">${composer(face, client)} ${statusLine(null, setup)}</div>`;
}

function cards({ view }: FaceState): unknown {
  const [approval] = view?.approvals ?? [];
  if (approval !== undefined) {
    const waiting = (view?.approvals.length ?? 1) - 1;
    const diffs = view === null ? [] : shownDiffs(view, approval.callId);
    return html`<squire-approval
      .request=${approval}
      .diffs=${diffs}
      .waiting=${waiting}
    ></squire-approval>`;
  }
  const [question] = view?.questions ?? [];
  return question === undefined
    ? nothing
    : html`<squire-question .question=${question}></squire-question>`;
}

function composer(face: FaceState, client: HostClient | null): TemplateResult {
  const { view, draft, commands, link, setup } = face;
  const complete = client === null || view === null ? null : pathCompleter(client, view.sessionId);
  return html`<squire-composer
    .view=${view}
    .draft=${live(draft)}
    .commands=${commands}
    .complete=${complete}
    .firstMode=${setup?.mode ?? "code"}
    .isOffline=${link?.type !== "online"}
  ></squire-composer>`;
}
