import type { TextItem, View } from "@squire/client";
import { inert } from "../text/inert.ts";
import { plainApproval, plainItem, plainQuestion } from "./plain-text.ts";

type Phase = NonNullable<View["phase"]>;

const PHASE_WORDS: Readonly<Record<Phase["status"], (name: Phase["name"]) => string>> = {
  idle: () => "",
  working: (name) => `Now ${name}.`,
  complete: () => "",
  error: (name) => `It failed while ${name}.`,
};

/** Says what happens in a session, each thing once, in whole lines. */
export class PlainVoice {
  readonly #write: (text: string) => void;
  #epoch = -1;
  #done = 0;
  #asked = "";
  #phase = "";
  /** How far the text that is being written was said. */
  #text: { readonly id: string; said: number } | null = null;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  say(text: string): void {
    if (text !== "") this.#write(`${text}\n`);
  }

  follow(view: View): void {
    if (view.epoch !== this.#epoch) {
      this.#epoch = view.epoch;
      this.#done = Math.max(0, view.items.length - 20);
    }
    for (const item of view.items.from(this.#done)) {
      if (item.kind === "text") this.#sayText(item, true);
      this.say(plainItem(item));
    }
    this.#done = view.items.length;
    this.#sayPhase(view);
    const [first] = view.live;
    if (first?.kind === "text") this.#sayText(first, false);
    this.#ask(view);
  }

  /** Whole lines as they come; the rest when it has ended. */
  #sayText(item: TextItem, isDone: boolean): void {
    if (this.#text?.id !== item.id) this.#text = { id: item.id, said: 0 };
    const end = isDone ? item.text.length : item.text.lastIndexOf("\n");
    if (end <= this.#text.said) return;
    const piece = inert(item.text.slice(this.#text.said, end)).replace(/^\n+|\n+$/g, "");
    this.#text.said = end;
    this.say(piece);
  }

  /** Each once; how far it is would be too much to hear. */
  #sayPhase({ phase }: View): void {
    const words = phase === null ? "" : PHASE_WORDS[phase.status](phase.name);
    if (words !== this.#phase) this.say(words);
    this.#phase = words;
  }

  #ask(view: View): void {
    const [request] = view.approvals;
    const [question] = view.questions;
    const id = request?.approvalId ?? question?.questionId ?? "";
    if (id === this.#asked) return;
    this.#asked = id;
    if (request !== undefined) this.say(plainApproval(request));
    else if (question !== undefined) this.say(plainQuestion(question));
  }
}
