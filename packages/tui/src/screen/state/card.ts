import type { ApprovalRequest, Question } from "@squire/protocol";
import { chordOf, type Key } from "../../terminal/keys/key.ts";
import { emptied } from "../../composer/composer.ts";
import { stay, type AppState, type CardState, type Effect, type Step } from "./app-state.ts";
import type { Overlay } from "./overlay.ts";

export type Answer = {
  readonly key: string;
  readonly label: string;
  readonly effect: Effect | "reason" | "custom";
};

/** A card that has just come up takes no letters: somebody may be in the middle of a word. */
const SETTLE_MS = 400;

/** The answers to an approval, the safest first (PERM-6). */
export function approvalAnswers(request: ApprovalRequest): readonly Answer[] {
  const { approvalId } = request;
  const rule = request.suggestedRule;
  return [
    { key: "d", label: "deny", effect: { type: "deny", approvalId, reason: null } },
    { key: "o", label: "once", effect: { type: "approve", approvalId, scope: "once" } },
    { key: "s", label: "this session", effect: { type: "approve", approvalId, scope: "session" } },
    ...(rule === undefined
      ? []
      : [
          {
            key: "a",
            label: `always ${rule}`,
            effect: { type: "approve", approvalId, scope: "always" },
          } as const,
        ]),
    { key: "w", label: "tell it why not…", effect: "reason" },
  ];
}

/** "Say what should change": the words are the answer. */
const ASKS_FOR_WORDS: ReadonlySet<string> = new Set(["refine", "revise"]);

export function questionAnswers(question: Question): readonly Answer[] {
  const { questionId } = question;
  return [
    ...question.options.map((option, index): Answer => ({
      key: String(index + 1),
      label: option.title,
      effect:
        question.plan !== undefined && ASKS_FOR_WORDS.has(option.id)
          ? "custom"
          : { type: "answer", questionId, optionId: option.id, text: null },
    })),
    ...(question.allowCustom
      ? [{ key: "w", label: "something else…", effect: "custom" } as const]
      : []),
  ];
}

/** The card for what the overlay asks; a new one begins at its safest answer. */
export function cardFor(card: CardState | null, overlay: Overlay, at: number): CardState | null {
  if (overlay.owner !== "modal" || overlay.type === "picker") return null;
  const id = overlay.type === "approval" ? overlay.request.approvalId : overlay.question.questionId;
  return card?.id === id ? card : { id, index: 0, offset: 0, shownAt: at };
}

type AskOverlay = Extract<Overlay, { type: "approval" | "question" }>;

/** A key while a card has them all. Esc is the safe way out. */
export function cardKey(state: AppState, overlay: AskOverlay, key: Key, at: number): Step {
  const { card } = state;
  if (card === null) return stay(state);
  const answers =
    overlay.type === "approval"
      ? approvalAnswers(overlay.request)
      : questionAnswers(overlay.question);
  const chord = chordOf(key);
  const turn = TURNS[chord] ?? (overlay.type === "question" ? ROWS[chord] : undefined);
  if (turn !== undefined) {
    const index = (card.index + turn + answers.length) % answers.length;
    return stay({ ...state, card: { ...card, index } });
  }
  const scroll = SCROLLS[chord];
  if (scroll !== undefined) {
    return stay({ ...state, card: { ...card, offset: Math.max(0, card.offset + scroll) } });
  }
  if (chord === "escape") return stay(state, safeAnswer(overlay));
  const letters = at - card.shownAt >= SETTLE_MS;
  const chosen =
    chord === "enter"
      ? answers[card.index]
      : letters
        ? answers.find((answer) => answer.key === chord)
        : undefined;
  return chosen === undefined ? stay(state) : choose(state, overlay, chosen);
}

const TURNS: Readonly<Record<string, number>> = {
  left: -1,
  right: 1,
  tab: 1,
  "shift+tab": -1,
};

/** Options stand below each other; the answers to an approval side by side. */
const ROWS: Readonly<Record<string, number>> = { up: -1, down: 1 };

const SCROLLS: Readonly<Record<string, number>> = { up: -1, down: 1, pageup: -10, pagedown: 10 };

function safeAnswer(overlay: AskOverlay): Effect {
  if (overlay.type === "approval") {
    return { type: "deny", approvalId: overlay.request.approvalId, reason: null };
  }
  return unanswered(overlay.question);
}

/** What Esc means: nothing goes on that was not said. Words, and what Esc does, for the card. */
const WAYS_OUT: Readonly<Partial<Record<Question["kind"], readonly [id: string, words: string]>>> =
  {
    plan: ["cancel", "esc cancels it"],
    checkpoint: ["stop", "esc stops here"],
    revision: ["reject", "esc keeps the plan"],
  };

export function wayOut({ kind }: Question): string {
  return WAYS_OUT[kind]?.[1] ?? "esc gives no answer";
}

export function unanswered({ kind, questionId, options }: Question): Effect {
  const id = WAYS_OUT[kind]?.[0];
  const optionId = options.some((option) => option.id === id) ? (id ?? null) : null;
  return { type: "answer", questionId, optionId, text: null };
}

function choose(state: AppState, overlay: AskOverlay, { effect }: Answer): Step {
  if (typeof effect !== "string") return stay(state, effect);
  // What was being written waits in the history of undo.
  const composer = emptied(state.composer);
  if (overlay.type === "approval") {
    return stay({
      ...state,
      composer,
      asking: { type: "reason", approvalId: overlay.request.approvalId },
    });
  }
  return stay({
    ...state,
    composer,
    asking: { type: "answer", questionId: overlay.question.questionId },
  });
}
