import type { Agent } from "@squire/agent";
import { modelKey } from "@squire/llm";
import type { AgentEvent, ThinkingLevel } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { ChosenModel, CurrentModel } from "./current-model.ts";

export type LendingParts = {
  readonly agent: Agent;
  readonly session: OpenSession;
  readonly current: CurrentModel;
  readonly emit: (event: AgentEvent) => void;
};

/** What the next turn has instead of the session's own. */
export type Lent = {
  readonly model?: ChosenModel;
  readonly thinking?: ThinkingLevel;
};

/**
 * A model or thinking level for the next turn alone (MODL-17, ESC-1). Asked for while a turn runs,
 * it is for the one after it. In the log it stands in its turn: there it ends with it.
 */
export class Lending {
  readonly #parts: LendingParts;
  /** For the turn that comes. */
  #next: Lent | null = null;
  #inTurn = false;
  /** The level to put back; null: it was not changed. */
  #before: { readonly thinking: ThinkingLevel | undefined } | null = null;

  constructor(parts: LendingParts) {
    this.#parts = parts;
  }

  /** Again and again does no harm; null takes it back. */
  lend(lent: Lent | null): void {
    this.#next = lent;
    if (!this.#inTurn) this.#use();
  }

  /** The session's own is another one: it holds at once. */
  end(): void {
    this.#next = null;
    this.#before = null;
  }

  /** Must hear every event of the session. */
  hear(event: AgentEvent): void {
    switch (event.type) {
      case "turn.started":
        this.#inTurn = true;
        return;
      case "step.started":
        if (event.step === 1) this.#record();
        return;
      case "turn.finished":
      case "turn.failed":
      case "turn.aborted":
        this.#inTurn = false;
        this.#use();
        return;
      default:
    }
  }

  /** Puts the session's own back, and then what was asked for in its place. */
  #use(): void {
    const { agent, current, emit } = this.#parts;
    const was = this.#shown();
    current.lend(this.#next?.model ?? null);
    const { thinking: now, ...rest } = agent.settings.request;
    const own = this.#before === null ? now : this.#before.thinking;
    const wanted = this.#next?.thinking ?? own;
    this.#before = this.#next?.thinking === undefined ? null : { thinking: own };
    if (wanted !== now) {
      agent.reconfigure({
        request: { ...rest, ...(wanted === undefined ? {} : { thinking: wanted }) },
      });
    }
    const temporary = this.#next !== null;
    const { model, thinking } = this.#shown();
    if (model !== was.model) emit({ type: "model.changed", model, temporary, cause: "user" });
    if (thinking !== was.thinking) {
      emit({ type: "thinking.changed", thinking: thinking ?? null, temporary });
    }
  }

  #shown() {
    const { agent, current } = this.#parts;
    return { model: modelKey(current.info), thinking: agent.settings.request.thinking };
  }

  /** Written before the request that it is about: the log keeps the order. */
  #record(): void {
    const { session, emit } = this.#parts;
    const { model, thinking } = this.#next ?? {};
    this.#next = null;
    const written = [
      ...(model === undefined
        ? []
        : [
            session.append({
              type: "model_change",
              model: modelKey(model.info),
              temporary: true,
              cause: "user",
            }),
          ]),
      ...(thinking === undefined
        ? []
        : [session.append({ type: "thinking_change", thinking, temporary: true })]),
    ];
    // The request behind it fails for the same reason, and says so.
    Promise.all(written).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      emit({ type: "warning.raised", code: "model.unrecorded", message });
    });
  }
}
