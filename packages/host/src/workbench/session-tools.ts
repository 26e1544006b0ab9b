import type { Tool } from "@squire/agent";
import type { Trust } from "@squire/protocol";
import {
  astParsers,
  createBuiltIns,
  createSeen,
  editGuard,
  findRipgrep,
  inertServices,
  pickEditVariant,
  planFollowers,
  scanCache,
} from "@squire/tools";
import type {
  AskUser,
  Board,
  EditGuard,
  EditServices,
  EditVariant,
  FileTree,
  InternalUrls,
  PendingActions,
  Shell,
} from "@squire/tools";
import { join } from "node:path";
import type { Host } from "../open.ts";
import { mayRead } from "../safety/may-read.ts";
import { imageServices } from "./image-services.ts";
import type { RuleBook } from "./rule-book.ts";
import type { OpenWeb } from "./web-services.ts";
import type { WorkPlace } from "./work-place.ts";

export type ToolParts = {
  readonly host: Host;
  readonly place: WorkPlace;
  readonly rules: RuleBook;
  readonly shell: Shell;
  readonly web: OpenWeb | null;
  readonly urls: InternalUrls;
  readonly board: Board;
  readonly pending: PendingActions;
  readonly trust: () => Trust;
  readonly askUser: AskUser | null;
  /** Nobody can be asked. */
  readonly isAlone: boolean;
  readonly moveTo: (path: string) => Promise<{ readonly root: string }>;
};

/** The built-in tools of a session and what they share. */
export class SessionTools {
  readonly #parts: ToolParts;
  readonly #scans = scanCache();
  readonly #seen = createSeen();
  readonly variant: EditVariant;
  readonly tools: readonly Tool[];
  /** Ends calls that can no longer apply while they still come in (LOOP-23). */
  readonly guard: EditGuard;

  constructor(parts: ToolParts) {
    this.#parts = parts;
    this.variant = pickEditVariant([parts.host.loaded.settings.edit.variant]);
    this.tools = this.#make();
    this.guard = editGuard(this.editing(), { variant: this.variant });
  }

  /** The tools for carrying out a plan. */
  planTools(): readonly Tool[] {
    return planFollowers(this.#planning());
  }

  /**
   * The same tools on a workspace that only remembers what was to be written: to see what a call
   * would do before anybody is asked about it (EDIT-9).
   */
  onPaper(files: FileTree): readonly Tool[] {
    // What was not written has not been seen.
    const seen = { note: () => {}, hashOf: (path: string) => this.#seen.hashOf(path) };
    const services = { ...inertServices(), files, seen, onChanged: () => {} };
    const options = { allowWrite: true, editVariant: this.variant, enabled: ["all"] };
    return createBuiltIns(services, options);
  }

  /** For edits that the user applies. */
  editing(): EditServices {
    const { place } = this.#parts;
    return {
      get files() {
        return place.files;
      },
      seen: this.#seen,
      onChanged: (paths) => this.#scans.invalidate(paths),
    };
  }

  #make(): readonly Tool[] {
    const { host, place, rules, board } = this.#parts;
    const { settings } = host.loaded;
    const services = {
      ...this.#planning(),
      ...this.#searching(),
      get files() {
        return place.files;
      },
      seen: this.#seen,
      onChanged: (paths: readonly string[]) => this.#scans.invalidate(paths),
      pending: this.#parts.pending,
      mayRead: mayRead(
        () => rules.policy(),
        () => place.gateWorkspace(),
      ),
      // The gate asks for them.
      refuses: null,
      shell: this.#parts.shell,
      askUser: this.#parts.askUser,
      askTimeoutMs: settings.ask.timeout * 1000,
      moveTo: this.#parts.moveTo,
      web: this.#parts.web?.services ?? null,
      urls: this.#parts.urls,
      images: imageServices(host),
    };
    const tools = createBuiltIns(services, {
      allowWrite: settings.fs.allowWrite,
      editVariant: this.variant,
      enabled: settings.tools.enabled,
    });
    const names = new Set(tools.map(({ name }) => name));
    const followers = board.plan() === null ? [] : this.planTools();
    return [...tools, ...followers.filter(({ name }) => !names.has(name))];
  }

  #searching() {
    const cache = join(this.#parts.host.home, "cache");
    return { scans: this.#scans, ripgrep: findRipgrep(cache), parsers: astParsers(cache) };
  }

  #planning() {
    const { host, board, trust, isAlone } = this.#parts;
    return { board, trust, headless: isAlone ? host.loaded.settings.plan.headless : null };
  }
}
