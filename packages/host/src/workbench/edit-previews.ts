import { ToolError } from "@squire/agent";
import type { AgentEvent } from "@squire/protocol";
import { isCredentialPath } from "@squire/safety";
import { previewEdits } from "@squire/tools";
import type { EditVariant, FileTree, PreviewCall } from "@squire/tools";

export type PreviewPorts = {
  readonly variant: EditVariant;
  readonly files: () => FileTree;
  readonly redact: (text: string) => string;
  readonly emit: (event: AgentEvent) => void;
};

type Streamed = {
  readonly preview: PreviewCall;
  readonly runId: string;
  readonly name: string;
  argsText: string;
  /** A preview is being made; what comes in meanwhile is shown by the next. */
  busy: boolean;
  /** The last text that was shown, so that nothing is shown twice. */
  shown: string;
};

/** No edit that a person reads while it comes in is larger. */
const MOST_CHARS = 400_000;
const MOST_BYTES = 1024 * 1024;

/**
 * Live diffs of edits whose arguments still come in (EDIT-8). Never in the way of the reply: one
 * preview of a call at a time, of what there is then. The call itself ends them.
 */
export class EditPreviews {
  readonly #ports: PreviewPorts;
  readonly #calls = new Map<string, Streamed>();

  constructor(ports: PreviewPorts) {
    this.#ports = ports;
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    switch (event.type) {
      case "call.delta":
        return this.#take(event);
      case "tool.started":
      case "tool.finished":
        this.#calls.delete(event.callId);
        return;
      case "step.started":
      case "turn.finished":
      case "turn.failed":
      case "turn.aborted":
        this.#calls.clear();
        return;
      default:
    }
  }

  #take({ callId, name, argsText, runId }: AgentEvent<"call.delta">): void {
    if (name !== "edit" && name !== "multi_edit") return;
    const { variant } = this.#ports;
    const readText = (path: string): Promise<string | null> => this.#read(path);
    const known = this.#calls.get(callId) ?? {
      preview: previewEdits({ variant, readText }),
      runId,
      name,
      argsText: "",
      busy: false,
      shown: "",
    };
    known.argsText += argsText;
    this.#calls.set(callId, known);
    if (!known.busy && known.argsText.length <= MOST_CHARS) void this.#show(callId, known);
  }

  async #show(callId: string, call: Streamed): Promise<void> {
    call.busy = true;
    while (call.argsText !== call.shown && this.#calls.get(callId) === call) {
      call.shown = call.argsText;
      const { runId, name, argsText } = call;
      // What cannot be shown is told by the call itself.
      const made = await call.preview({ name, argsText }).catch(() => null);
      if (made === null || this.#calls.get(callId) !== call) continue;
      const { redact, emit } = this.#ports;
      const files = made.files.map((file) => ({ ...file, diff: redact(file.diff) }));
      emit({ type: "edit.previewed", runId, callId, name, files, whole: made.isWhole });
    }
    call.busy = false;
  }

  /** What may not be edited is not shown either. */
  async #read(path: string): Promise<string | null> {
    const files = this.#ports.files();
    const place = await files.place(path);
    if (!place.writable || isCredentialPath(place.path)) {
      throw new ToolError(`${path} is not shown.`);
    }
    const { signal } = new AbortController();
    const found = await files.readIfThere(place, { most: MOST_BYTES, signal });
    return found === null ? null : new TextDecoder().decode(found.bytes);
  }
}
