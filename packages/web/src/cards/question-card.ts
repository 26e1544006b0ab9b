import type { Question } from "@squire/protocol";
import { inertText } from "@squire/protocol/values";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { inertLine } from "../items/item-parts.ts";
import { planSteps } from "../panel/plan-steps.ts";
import { AnswerCard } from "./answer-card.ts";

const TITLES: Readonly<Record<Question["kind"], string>> = {
  choice: "question",
  text: "question",
  plan: "plan",
  checkpoint: "checkpoint",
  revision: "change of plan",
  confirm: "please confirm",
};

/** A question of the agent, with its plan where there is one. The first option is the safest. */
@customElement("squire-question")
export class SquireQuestion extends AnswerCard {
  @property({ attribute: false }) accessor question: Question | null = null;

  protected override get askedId(): string | null {
    return this.question?.questionId ?? null;
  }

  protected override render(): unknown {
    const { question } = this;
    if (question === null) return nothing;
    const { kind, prompt, plan, options, allowCustom } = question;
    return html`<section class="card question" role="alertdialog" aria-labelledby="question-title">
      <h2 id="question-title">${TITLES[kind]}</h2>
      <div class="card-body" tabindex="0">
        <p class="prompt">${inertText(prompt)}</p>
        ${plan === undefined ? nothing : planBody(plan)}
      </div>
      <div class="options" role="group" aria-label="Answers">
        ${options.map(
          ({ id, title, summary }, at) =>
            html`<button
              type="button"
              class="button option"
              ?data-safest=${at === 0}
              @click=${() => this.#answer(id, null)}
            >
              <kbd>${at + 1}</kbd> ${inertLine(title)}
              ${summary === undefined ? nothing : html`<span class="dim">${inertLine(summary)}</span>`}
            </button>`,
        )}
      </div>
      ${allowCustom || options.length === 0 ? this.#custom() : nothing}
    </section>`;
  }

  #custom(): TemplateResult {
    const submit = (event: SubmitEvent): void => {
      event.preventDefault();
      const text = this.querySelector<HTMLInputElement>("input[name=answer]")?.value.trim() ?? "";
      if (text !== "") this.#answer(this.#wordsOption(), text);
    };
    return html`<form class="answers" @submit=${submit}>
      <input name="answer" type="text" aria-label="Your own words" placeholder="Something else…" />
      <button type="submit" class="button">Answer</button>
    </form>`;
  }

  /** Words about a plan say what should change. */
  #wordsOption(): string | null {
    if (this.question?.plan === undefined) return null;
    const found = this.question.options.find(({ id }) => id === "refine" || id === "revise");
    return found?.id ?? null;
  }

  #answer(optionId: string | null, text: string | null): void {
    if (this.question === null) return;
    const { questionId, plan } = this.question;
    // What should change has to be said.
    if (text === null && plan !== undefined && (optionId === "refine" || optionId === "revise")) {
      this.querySelector<HTMLInputElement>("input[name=answer]")?.focus();
      return;
    }
    this.want({ type: "answer", questionId, optionId, text });
  }

  protected override answerBy(key: string): boolean {
    const option = /^[1-9]$/.test(key) ? this.question?.options[Number(key) - 1] : undefined;
    if (option === undefined) return false;
    this.#answer(option.id, null);
    return true;
  }
}

function planBody(plan: NonNullable<Question["plan"]>): TemplateResult {
  return plan.steps.length > 0
    ? planSteps(plan)
    : html`<squire-markdown class="prose" .text=${plan.markdown}></squire-markdown>`;
}
