import { createHash } from "node:crypto";
import { ToolError, type ToolContext } from "@squire/agent";
import type { Files } from "../files/files.ts";
import { shownName } from "../workspace/shown-name.ts";
import { MOST_SOURCE_BYTES } from "./find-nodes.ts";
import type { EditPlan, PlannedFile } from "./plan-edit.ts";

/** What was there, so that it can be put back. */
type Written = { readonly file: PlannedFile; readonly before: Uint8Array };

/**
 * Writes every file of a plan once. All are looked at first: when one is not what the plan was made
 * from, none is written. When one cannot be written, those before it are put back.
 */
export async function applyPlan(
  { files }: EditPlan,
  port: Files,
  { signal }: Pick<ToolContext, "signal">,
): Promise<readonly string[]> {
  const before = await Promise.all(files.map((file) => unchanged(file, port, signal)));
  const written: Written[] = [];
  for (const [at, file] of files.entries()) {
    try {
      await port.replace(file.place, file.bytes, { was: file.was, signal });
      written.push({ file, before: before[at] ?? new Uint8Array() });
    } catch (error) {
      const left = await putBack(written, port);
      const why = error instanceof Error ? error.message : String(error);
      const state =
        left.length === 0
          ? "Nothing was changed."
          : `Already changed and not put back: ${left.map(shownName).join(", ")}.`;
      throw new ToolError(`${shownName(file.place.name)} could not be written: ${why} ${state}`, {
        cause: error,
      });
    }
  }
  return files.map(({ place }) => place.name);
}

async function unchanged(
  { place, was }: PlannedFile,
  port: Files,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const now = await port.readIfThere(place, { most: MOST_SOURCE_BYTES, signal });
  if (now?.hash === was) return now.bytes;
  const what = now === null ? "is gone" : "has changed";
  throw new ToolError(
    `${shownName(place.name)} ${what} since the preview; nothing was written. Run ast_edit again.`,
  );
}

/** The names of those that could not be put back. A stopped call still leaves the tree as it was. */
async function putBack(written: readonly Written[], port: Files): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { file, before } of written.toReversed()) {
    const was = createHash("sha256").update(file.bytes).digest("hex");
    try {
      await port.replace(file.place, before, { was, signal: new AbortController().signal });
    } catch {
      left.push(file.place.name);
    }
  }
  return left;
}
