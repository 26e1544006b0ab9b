import type { AssistantContent, AssistantMessage, Message, UserMessage } from "@squire/protocol";

/** Tells a history in words, and remembers each message it has told. */
export type CallTeller = (messages: readonly Message[]) => readonly Message[];

/**
 * For a request that offers no tools: calls and outcomes as words. Some vendors refuse calls in a
 * request without tools, and a model that sees calls goes on calling. Same message, same words, so
 * consecutive requests of this kind still extend each other.
 */
export function callTeller(): CallTeller {
  const kept = new WeakMap<Message, Message>();
  return (messages) =>
    messages.map((message) => {
      const known = kept.get(message);
      if (known !== undefined) return known;
      const told = tell(message);
      kept.set(message, told);
      return told;
    });
}

function tell(message: Message): Message {
  switch (message.role) {
    case "user":
      return message;
    case "assistant":
      return message.content.some(({ type }) => type === "call") ? tellReply(message) : message;
    case "tool":
      return tellOutcome(message);
  }
}

/** Reasoning goes with its calls: vendors tie the two together. */
function tellReply(message: AssistantMessage): AssistantMessage {
  const content = message.content.flatMap((block): AssistantContent[] => {
    if (block.type === "text") return [block];
    if (block.type !== "call") return [];
    return [{ type: "text", text: `[called ${block.name} with ${block.argsText}]` }];
  });
  return { ...message, content };
}

function tellOutcome({ name, content, failed }: Extract<Message, { role: "tool" }>): UserMessage {
  const label = failed ? `[${name} failed:]` : `[${name} gave:]`;
  return { role: "user", content: [{ type: "text", text: label }, ...content] };
}
