import { lineChange } from "../../workspace/line-change.ts";
import { chunksOf } from "../chunk/chunked.ts";
import type { Chunked } from "../chunk/chunked.ts";
import { LINE_OPS } from "../chunk/line-ops.ts";
import { planChunkOps } from "../chunk/plan-chunk-ops.ts";
import type { ChunkOrLineOp } from "../chunk/edit-chunks.ts";
import type { EditVariant } from "../edit-tools.ts";
import { anchoredText, planOps } from "../hashline/plan-ops.ts";
import type { AnchoredText } from "../hashline/plan-ops.ts";
import { shownLines } from "../lines.ts";
import { replaceText } from "../replace-text.ts";
import { spliceDiff } from "../splice-diff.ts";
import { findClash } from "../splice-lines.ts";
import type { Splice } from "../splice-lines.ts";
import { knownEdit } from "./known-edit.ts";
import type { KnownEdit, KnownReplacement, StreamedCall } from "./known-edit.ts";
import { previewPatch } from "./preview-patch.ts";
import type { FilePreview } from "./preview-patch.ts";

export type EditPreview = {
  readonly files: readonly FilePreview[];
  /** All arguments have come in. */
  readonly isWhole: boolean;
};

export type PreviewPorts = {
  readonly variant: EditVariant;
  /** The text of a file of the workspace; null where there is none. Asked once per path. */
  readonly readText: (path: string) => Promise<string | null>;
};

export type PreviewCall = (call: StreamedCall) => Promise<EditPreview | null>;

/**
 * Turns the arguments of one call, as far as they have come in, into a diff. Made anew for each
 * call: what the file was is read once. Nothing is compared, so that each delta costs little.
 */
export function previewEdits({ variant, readText }: PreviewPorts): PreviewCall {
  const sources = new Map<string, Promise<Source>>();
  const open = (path: string): Promise<Source> => {
    const source = sources.get(path) ?? readText(path).then((text) => new Source(path, text));
    sources.set(path, source);
    return source;
  };
  return async (call) => {
    const edit = knownEdit(variant, call);
    if (edit === null) return null;
    const { isWhole } = edit;
    if (edit.type === "patch") return { files: previewPatch(edit.patch, isWhole), isWhole };
    const source = await open(edit.path);
    const splices = await splicesOf(edit, source);
    const clear = findClash(splices) === null ? splices : [];
    return { files: [{ name: edit.path, ...spliceDiff(edit.path, source.lines, clear) }], isWhole };
  };
}

class Source {
  readonly path: string;
  readonly text: string;
  readonly isNew: boolean;
  readonly lines: readonly string[];
  #anchored: AnchoredText | null = null;
  #chunks: Promise<Chunked | null> | null = null;

  constructor(path: string, text: string | null) {
    this.path = path;
    this.text = text ?? "";
    this.isNew = text === null;
    this.lines = shownLines(this.text).map((line) => line.text);
  }

  anchored(): AnchoredText {
    this.#anchored ??= anchoredText(this.text);
    return this.#anchored;
  }

  /** Null where it is edited by lines. */
  chunks(): Promise<Chunked | null> {
    this.#chunks ??= chunksOf(this.path, this.lines);
    return this.#chunks;
  }
}

async function splicesOf(
  edit: Exclude<KnownEdit, { type: "patch" }>,
  source: Source,
): Promise<readonly Splice[]> {
  switch (edit.type) {
    case "replace":
      return edit.edits.flatMap((one) => replaceSplice(one, source));
    case "lines": {
      const planned = planOps(source.anchored(), edit.ops);
      return planned.ok ? planned.splices : [];
    }
    case "chunks":
      return chunkSplices(edit.ops, source);
  }
}

/** Of an edit that rests on what an earlier one makes nothing is shown before all is applied. */
function replaceSplice(edit: KnownReplacement, source: Source): readonly Splice[] {
  const { search, replace, all } = edit;
  if (!search.isWhole) return [];
  if (search.value === "") {
    return source.isNew ? [{ from: 0, to: 0, texts: plainLines(replace ?? "") }] : [];
  }
  const change = { search: search.value, replace: replace ?? "", all };
  const result = replaceText(source.text, change);
  if (!result.ok) return [];
  const { from, removed, added } = lineChange(source.lines, plainLines(result.text));
  return [{ from, to: from + removed.length, texts: added }];
}

function plainLines(text: string): readonly string[] {
  return shownLines(text).map((line) => line.text);
}

async function chunkSplices(
  ops: readonly ChunkOrLineOp[],
  source: Source,
): Promise<readonly Splice[]> {
  const chunked = await source.chunks();
  if (chunked === null) {
    const lineOps = ops.flatMap(({ op, ...rest }) =>
      op === "splice" ? [] : [{ ...rest, op: LINE_OPS[op] }],
    );
    const planned = planOps(source.anchored(), lineOps);
    return planned.ok ? planned.splices : [];
  }
  const planned = planChunkOps({ chunks: chunked.outline.chunks, lines: source.lines }, ops);
  return planned.ok ? planned.splices : [];
}
