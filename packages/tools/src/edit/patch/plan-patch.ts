import { ToolError } from "@squire/agent";
import { checkFresh } from "../../files/check-fresh.ts";
import { openOrNew, openText } from "../text-file.ts";
import type { EditServices, FileEdit, TextFile } from "../text-file.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { FileChange } from "./patch.ts";

/** What the changes of a patch make of the files, computed as a whole before anything is written. */
export async function planPatch(
  services: EditServices,
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<readonly FileEdit[]> {
  const plan = new Plan(services, signal);
  for (const change of changes) await plan.add(change);
  return plan.edits();
}

/** A patch may speak of one file several times: each time it sees what the patch has made of it. */
class Plan {
  readonly #services: EditServices;
  readonly #signal: AbortSignal;
  readonly #edits = new Map<string, FileEdit>();

  constructor(services: EditServices, signal: AbortSignal) {
    this.#services = services;
    this.#signal = signal;
  }

  edits(): readonly FileEdit[] {
    return [...this.#edits.values()];
  }

  async add(change: FileChange): Promise<void> {
    switch (change.type) {
      case "add":
        return this.#put(await this.#fresh(change.path), change.text);
      case "delete":
        return this.#put((await this.#existing(change.path)).file, null);
      case "update":
        return this.#update(change);
    }
  }

  async #update({ path, moveTo, hunks }: Extract<FileChange, { type: "update" }>): Promise<void> {
    const { file, text } = await this.#existing(path);
    const result = applyHunks(text, hunks);
    if (!result.ok) {
      throw new ToolError(
        `Nothing was changed: hunk ${result.hunk} of ${file.place.name} does not apply. ${result.message}`,
      );
    }
    if (moveTo === null) return this.#put(file, result.text);
    const target = await this.#fresh(moveTo);
    if (target.place.path === file.place.path) return this.#put(file, result.text);
    this.#put({ ...target, form: file.form }, result.text);
    this.#put(file, null);
  }

  /** A file that is there, as the patch has left it so far. */
  async #existing(path: string): Promise<{ readonly file: TextFile; readonly text: string }> {
    const place = await this.#services.files.place(path);
    const planned = this.#edits.get(place.path);
    if (planned === undefined) {
      const file = await openText(this.#services, path, this.#signal);
      return { file, text: file.text };
    }
    if (planned.text !== null) return { file: planned.file, text: planned.text };
    throw new ToolError(
      `Nothing was changed: the patch deletes ${place.name} before it changes it.`,
    );
  }

  async #fresh(path: string): Promise<TextFile> {
    const file = await openOrNew(this.#services, path, this.#signal);
    const planned = this.#edits.get(file.place.path)?.file;
    // What is written over must be what the model knows, too.
    if (planned === undefined) checkFresh(this.#services.seen, file.place, file.hash);
    return planned ?? file;
  }

  #put(file: TextFile, text: string | null): void {
    this.#edits.set(file.place.path, { file, text });
  }
}
