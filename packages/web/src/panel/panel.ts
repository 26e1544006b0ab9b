import { plural, type View } from "@squire/client";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { LightElement } from "../elements/light-element.ts";
import type { FaceState, PanelTab } from "../face/face-state.ts";
import { inertLine } from "../items/item-parts.ts";
import { planSteps } from "./plan-steps.ts";
import { sourcesPanel } from "./sources.ts";
import { treePanel } from "./tree.ts";

const TABS: readonly { readonly tab: PanelTab; readonly words: string }[] = [
  { tab: "work", words: "Work" },
  { tab: "sources", words: "Sources" },
  { tab: "tree", words: "Tree" },
];

const TODO_SIGNS = { open: "·", active: "▸", done: "✓", dropped: "–" } as const;

/** What stands beside the talk: plan and work, sources, the tree of the session. */
@customElement("squire-panel")
export class SquirePanel extends LightElement {
  @property({ attribute: false }) accessor face: FaceState | null = null;

  protected override render(): unknown {
    const { face } = this;
    if (face === null || face.panel === null) return nothing;
    return html`<div class="tabs" role="tablist" aria-label="Panel">
        ${TABS.map(({ tab, words }) => {
          const isHere = face.panel === tab;
          return html`<button
            type="button"
            role="tab"
            aria-selected=${isHere}
            class=${isHere ? "current" : ""}
            @click=${() => this.want({ type: "panel", tab })}
          >
            ${words}
          </button>`;
        })}
        <span class="grow"></span>
        <button
          type="button"
          class="icon"
          aria-label="Close panel"
          @click=${() => this.want({ type: "panel", tab: null })}
        >
          ×
        </button>
      </div>
      <div class="panel-body" role="tabpanel" tabindex="0">${this.#body(face)}</div>`;
  }

  #body(face: FaceState): unknown {
    if (face.view === null) return html`<p class="empty faint">No session is open.</p>`;
    if (face.panel === "sources") return sourcesPanel(face, (intent) => this.want(intent));
    if (face.panel === "tree") return treePanel(face, (intent) => this.want(intent));
    return this.#work(face.view);
  }

  #work(view: View): unknown {
    const parts = [
      this.#plan(view),
      this.#todos(view),
      this.#edits(view),
      this.#jobs(view),
      this.#files(view),
    ];
    if (parts.every((part) => part === nothing)) {
      return html`<p class="empty faint">
        Plan, list of things to do, waiting edits, jobs and changed files come here.
      </p>`;
    }
    return parts;
  }

  #plan({ plan }: View): unknown {
    if (plan === null) return nothing;
    const done = plan.plan.steps.filter((step) => step.done).length;
    return section(`plan ${done}/${plan.plan.steps.length}`, planSteps(plan.plan));
  }

  #todos({ todos }: View): unknown {
    if (todos.length === 0) return nothing;
    const open = todos.filter(({ status }) => status === "open" || status === "active").length;
    return section(
      open === 0 ? "todo, all done" : `todo ${open} open`,
      html`<ul class="todos">
        ${todos.map(
          ({ text, status }) =>
            html`<li class=${status}>
              <span class="gutter" aria-label=${status}>${TODO_SIGNS[status]}</span
              ><span>${inertLine(text)}</span>
            </li>`,
        )}
      </ul>`,
    );
  }

  #edits({ edits }: View): unknown {
    if (edits.length === 0) return nothing;
    return section(
      plural(edits.length, "edit waits", "edits wait"),
      html`<ul>
          ${edits.map(
            ({ id, path }) =>
              html`<li class="row">
                <span class="mono cut">${inertLine(path)}</span>
                <button
                  type="button"
                  class="quiet"
                  @click=${() => this.want({ type: "edits", what: "apply", which: id })}
                >
                  apply
                </button>
                <button
                  type="button"
                  class="quiet"
                  @click=${() => this.want({ type: "edits", what: "discard", which: id })}
                >
                  discard
                </button>
              </li>`,
          )}
        </ul>
        <button
          type="button"
          class="button"
          @click=${() => this.want({ type: "edits", what: "apply", which: null })}
        >
          Apply all
        </button>`,
    );
  }

  #jobs({ jobs }: View): unknown {
    if (jobs.length === 0) return nothing;
    return section(
      "jobs",
      html`<ul>
        ${jobs.map(
          (job) =>
            html`<li class="row">
              <span class="gutter ${job.running ? "accent" : "faint"}" aria-hidden="true"
                >${job.running ? "●" : "○"}</span
              >
              <button
                type="button"
                class="quiet mono cut"
                @click=${() => this.want({ type: "job.output", jobId: job.jobId })}
              >
                ${inertLine(job.command)}
              </button>
              ${
                job.running
                  ? html`<button
                      type="button"
                      class="quiet"
                      @click=${() => this.want({ type: "job.stop", jobId: job.jobId })}
                    >
                      stop
                    </button>`
                  : html`<span class="faint">exit ${job.exitCode ?? "?"}</span>`
              }
            </li>`,
        )}
      </ul>`,
    );
  }

  #files(view: View): unknown {
    const files = changedFiles(view);
    if (files.length === 0) return nothing;
    return section(
      plural(files.length, "file changed", "files changed"),
      html`<ul>
        ${files.map((path) => html`<li class="mono cut" title=${inertLine(path)}>${inertLine(path)}</li>`)}
      </ul>`,
    );
  }
}

function section(title: string, body: TemplateResult): TemplateResult {
  return html`<section class="panel-part">
    <h2>${title}</h2>
    ${body}
  </section>`;
}

/** Of the newest calls: the whole list is the business of version control. */
function changedFiles({ items, live }: View): readonly string[] {
  const files = new Set<string>();
  for (const item of [...items.from(items.length - 500), ...live]) {
    if (item.kind !== "tool") continue;
    for (const path of item.end?.details.changedFiles ?? []) files.add(path);
  }
  return [...files].slice(-40);
}
