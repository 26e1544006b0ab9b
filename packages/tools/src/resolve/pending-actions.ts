import type { ToolContext } from "@squire/agent";
import type { JsonValue } from "@squire/protocol";

/** What came of an action that was applied or discarded. */
export type Resolved = {
  /** For the model. */
  readonly text: string;
  readonly changedFiles?: readonly string[];
};

/** Something that waits for a word before it is done (RSLV-2). */
export type PendingAction = {
  /** One line for people: what would be done. */
  readonly label: string;
  readonly sourceTool?: string;
  /** Files that would be written, as the workspace names them. */
  readonly targets?: readonly string[];
  readonly details?: JsonValue;
  /** Fails with `ToolError` when it cannot be done any more. */
  apply(reason: string, context: ToolContext): Promise<Resolved | string>;
  reject?(reason: string, context: ToolContext): Promise<Resolved | string>;
};

/** An action without what it does: for people, logs and other processes. */
export type PendingRecord = {
  readonly id: string;
  readonly label: string;
  readonly sourceTool: string;
  readonly targets: readonly string[];
  readonly details: JsonValue;
};

export type Pending = PendingRecord & { readonly action: PendingAction };

const DEFAULT_SOURCE = "custom_tool";

export type PendingOptions = {
  readonly ids: () => string;
  /** Called after every change, with what is pending then, the newest last. */
  readonly onChange?: (pending: readonly PendingRecord[]) => void;
};

/** The actions that wait in a session; the newest is resolved first. They end with the process. */
export class PendingActions {
  readonly #options: PendingOptions;
  readonly #stack: Pending[] = [];

  constructor(options: PendingOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#stack.length;
  }

  push(action: PendingAction): PendingRecord {
    const { label, sourceTool = DEFAULT_SOURCE, targets = [], details = null } = action;
    const pending = { id: this.#options.ids(), label, sourceTool, targets, details, action };
    this.#stack.push(pending);
    this.#changed();
    return recordOf(pending);
  }

  top(): Pending | null {
    return this.#stack.at(-1) ?? null;
  }

  /** Takes the newest off the stack. Whatever comes of it, it is not pending any more. */
  take(): Pending | null {
    const taken = this.#stack.pop() ?? null;
    if (taken !== null) this.#changed();
    return taken;
  }

  /** The newest last. */
  list(): readonly PendingRecord[] {
    return this.#stack.map(recordOf);
  }

  #changed(): void {
    this.#options.onChange?.(this.list());
  }
}

function recordOf({ id, label, sourceTool, targets, details }: Pending): PendingRecord {
  return { id, label, sourceTool, targets, details };
}

/** There is nowhere for actions to wait (RSLV-3). */
export class NoPendingStore extends Error {
  override readonly name = "NoPendingStore";

  constructor() {
    super(
      "Actions cannot wait here: this session has no store for them. Do it at once or not at all.",
    );
  }
}

/** What extensions and custom tools call; fails with `NoPendingStore` where there is no store. */
export function pushPendingAction(
  store: PendingActions | null,
  action: PendingAction,
): PendingRecord {
  if (store === null) throw new NoPendingStore();
  return store.push(action);
}
