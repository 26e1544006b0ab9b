import type { Message } from "@squire/protocol";

/** How much of a history had to be left out (LOOP-10). */
export type Healed = {
  readonly messages: readonly Message[];
  readonly droppedCalls: number;
  readonly droppedOutcomes: number;
};

/** Heals a list that grows: what was found whole is not looked at again. */
export function pairHealer(): (messages: readonly Message[]) => Healed {
  let seen: readonly Message[] = [];
  let whole = 0;
  return (messages) => {
    let at = 0;
    while (at < whole && messages[at] === seen[at]) at++;
    // Back to the reply that the outcomes belong to.
    while (at > 0 && messages[at]?.role === "tool") at--;
    seen = messages;
    whole = wholeUpTo(messages, at);
    return whole === messages.length
      ? { messages, droppedCalls: 0, droppedOutcomes: 0 }
      : healPairs(messages);
  };
}

/** The first message, from `start` on, that is not part of a whole step. */
function wholeUpTo(messages: readonly Message[], start: number): number {
  let at = start;
  for (;;) {
    const message = messages[at];
    if (message === undefined || message.role === "tool") return at;
    const wanted = message.role === "assistant" ? callIds(message) : [];
    const end = at + 1 + wanted.length;
    const answers = wanted.length === 0 ? [] : messages.slice(at + 1, end);
    if (fittingAnswers(wanted, answers).length < wanted.length) return at;
    at = end;
  }
}

/**
 * Drops calls without all their outcomes and outcomes without a call right before them. The log
 * view is valid already; this is the last check before a request leaves. The same array when
 * nothing is wrong.
 */
export function healPairs(messages: readonly Message[]): Healed {
  const kept: Message[] = [];
  let droppedCalls = 0;
  let droppedOutcomes = 0;
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at];
    if (message === undefined) continue;
    if (message.role === "tool") {
      droppedOutcomes++;
      continue;
    }
    const wanted = callIds(message);
    const answers = answersBehind(messages, at);
    const fitting = fittingAnswers(wanted, answers);
    at += answers.length;
    droppedOutcomes += answers.length - fitting.length;
    if (fitting.length === wanted.length) kept.push(message, ...fitting);
    else {
      droppedCalls += wanted.length;
      droppedOutcomes += fitting.length;
      const rest = withoutCalls(message);
      if (rest !== null) kept.push(rest);
    }
  }
  const whole = droppedCalls + droppedOutcomes === 0;
  return { messages: whole ? messages : kept, droppedCalls, droppedOutcomes };
}

function callIds(message: Message): readonly string[] {
  if (message.role !== "assistant") return [];
  return message.content.flatMap((block) => (block.type === "call" ? [block.id] : []));
}

function answersBehind(messages: readonly Message[], at: number): readonly Message[] {
  let end = at + 1;
  while (messages[end]?.role === "tool") end++;
  return messages.slice(at + 1, end);
}

/** The first answer to each call; others answer nothing. */
function fittingAnswers(
  wanted: readonly string[],
  answers: readonly Message[],
): readonly Message[] {
  const open = new Set(wanted);
  return answers.filter((answer) => answer.role === "tool" && open.delete(answer.callId));
}

/** What a reply says besides its calls; null when that is nothing. */
function withoutCalls(message: Message): Message | null {
  if (message.role !== "assistant") return message;
  const content = message.content.filter(({ type }) => type === "text");
  return content.some((block) => block.type === "text" && block.text.trim() !== "")
    ? { ...message, content }
    : null;
}
