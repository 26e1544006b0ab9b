import type {
  AssistantMessage,
  CallBlock,
  Message,
  OutcomeMessage,
  UserMessage,
} from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import type { Item } from "./items.ts";
import { BRIDGE, NO_RESULT, OPENING } from "./templates.ts";

/** How much of a branch had to be mended to become a valid history (LOOP-10). */
export type HealReport = {
  /** Calls without an outcome that were given one. */
  readonly closedCalls: number;
  /** Outcomes without an open call. */
  readonly droppedOutcomes: number;
  /** Calls whose id had been used before. */
  readonly renamedCalls: number;
  readonly droppedEmpty: number;
  /** Unfinished replies that a later attempt replaced. */
  readonly replacedReplies: number;
  /** Messages put in so that no reply comes first or follows another. */
  readonly bridges: number;
};

type Step = {
  readonly source: string;
  readonly message: AssistantMessage;
  /** `asked` is the call as the model wrote it, `call` as it is sent. */
  readonly calls: { readonly asked: CallBlock; readonly call: CallBlock; outcome?: Answer }[];
};
type Answer = { readonly source: string; readonly message: OutcomeMessage };
type Note = { readonly source: string; readonly message: UserMessage };
type Unfinished = {
  readonly source: string;
  readonly message: AssistantMessage;
  readonly final: boolean;
};

/**
 * Turns items into a history that every vendor accepts. Messages are only ever added: what may
 * still change (a step whose calls are running, a reply that may be tried again) is held back until
 * something shows how it ended.
 */
export class History {
  readonly messages: Message[] = [];
  /** The entry behind each message; for one that was put in, the entry that made it necessary. */
  readonly sources: string[] = [];
  readonly report = {
    closedCalls: 0,
    droppedOutcomes: 0,
    renamedCalls: 0,
    droppedEmpty: 0,
    replacedReplies: 0,
    bridges: 0,
  };
  readonly #usedIds = new Set<string>();
  #step: Step | null = null;
  #unfinished: Unfinished | null = null;
  #notes: Note[] = [];

  /** The calls that still run, as far as the branch says. */
  get openCalls(): readonly CallBlock[] {
    return (this.#step?.calls ?? []).filter(({ outcome }) => !outcome).map(({ asked }) => asked);
  }

  add(source: string, item: Item): void {
    switch (item.kind) {
      case "user":
        return item.asks ? this.#ask(source, item.message) : this.#note(source, item.message);
      case "reply":
        return this.#reply(source, item.message);
      case "unfinished":
        this.#closeStep();
        this.#replaceUnfinished();
        this.#unfinished = { source, message: item.message, final: item.final };
        return;
      case "outcome":
        return this.#answer(source, item.message);
      case "nothing":
        if (item.empty) this.report.droppedEmpty++;
        return;
    }
  }

  #ask(source: string, message: UserMessage): void {
    this.#closeStep();
    this.#closeUnfinished();
    this.#push(source, message);
  }

  #note(source: string, message: UserMessage): void {
    if (this.#unfinished?.final) this.#closeUnfinished();
    if (this.#step === null) this.#push(source, message);
    else this.#notes.push({ source, message });
  }

  #reply(source: string, original: AssistantMessage): void {
    this.#closeStep();
    this.#replaceUnfinished();
    const { message, calls } = this.#withOwnIds(original);
    if (calls.length === 0) this.#pushReply(source, message);
    else this.#step = { source, message, calls };
  }

  #answer(source: string, message: OutcomeMessage): void {
    const open = this.#step?.calls.find(
      ({ asked, outcome }) => asked.id === message.callId && !outcome,
    );
    if (open === undefined) this.report.droppedOutcomes++;
    else open.outcome = { source, message: answerTo(open.call, message) };
    if (this.#step !== null && this.openCalls.length === 0) this.#closeStep();
  }

  #closeStep(): void {
    const step = this.#step;
    if (step === null) return;
    this.#step = null;
    this.#pushReply(step.source, step.message);
    for (const { call, outcome } of step.calls) {
      if (outcome === undefined) this.report.closedCalls++;
      this.#push(outcome?.source ?? step.source, outcome?.message ?? lostOutcome(call));
    }
    for (const { source, message } of this.#notes.splice(0)) this.#push(source, message);
  }

  #closeUnfinished(): void {
    const unfinished = this.#unfinished;
    this.#unfinished = null;
    if (unfinished !== null) this.#pushReply(unfinished.source, unfinished.message);
  }

  #replaceUnfinished(): void {
    if (this.#unfinished !== null) this.report.replacedReplies++;
    this.#unfinished = null;
  }

  #pushReply(source: string, message: AssistantMessage): void {
    const before = this.messages.at(-1)?.role;
    if (before === undefined || before === "assistant") {
      this.report.bridges++;
      this.#push(source, userText(before === undefined ? OPENING : BRIDGE));
    }
    this.#push(source, message);
  }

  #push(source: string, message: Message): void {
    this.messages.push(message);
    this.sources.push(source);
  }

  /** No id occurs twice in a request, and no call lacks a name. */
  #withOwnIds(original: AssistantMessage): Pick<Step, "message" | "calls"> {
    const calls: Step["calls"] = [];
    let changed = false;
    const content = original.content.map((block) => {
      if (block.type !== "call") return block;
      const id = this.#freshId(block.id);
      const whole = id === block.id && block.name !== "";
      const call = whole ? block : { ...block, id, name: block.name || "unknown" };
      changed ||= !whole;
      calls.push({ asked: block, call });
      return call;
    });
    return { message: changed ? { ...original, content } : original, calls };
  }

  #freshId(id: string): string {
    let fresh = id;
    for (let n = 2; fresh === "" || this.#usedIds.has(fresh); n++) fresh = `d${n}_${id || "call"}`;
    this.#usedIds.add(fresh);
    if (fresh !== id) this.report.renamedCalls++;
    return fresh;
  }
}

function answerTo({ id, name }: CallBlock, outcome: OutcomeMessage): OutcomeMessage {
  const fits = outcome.callId === id && outcome.name === name;
  return fits ? outcome : { ...outcome, callId: id, name };
}

/** What stands for an outcome that is not in the log. */
export function lostOutcome(
  { id, name }: Pick<CallBlock, "id" | "name">,
  text = NO_RESULT,
): OutcomeMessage {
  const content = [{ type: "text", text } as const];
  return { role: "tool", callId: id, name, content, failed: true };
}
