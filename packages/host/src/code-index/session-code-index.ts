import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@squire/agent";
import type { Tool } from "@squire/agent";
import { isBroken, readCodeMeta, searchCode, semanticSearchTool } from "@squire/memory";
import type { CodeFiles, CodeHit } from "@squire/memory";
import { isSqlite, systemClock } from "@squire/platform";
import type { AgentEvent } from "@squire/protocol";
import type { Host } from "../open.ts";
import { closeEach } from "../workbench/close-each.ts";
import { codePlaceOf, isIndexed, removeCodeIndex } from "./code-place.ts";
import type { CodePlace } from "./code-place.ts";
import { filesFor } from "./files-for.ts";
import { openCodeIndex } from "./open-code-index.ts";
import type { OpenCodeIndex } from "./open-code-index.ts";
import { updateWords } from "./update-code-index.ts";

export type SessionCodeIndexInput = {
  readonly host: Host;
  /** False: no tool is offered in this session. */
  readonly hasTools: boolean;
  /** The folder that is worked in now. */
  readonly folder: () => string;
  /** Whether this session may read a file without asking, by its absolute path. */
  readonly mayRead: (path: string) => boolean;
  /** Somebody stays: what changes may be taken in while they read. */
  readonly isAttended: boolean;
  readonly notice: (message: string) => void;
  /** A tool that is there from now on. */
  readonly onTool: (tool: Tool) => void;
};

/** How long a search waits for what changed to be taken in; the rest follows in the background. */
const PATIENCE_MS = 2_000;
/** More than this is embedded in the background; the search goes on without. */
const EMBED_FIRST = 24;
const MAKING = "The index of this workspace is being made; use grep meanwhile.";

/** The index is kept by the rules of the host; what a session may see of it is another question. */
type Opened = {
  readonly open: OpenCodeIndex;
  readonly files: CodeFiles;
  /** What lay at its place when it was opened. */
  readonly sight: string;
};

/** What a session has of the index of its workspace. Nothing is opened before it is needed. */
export class SessionCodeIndex implements AsyncDisposable {
  readonly #input: SessionCodeIndexInput;
  readonly #stop = new AbortController();
  /** By root: the user may change the folder. */
  readonly #opened = new Map<string, Promise<Opened>>();
  #background: Promise<void> = Promise.resolve();
  #isOffered = false;
  #hasBegun = false;

  constructor(input: SessionCodeIndexInput) {
    this.#input = input;
  }

