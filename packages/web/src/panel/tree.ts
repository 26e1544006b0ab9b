import { ago } from "@squire/client";
import type { TreeNode } from "@squire/protocol";
import { html, nothing, type TemplateResult } from "lit";
import type { FaceState } from "../face/face-state.ts";
import type { Intent } from "../face/intent.ts";
import { inertLine } from "../items/item-parts.ts";

type Want = (intent: Intent) => void;

/** How the line of a user's message begins. */
const SAID = /^user:?\s*/;

/** What somebody said and where a name was given: the rest is between them. */
function isShown(node: TreeNode): boolean {
  return node.label !== null || isSaid(node);
}

function isSaid({ type, text }: TreeNode): boolean {
  return type === "message" && SAID.test(text);
}

/** The branches of the session; going to one, a copy from there, or taking turns back. */
export function treePanel({ tree }: FaceState, want: Want): TemplateResult {
  if (tree === null) return html`<p class="empty faint" role="status">Loading…</p>`;
  const nodes = tree.nodes.filter(isShown);
  if (nodes.length === 0) return html`<p class="empty faint">Nothing was said yet.</p>`;
  const last = nodes.findLast(({ active }) => active);
  return html`<ul class="tree" role="tree" aria-label="Branches">
    ${nodes.map((node) => treeRow(node, node === last, want))}
  </ul>`;
}

function treeRow(node: TreeNode, isLast: boolean, want: Want): TemplateResult {
  const { entryId, depth, active, label, text, at } = node;
  const title = inertLine(label ?? text.replace(SAID, ""));
  const sign = isLast ? "◉" : active ? "●" : "○";
  return html`<li
    role="treeitem"
    aria-level=${depth + 1}
    aria-selected=${isLast}
    class=${active ? "active" : "left"}
  >
    <span class="tree-indent" data-depth=${Math.min(depth, 8)} aria-hidden="true"
      >${"│ ".repeat(Math.min(depth, 8))}${sign}</span
    >
    <span class="tree-words" title=${title}>${label === null ? nothing : "⚑ "}${title}</span>
    <span class="faint number">${ago(at, Date.now())}</span>
    <span class="tree-tools">
      ${tool("go", "Go on from before this", { type: "tree.go", entryId }, want)}
      ${tool("fork", "A new session with a copy up to here", { type: "tree.fork", entryId }, want)}
      ${
        active && isSaid(node)
          ? tool(
              "rewind",
              "Take back this turn and all after it",
              { type: "rewind.ask", entryId, title },
              want,
            )
          : nothing
      }
    </span>
  </li>`;
}

function tool(words: string, title: string, intent: Intent, want: Want): TemplateResult {
  return html`<button type="button" class="quiet" title=${title} @click=${() => want(intent)}>
    ${words}
  </button>`;
}
