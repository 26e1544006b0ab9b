import type { Tool } from "@squire/agent";
import type { Decorate } from "../read/services.ts";
import { blocksEditTool } from "./blocks/blocks-edit.ts";
import { chunkEditTool } from "./chunk/chunk-edit.ts";
import { decorateChunks } from "./chunk/decorate-chunks.ts";
import { decorateSome, lineAnchor } from "./hashline/anchors.ts";
import { hashlineEditTool } from "./hashline/hashline-edit.ts";
import { multiEditTool } from "./multi-edit.ts";
import { patchEditTool } from "./patch-edit.ts";
import { replaceEditTool } from "./replace-edit.ts";
import type { EditServices } from "./text-file.ts";

/** How a model writes its edits (EDIT-1): some are better at one way than at another. */
export const EDIT_VARIANTS = ["replace", "hashline", "chunk", "patch", "blocks"] as const;

export type EditVariant = (typeof EDIT_VARIANTS)[number];

const TOOLS: Readonly<Record<EditVariant, readonly ((services: EditServices) => Tool)[]>> = {
  replace: [replaceEditTool, multiEditTool],
  hashline: [hashlineEditTool],
  chunk: [chunkEditTool],
  patch: [patchEditTool],
  // The edits stand in the words of the reply; the tool is only for those.
  blocks: [blocksEditTool],
};

/** The tools of a variant; the one that edits is always called `edit`. */
export function editTools(services: EditServices, variant: EditVariant): readonly Tool[] {
  return TOOLS[variant].map((make) => make(services));
}

/** How `read` shows lines so that the variant can name them; null: with plain numbers. */
export function editDecorate(variant: EditVariant): Decorate | null {
  if (variant === "hashline") return (lines, _place, about) => decorateSome(lines, about);
  return variant === "chunk" ? decorateChunks : null;
}

/** The same for `grep`, which sees lines one by one. */
export function editAnchors(variant: EditVariant): ((line: number, text: string) => string) | null {
  return variant === "hashline" ? lineAnchor : null;
}

/** The first of the names asked for that is one; `replace` when none is. */
export function pickEditVariant(asked: readonly (string | null | undefined)[]): EditVariant {
  for (const name of asked) {
    const variant = EDIT_VARIANTS.find((known) => known === name?.trim().toLowerCase());
    if (variant !== undefined) return variant;
  }
  return "replace";
}