  /** The tool, once there is an index (SRCH-10); null before, and where the settings leave it out. */
  tool(): Tool | null {
    const { host, hasTools, folder } = this.#input;
    const { enabled } = host.loaded.settings.tools;
    const isNamed = enabled.includes("all") || enabled.includes("semantic_search");
    const isWanted = hasTools && (enabled.length === 0 || isNamed);
    const place = isWanted ? codePlaceOf(host, folder()) : null;
    if (place === null || !isIndexed(place)) return null;
    this.#isOffered = true;
    return semanticSearchTool((query, context) => this.#search(query, context));
  }

  /** Must hear every event: an index that was made meanwhile brings its tool with the next turn. */
  hear({ type }: AgentEvent): void {
    if (type === "turn.started" && !this.#isOffered) {
      const tool = this.tool();
      if (tool !== null) this.#input.onTool(tool);
    }
    if (!this.#isOffered || !this.#input.isAttended) return;
    // What others changed since the last session, and what each turn changes.
    const isFirst = type === "turn.started" && !this.#hasBegun;
    if (isFirst || type === "turn.finished") this.#soon();
  }

  /** What could not be opened need not be closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#background;
    const all = await Promise.allSettled(this.#opened.values());
    await closeEach(
      all.map((one) => async () => {
        if (one.status === "fulfilled") one.value.open[Symbol.dispose]();
      }),
    );
  }

  async #search(
    { text, k }: { readonly text: string; readonly k: number },
    { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
  ): Promise<readonly CodeHit[]> {
    const place = codePlaceOf(this.#input.host, cwd);
    // Nobody makes an index but the user: one that was cleared stays away.
    if (place === null || !existsSync(place.database)) {
      throw new ToolError("This folder has no index (squire index makes one). Use grep.");
    }
    const { mayRead } = this.#input;
    const mayShow = (path: string): boolean => mayRead(join(place.root, path));
    try {
      await this.#leaveOld(place);
      const opened = await this.#at(place);
      const { open, files } = opened;
      await this.#freshen(opened, signal);
      const byWords = readCodeMeta(open.index).isWordsOnly;
      const query = { text, k, below: place.below, mayShow, byWords, signal };
      const hits = await searchCode(open.index, files, query, now);
      return hits.map((hit) => ({ ...hit, path: hit.path.slice(place.below.length) }));
    } catch (error) {
      if (!isSqlite(error)) throw error;
      if (!isBroken(error)) {
        const why = `The index cannot be used now (${error.message}). Use grep.`;
        throw new ToolError(why, { cause: error });
      }
      await this.#again(place);
      throw new ToolError(`The index was damaged and is made again. ${MAKING}`, { cause: error });
    }
  }

  /** Takes in what changed, as far as that is soon done. */
  async #freshen({ open, files }: Opened, signal: AbortSignal): Promise<void> {
    const { isReady, isWordsOnly } = readCodeMeta(open.index);
    // Said when it was opened: what is there is searched.
    if (isReady && open.index.isReadOnly) return;
    const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    try {
      // While it is made for the first time, what nobody has come to yet would seem not to be there: that is waited for.
      await updateWords(open, files, { signal: patience, waits: !isReady });
      if (isWordsOnly) return;
      if (open.index.waiting <= EMBED_FIRST) await open.index.embed({ signal: patience });
      else if (this.#input.isAttended) this.#soon();
    } catch (error) {
      signal.throwIfAborted();
      if (isBroken(error)) throw error;
      // Not soon enough, or nothing can be written here: what is there is searched.
      if (this.#input.isAttended || !isReady) this.#soon();
      if (!isReady) throw new ToolError(MAKING, { cause: error });
    }
  }

  /** Takes in what is new, in the background; ends with the session. */
  #soon(): void {
    this.#hasBegun = true;
    this.#background = this.#takeIn(this.#background);
  }

  async #takeIn(before: Promise<void>): Promise<void> {
    const { host, folder, notice } = this.#input;
    const { signal } = this.#stop;
    await before;
    const place = signal.aborted ? null : codePlaceOf(host, folder());
    if (place === null || !existsSync(place.database)) return;
    try {
      const { open, files } = await this.#at(place);
      if (open.index.isReadOnly) return;
      await updateWords(open, files, { signal, waits: false });
      if (!readCodeMeta(open.index).isWordsOnly) await open.index.embed({ signal });
    } catch (error) {
      if (signal.aborted) return;
      const why = error instanceof Error ? error.message : String(error);
      notice(`The index of this workspace could not be brought up to date: ${why}`);
    }
  }

  /** An index that was cleared and made again meanwhile is another file; one in memory is left when its file changes. */
  async #leaveOld(place: CodePlace): Promise<void> {
    const opened = await this.#opened.get(place.root);
    if (opened === undefined) return;
    const { index } = opened.open;
    const isOld = index.isKept ? !index.isInPlace : sightOf(place) !== opened.sight;
    if (isOld) await this.#close(place);
  }

  async #close(place: CodePlace): Promise<void> {
    const opened = this.#opened.get(place.root);
    await this.#background;
    this.#opened.delete(place.root);
    (await opened)?.open[Symbol.dispose]();
  }

  async #again(place: CodePlace): Promise<void> {
    await this.#close(place);
    removeCodeIndex(place);
    await this.#at(place);
    this.#soon();
  }

  /** One opening for all who want it at once; one that fails is forgotten, so that the next search tries again. */
  async #at({ root, ...rest }: CodePlace): Promise<Opened> {
    const opening = this.#opened.get(root) ?? this.#openAt({ root, ...rest });
    this.#opened.set(root, opening);
    try {
      return await opening;
    } catch (error) {
      if (this.#opened.get(root) === opening) this.#opened.delete(root);
      throw error;
    }
  }

  async #openAt(place: CodePlace): Promise<Opened> {
    const { host, notice } = this.#input;
    const files = await filesFor(host, place);
    const open = await openCodeIndex(host, place, { notice });
    return { open, files, sight: sightOf(place) };
  }
}

/** Another one means that the file may be usable now; it is not opened for it. */
function sightOf({ database }: CodePlace): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(database);
    return [ino, size, mtimeMs, ctimeMs].join(" ");
  } catch {
    return "";
  }
}

const now = (): number => systemClock.now();
