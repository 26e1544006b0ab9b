import { plural, type View } from "@squire/client";
import { html, nothing, type TemplateResult } from "lit";
import type { LinkState } from "../connect/link.ts";
import type { FaceState } from "../face/face-state.ts";
import { wish } from "../face/intent.ts";
import { sessionTitle } from "../face/open-session.ts";
import { inertLine } from "../items/item-parts.ts";

const NEXT_THEME = { auto: "light", light: "dark", dark: "auto" } as const;
const THEME_SIGNS = { auto: "◐", light: "○", dark: "●" } as const;

/** The line above the page: where this is, who else is there, and whether the host is. */
export function topBar(state: FaceState): TemplateResult {
  const { view, route, theme, panel } = state;
  const others = (view?.clients.length ?? 1) - 1;
  return html`<header class="bar">
    <button
      type="button"
      class="icon only-narrow"
      aria-label="Sessions"
      aria-expanded=${state.drawer}
      @click=${wish({ type: "drawer", open: !state.drawer })}
    >
      ☰
    </button>
    <h1 class="cut">${titleOf(state)}</h1>
    ${route.page === "chat" ? placeOf(view) : nothing}
    <span class="grow"></span>
    ${
      others > 0 && route.page === "chat"
        ? html`<span class="dim presence" title=${facesOf(view)}
            >${plural(others, "other face", "other faces")}</span
          >`
        : nothing
    }
    ${linkSign(state.link)}
    <button
      type="button"
      class="icon"
      title="Colours: ${theme}"
      aria-label="Colours: ${theme}"
      @click=${wish({ type: "theme", theme: NEXT_THEME[theme] })}
    >
      ${THEME_SIGNS[theme]}
    </button>
    ${view !== null && route.page === "chat" ? panelButton(panel !== null) : nothing}
  </header>`;
}

function panelButton(isOpen: boolean): TemplateResult {
  return html`<button
    type="button"
    class="icon"
    title="Panel (p)"
    aria-label="Panel"
    aria-expanded=${isOpen}
    @click=${wish({ type: "panel", tab: isOpen ? null : "work" })}
  >
    ◨
  </button>`;
}

function titleOf({ route, view, sessions }: FaceState): string {
  if (route.page === "usage") return "Usage";
  if (route.page === "settings") return "Settings";
  if (route.sessionKey === null) return "New session";
  const listed = sessions.items.find(({ id }) => id === route.sessionKey)?.title;
  const title = view === null ? listed : sessionTitle(view, sessions);
  return inertLine(title ?? (view === null ? "Squire" : "New session"));
}

function placeOf(view: View | null): unknown {
  if (view === null || view.workplace.cwd === "") return nothing;
  const { cwd, branch, trusted } = view.workplace;
  const folder = cwd.split(/[/\\]/).at(-1) ?? cwd;
  return html`<span class="place dim cut" title=${inertLine(cwd)}
      >${inertLine(folder)}${branch === null ? "" : ` · ${inertLine(branch)}`}</span
    >
    ${trusted ? nothing : html`<span class="caution" title="Settings of this folder have no effect">⚠ not trusted</span>`}
    ${
      view.taint.active
        ? html`<span
            class="caution"
            title=${`Text from outside is in view: ${view.taint.sources.map(inertLine).join(", ")}`}
            >⚠ outside text</span
          >`
        : nothing
    }`;
}

function facesOf(view: View | null): string {
  return (view?.clients ?? []).map(({ face }) => inertLine(face)).join(", ");
}

function linkSign(link: LinkState | null): unknown {
  switch (link?.type) {
    case "online":
      return html`<span class="unseen" role="status">connected</span>`;
    case "reconnecting":
      return html`<span class="caution" role="status">
        ● reconnecting
        <button type="button" class="quiet" @click=${wish({ type: "hurry" })}>now</button>
      </span>`;
    case "connecting":
      return html`<span class="dim" role="status">connecting…</span>`;
    default:
      return nothing;
  }
}
