import type { Message } from "@squire/protocol";
import { assertNever } from "@squire/protocol/values";
import {
  modelParts,
  outcomePart,
  replyCalls,
  userParts,
  waitingImages,
} from "./google-fragments.ts";
import type { Context, SentCall } from "./google-fragments.ts";

/** `of` keeps outcomes in a content of their own: Google counts them against the calls. */
type Content = { readonly of: Message["role"]; parts: string };

/**
 * The conversation as JSON texts, one per content. Images that cannot be part of an outcome wait
 * until every call has its outcome, so nothing already written ever moves (LOOP-3).
 */
export function contentsOf(messages: readonly Message[], context: Context): readonly string[] {
  const contents: Content[] = [];
  const calls = new Map<string, SentCall>();
  const open = new Set<string>();
  const waiting: string[] = [];

  function add(of: Message["role"], parts: string): void {
    const last = contents.at(-1);
    if (parts === "") return;
    if (last?.of === of) last.parts += `,${parts}`;
    else contents.push({ of, parts });
  }
  function addImages(): void {
    for (const parts of waiting.splice(0)) add("user", parts);
  }

  for (const message of messages) {
    switch (message.role) {
      case "user":
        addImages();
        add("user", userParts(message, context));
        break;
      case "assistant":
        addImages();
        open.clear();
        for (const call of replyCalls(message, context)) {
          open.add(call.callId);
          calls.set(call.callId, call);
        }
        add("assistant", modelParts(message, context));
        break;
      case "tool":
        open.delete(message.callId);
        add("tool", outcomePart(message, calls.get(message.callId), context));
        waiting.push(waitingImages(message, context));
        if (open.size === 0) addImages();
        break;
      default:
        assertNever(message);
    }
  }
  return contents.map(contentJson);
}

function contentJson({ of, parts }: Content): string {
  return `{"role":"${of === "assistant" ? "model" : "user"}","parts":[${parts}]}`;
}
