import { ToolError } from "@squire/agent";
import { replaceText } from "../replace-text.ts";
import { openOrNew, openText, saveEdits } from "../text-file.ts";
import type { EditServices, FileEdit } from "../text-file.ts";
import { parseBlocks } from "./parse-blocks.ts";
import type { BlockEdit } from "./parse-blocks.ts";
import { replaceBlock } from "./replace-block.ts";

export type BlockStatus =
  | "applied"
  | "created"
  | "not_found"
  | "ambiguous"
  | "path_escape"
  | "file_exists"
  | "error";

/** What became of an edit in the words of a reply (EDIT-3). */
export type BlockResult = {
  readonly path: string;
  /** The line of the reply in which it begins, from 1. */
  readonly line: number;
  readonly status: BlockStatus;
  /** Why it was not applied; null when it was. */
  readonly message: string | null;
  /** What was written; null when nothing was. */
  readonly edit: FileEdit | null;
};

/** The edits that a reply asks for. A forced summary may quote edits; it asks for none. */
export function blocksOf(
  text: string,
  { forcedSummary }: { readonly forcedSummary: boolean },
): { readonly edits: readonly BlockEdit[]; readonly broken: BlockResult | null } {
  if (forcedSummary) return { edits: [], broken: null };
  const { edits, problem } = parseBlocks(text);
  if (problem === null) return { edits, broken: null };
  // What follows a broken block may be meant differently: none is applied.
  const message = `${problem.message} No edit of this reply was applied.`;
  return {
    edits: [],
    broken: { path: "", line: problem.line, status: "error", message, edit: null },
  };
}

/** Applies what a reply asks for, each edit on what the one before left. Never rejects but for an abort. */
export async function applyBlocks(
  services: EditServices,
  text: string,
  options: { readonly forcedSummary: boolean; readonly signal: AbortSignal },
): Promise<readonly BlockResult[]> {
  const { edits, broken } = blocksOf(text, options);
  return broken === null ? applyEdits(services, edits, options.signal) : [broken];
}

export async function applyEdits(
  services: EditServices,
  edits: readonly BlockEdit[],
  signal: AbortSignal,
): Promise<readonly BlockResult[]> {
  const results: BlockResult[] = [];
  for (const edit of edits) {
    signal.throwIfAborted();
    results.push({ path: edit.path, line: edit.line, ...(await applyOne(services, edit, signal)) });
  }
  return results;
}

type Applied = Pick<BlockResult, "status" | "message" | "edit">;

async function applyOne(
  services: EditServices,
  block: BlockEdit,
  signal: AbortSignal,
): Promise<Applied> {
  try {
    const place = await services.files.place(block.path);
    if (!place.writable) return failed("path_escape", `${block.path} may not be written.`);
    const change = block.search.trim() === "" ? createFile : replaceInFile;
    return await change(services, block, signal);
  } catch (error) {
    if (error instanceof ToolError) return failed("error", error.message);
    throw error;
  }
}

async function createFile(
  services: EditServices,
  { path, replace }: BlockEdit,
  signal: AbortSignal,
): Promise<Applied> {
  const file = await openOrNew(services, path, signal);
  if (file.hash !== null) {
    return failed(
      "file_exists",
      `${file.place.name} exists: an empty SEARCH is for new files only.`,
    );
  }
  return saved(services, "created", { file, text: replace }, signal);
}

async function replaceInFile(
  services: EditServices,
  { path, search, replace }: BlockEdit,
  signal: AbortSignal,
): Promise<Applied> {
  const file = await openText(services, path, signal);
  const text = replaceBlock(file.text, { search, replace });
  if (text !== null) return saved(services, "applied", { file, text }, signal);
  const result = replaceText(file.text, { search, replace });
  if (result.ok) return saved(services, "applied", { file, text: result.text }, signal);
  return failed(result.reason === "ambiguous" ? "ambiguous" : "not_found", result.message);
}

async function saved(
  services: EditServices,
  status: "applied" | "created",
  edit: FileEdit,
  signal: AbortSignal,
): Promise<Applied> {
  await saveEdits(services, [edit], signal);
  return { status, message: null, edit };
}

function failed(status: BlockStatus, message: string): Applied {
  return { status, message, edit: null };
}
