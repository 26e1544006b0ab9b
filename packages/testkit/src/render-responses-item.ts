import { assertNever } from "@squire/protocol";
import type { JsonObject, JsonValue } from "@squire/protocol";
import { pieces } from "./turn.ts";
import type { PlayedBlock, PlayedCall } from "./turn.ts";

export type ResponsesEvent = { readonly type: string } & JsonObject;

export type ItemPlace = {
  readonly index: number;
  readonly serial: number;
  readonly deltaSize: number;
};

/** Everything the Responses API says about one output item, from `added` to `done`. */
export function itemEvents(block: PlayedBlock, place: ItemPlace): readonly ResponsesEvent[] {
  const output_index = place.index;
  const done = outputItem(block, place);
  return [
    { type: "response.output_item.added", output_index, item: opened(block, done) },
    ...contentEvents(block, place),
    { type: "response.output_item.done", output_index, item: done },
  ];
}

/** The finished item, as `output_item.done` and the final response repeat it. */
export function outputItem(block: PlayedBlock, place: ItemPlace): JsonObject {
  const id = itemId(block, place);
  switch (block.type) {
    case "text":
      return {
        id,
        type: "message",
        status: "completed",
        role: "assistant",
        content: [textPart(block.text)],
      };
    case "thinking":
      return {
        id,
        type: "reasoning",
        summary: [{ type: "summary_text", text: block.text }],
        ...(block.signature === undefined ? {} : { encrypted_content: block.signature }),
      };
    case "call":
      return callItem(id, block);
    default:
      return assertNever(block);
  }
}

function contentEvents(block: PlayedBlock, place: ItemPlace): readonly ResponsesEvent[] {
  const item = { item_id: itemId(block, place), output_index: place.index };
  switch (block.type) {
    case "text":
      return textEvents(block.text, { ...item, content_index: 0 }, place.deltaSize);
    case "thinking":
      return summaryEvents(block.text, { ...item, summary_index: 0 }, place.deltaSize);
    case "call":
      return [
        ...pieces(block.argsText, place.deltaSize).map((delta) => ({
          type: "response.function_call_arguments.delta",
          ...item,
          delta,
        })),
        {
          type: "response.function_call_arguments.done",
          ...item,
          name: block.name,
          arguments: block.argsText,
        },
      ];
    default:
      return assertNever(block);
  }
}

function textEvents(text: string, at: JsonObject, size: number): readonly ResponsesEvent[] {
  return [
    { type: "response.content_part.added", ...at, part: textPart("") },
    ...pieces(text, size).map((delta) => ({
      type: "response.output_text.delta",
      ...at,
      delta,
      logprobs: [],
    })),
    { type: "response.output_text.done", ...at, text, logprobs: [] },
    { type: "response.content_part.done", ...at, part: textPart(text) },
  ];
}

function summaryEvents(text: string, at: JsonObject, size: number): readonly ResponsesEvent[] {
  const part = (value: string): JsonObject => ({ type: "summary_text", text: value });
  return [
    { type: "response.reasoning_summary_part.added", ...at, part: part("") },
    ...pieces(text, size).map((delta) => ({
      type: "response.reasoning_summary_text.delta",
      ...at,
      delta,
    })),
    { type: "response.reasoning_summary_text.done", ...at, text },
    { type: "response.reasoning_summary_part.done", ...at, part: part(text) },
  ];
}

function opened(block: PlayedBlock, done: JsonObject): JsonObject {
  const empty: Readonly<Record<PlayedBlock["type"], Record<string, JsonValue>>> = {
    text: { status: "in_progress", content: [] },
    thinking: { summary: [] },
    call: { status: "in_progress", arguments: "" },
  };
  return { ...done, ...empty[block.type] };
}

function callItem(id: string, block: PlayedCall): JsonObject {
  return {
    id,
    type: "function_call",
    status: "completed",
    call_id: block.id,
    name: block.name,
    arguments: block.argsText,
  };
}

function textPart(text: string): JsonObject {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

function itemId(block: PlayedBlock, { serial, index }: ItemPlace): string {
  const prefix = { text: "msg", thinking: "rs", call: "fc" }[block.type];
  return `${prefix}_${serial}_${index}`;
}
