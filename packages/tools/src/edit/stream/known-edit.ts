import type { JsonObject } from "@squire/protocol";
import type { ChunkOrLineOp } from "../chunk/edit-chunks.ts";
import type { EditVariant } from "../edit-tools.ts";
import type { LineOp } from "../hashline/plan-ops.ts";
import type { Growing } from "./partial-args.ts";
import { items, member, partialArgs, text, wholeText } from "./partial-args.ts";

/** A replacement as far as it has come in. */
export type KnownReplacement = {
  readonly search: Growing<string>;
  /** Null while it has not begun. */
  readonly replace: string | null;
  readonly all: boolean;
  /** All of it is there. */
  readonly isWhole: boolean;
};

/** An edit whose arguments still come in: only what is sure, and of the texts what there is. */
export type KnownEdit = { readonly isWhole: boolean } & (
  | { readonly type: "replace"; readonly path: string; readonly edits: readonly KnownReplacement[] }
  | { readonly type: "lines"; readonly path: string; readonly ops: readonly LineOp[] }
  | { readonly type: "chunks"; readonly path: string; readonly ops: readonly ChunkOrLineOp[] }
  | { readonly type: "patch"; readonly patch: string }
);

export type StreamedCall = { readonly name: string; readonly argsText: string };

/** Null for other tools, and while not even the path is known. */
export function knownEdit(
  variant: EditVariant,
  { name, argsText }: StreamedCall,
): KnownEdit | null {
  if (name !== "edit" && name !== "multi_edit") return null;
  const args = partialArgs(argsText);
  if (args === null) return null;
  const { isWhole } = args;
  if (name === "edit" && variant === "patch") {
    const patch = text(args, "patch");
    return patch === null ? null : { type: "patch", patch: patch.value, isWhole };
  }
  const path = wholeText(args, "path");
  if (path === null) return null;
  if (name === "multi_edit") {
    const edits = items(args, "edits").flatMap((item) => replacement(item) ?? []);
    return { type: "replace", path, edits, isWhole };
  }
  switch (variant) {
    case "hashline":
      return { type: "lines", path, ops: items(args, "ops").flatMap(lineOp), isWhole };
    case "chunk":
      return { type: "chunks", path, ops: items(args, "ops").flatMap(chunkOp), isWhole };
    default:
      return { type: "replace", path, edits: [replacement(args) ?? []].flat(), isWhole };
  }
}

function replacement(from: Growing<JsonObject>): KnownReplacement | null {
  const search = text(from, "search");
  if (search === null) return null;
  const all = member(from, "all")?.value === true;
  return { search, replace: text(from, "replace")?.value ?? null, all, isWhole: from.isWhole };
}

const LINE_OPS = ["replace", "insert_after", "insert_before", "delete"] as const;
const CHUNK_OPS = ["replace", "append", "prepend", "delete", "splice"] as const;

function lineOp(from: Growing<JsonObject>): readonly LineOp[] {
  const op = LINE_OPS.find((known) => known === wholeText(from, "op"));
  return op === undefined ? [] : placed(from).map((place) => ({ op, ...place }));
}

function chunkOp(from: Growing<JsonObject>): readonly ChunkOrLineOp[] {
  const op = CHUNK_OPS.find((known) => known === wholeText(from, "op"));
  if (op === undefined) return [];
  const search = wholeText(from, "search");
  // Until it is whole it cannot be found.
  if (op === "splice" && search === null) return [];
  return placed(from).map((place) => ({ op, ...place, ...(search === null ? {} : { search }) }));
}

type Placed = { readonly at: string; readonly to?: string; readonly text: string };

/** Whether a range ends elsewhere is known once the text begins, or the op is whole. */
function placed(from: Growing<JsonObject>): readonly Placed[] {
  const at = wholeText(from, "at");
  const body = text(from, "text");
  if (at === null || (body === null && !from.isWhole)) return [];
  const to = wholeText(from, "to");
  return [{ at, ...(to === null ? {} : { to }), text: body?.value ?? "" }];
}
