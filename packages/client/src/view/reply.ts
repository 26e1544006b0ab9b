import type { AgentEvent, AssistantMessage, UserMessage } from "@squire/protocol";
import { userParts } from "@squire/protocol/values";
import { add, settle } from "./live.ts";
import type { Item, TextItem, ThinkingItem, ToolItem, UserItem } from "./item.ts";
import type { Moment, Reducers } from "./reducer.ts";
import type { View } from "./view.ts";

/** What the user says and what the model answers, from its first word on. */
export const replyReducers: Reducers = {
  "text.delta": (view, event, moment) => grow(view, event, "text", moment),
  "thinking.delta": (view, event, moment) => grow(view, event, "thinking", moment),
  "call.delta": growCall,
  "message.added": (view, event, moment) => {
    const { message } = event;
    return message.role === "user"
      ? add(view, userItem(event, message, moment))
      : addReply(view, event, message, moment);
  },
  // Whatever had arrived is asked for again.
  "retry.started": (view) => dropWriting(view),
  "fallback.started": (view) => dropWriting(view),
  "step.started": (view) => dropWriting(view),
};

type Added = AgentEvent<"message.added">;

function partId(view: View, runId: string, block: number): string {
  return `${runId}:${view.inner.replies}:${block}`;
}

function grow(
  view: View,
  { runId, block, text }: AgentEvent<"text.delta" | "thinking.delta">,
  kind: "text" | "thinking",
  { at }: Moment,
): View {
  const id = partId(view, runId, block);
  const index = view.live.findLastIndex((item) => item.id === id);
  const item = view.live[index];
  if (item === undefined) {
    return add(view, { kind, id, at, runId, text, state: "streaming" });
  }
  if (item.kind !== kind || item.state !== "streaming") return view;
  return { ...view, live: view.live.with(index, { ...item, text: item.text + text }) };
}

function growCall(view: View, event: AgentEvent<"call.delta">, { at }: Moment): View {
  const { callId, name, argsText, runId } = event;
  const index = view.live.findLastIndex((item) => item.kind === "tool" && item.id === callId);
  const item = view.live[index];
  if (item?.kind !== "tool") {
    return add(view, newCall({ callId, name, argsText, runId, at, state: "writing" }));
  }
  if (item.state !== "writing") return view;
  const next = { ...item, name, summary: name, argsText: item.argsText + argsText };
  return { ...view, live: view.live.with(index, next) };
}

type NewCall = Pick<ToolItem, "callId" | "name" | "argsText" | "runId" | "at" | "state">;

/** A call of which nothing but its words is known. */
export function newCall(call: NewCall): ToolItem {
  return {
    ...call,
    kind: "tool",
    id: call.callId,
    summary: call.name,
    effect: null,
    args: null,
    output: "",
    startedAt: null,
    approval: null,
    preview: null,
    end: null,
  };
}

/** The stored reply takes the place of everything that was seen of it. */
function addReply(view: View, event: Added, message: AssistantMessage, moment: Moment): View {
  const begun = new Map(view.live.filter(isWriting).map((item) => [item.id, item]));
  const parts = replyItems(view, event, message, moment).map((item) =>
    goneOn(item, begun.get(item.id)),
  );
  const rest = view.live.filter((item) => !isWriting(item));
  const { inner } = view;
  const next = { ...view, inner: { ...inner, replies: inner.replies + 1 } };
  return settle({ ...next, live: [...rest, ...parts] });
}

/** What the log does not keep of an item stays with it. */
function goneOn(item: Item, seen: Item | undefined): Item {
  if (seen === undefined) return item;
  return item.kind === "tool" && seen.kind === "tool"
    ? { ...item, at: seen.at, preview: seen.preview }
    : { ...item, at: seen.at };
}

function replyItems(
  view: View,
  event: Added,
  message: AssistantMessage,
  { at }: Moment,
): readonly Item[] {
  const runId = event.runId ?? null;
  const isWhole = event.status === "complete";
  const state = isWhole ? "done" : "cut";
  return message.content.flatMap((block, index): readonly Item[] => {
    const id = partId(view, runId ?? event.entryId, index);
    switch (block.type) {
      case "text":
      case "thinking":
        return block.text === ""
          ? []
          : [{ kind: block.type, id, at, runId, state, text: block.text }];
      case "call": {
        const { id: callId, name, argsText } = block;
        // The calls of a reply that was cut off are never run.
        return isWhole ? [newCall({ callId, name, argsText, runId, at, state: "waiting" })] : [];
      }
      case "vendor":
        return [];
    }
  });
}

function isWriting(item: Item): item is TextItem | ThinkingItem | ToolItem {
  switch (item.kind) {
    case "text":
    case "thinking":
      return item.state === "streaming";
    case "tool":
      return item.state === "writing";
    default:
      return false;
  }
}

function dropWriting(view: View): View {
  const live = view.live.filter((item) => !isWriting(item));
  return live.length === view.live.length ? view : settle({ ...view, live });
}

function userItem(event: Added, { content }: UserMessage, { at }: Moment): UserItem {
  const { entryId, runId = null, synthetic = false } = event;
  const { words: text, files, images } = userParts(content);
  return { kind: "user", id: entryId, entryId, at, runId, text, files, images, synthetic };
}
