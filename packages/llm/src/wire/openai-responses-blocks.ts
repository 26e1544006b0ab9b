import { joinCallId } from "./openai-id.ts";
import type { OpenItem, ResponsesState } from "./openai-responses-state.ts";
import { remainder } from "./remainder.ts";
import type { Reply } from "./reply.ts";
import { asJson, fields, isRecord, list, text } from "./read.ts";

/** Calls the vendor defines itself: the block is named after the type. */
const OWN_CALLS: ReadonlyMap<string, string> = new Map([
  ["local_shell_call", "local_shell"],
  ["shell_call", "shell"],
  ["apply_patch_call", "apply_patch"],
  ["computer_call", "computer"],
  ["mcp_approval_request", "mcp_approval_request"],
]);

/** The fields of all item types that we read. */
type Item = {
  id: string;
  type: string;
  call_id: string;
  name: string;
  arguments: string;
  input: string;
  phase: string;
  content: unknown[];
  summary: unknown[];
};

type Part = { type: string; text: string; refusal: string };

export function textKey(item: OpenItem, part: unknown): string {
  return `${item.key}:${typeof part === "number" ? part : 0}`;
}

/** Adds reasoning; a new part begins after a blank line in the same block. */
export function think(reply: Reply, item: OpenItem, part: string, delta: string): void {
  if (delta === "") return;
  const key = thinkingKey(item);
  const gap = item.lastThought !== part && reply.textOf(key) !== "" ? "\n\n" : "";
  item.lastThought = part;
  item.thoughts.set(part, (item.thoughts.get(part) ?? "") + delta);
  reply.thinking(key, gap + delta);
}

/** A whole reasoning part: only what its deltas have not brought yet. */
export function thinkWhole(reply: Reply, item: OpenItem, part: string, whole: string): void {
  think(reply, item, part, remainder(whole, item.thoughts.get(part) ?? ""));
}

/** A part of a finished message or reasoning item. */
export function partDone(reply: Reply, item: OpenItem, index: unknown, raw: unknown): void {
  const part = fields<Part>(raw);
  if (part.type === "reasoning_text") {
    thinkWhole(reply, item, contentThought(index), text(part.text));
  } else {
    const key = textKey(item, index);
    reply.text(key, remainder(text(part.text) || text(part.refusal), reply.textOf(key)));
  }
}

export function contentThought(index: unknown): string {
  return `content ${typeof index === "number" ? index : 0}`;
}

export function summaryThought(index: unknown): string {
  return `summary ${typeof index === "number" ? index : 0}`;
}

/** Free text for a custom tool becomes `{"input": "…"}`, escaped piece by piece. */
export function customInput(reply: Reply, item: OpenItem, delta: string): void {
  if (!reply.has(item.key) || delta === "") return;
  if (item.input === undefined) reply.args(item.key, '{"input":"');
  item.input = (item.input ?? "") + delta;
  reply.args(item.key, JSON.stringify(delta).slice(1, -1));
}

/** An item begins: calls are shown at once, everything else with its first delta. */
export function itemAdded({ reply }: ResponsesState, item: OpenItem, raw: unknown): void {
  const { id, type, call_id, name } = fields<Item>(raw);
  if (type !== "function_call" && type !== "custom_tool_call") return;
  reply.call(item.key, joinCallId(text(call_id), text(id)), text(name));
}

/** An item is complete; whatever its deltas did not bring is taken from it. */
export function itemDone(state: ResponsesState, item: OpenItem, raw: unknown): void {
  if (item.done || !isRecord(raw)) return;
  item.done = true;
  const type = text(raw["type"]);
  if (type === "message") messageDone(state.reply, item, raw);
  else if (type === "reasoning") reasoningDone(state.reply, item, raw);
  else if (type === "function_call") functionCallDone(state, item, raw);
  else if (type === "custom_tool_call") customCallDone(state, item, raw);
  else if (OWN_CALLS.has(type)) ownCallDone(state.reply, item, raw);
  else vendorItemDone(state.reply, item, raw);
}

function messageDone(reply: Reply, item: OpenItem, raw: Record<string, unknown>): void {
  const { id, phase, content } = fields<Item>(raw);
  const kept = { ...(text(id) && { id: text(id) }), ...(text(phase) && { phase: text(phase) }) };
  list(content).forEach((part, index) => {
    partDone(reply, item, index, part);
    const key = textKey(item, index);
    if (reply.has(key) && Object.keys(kept).length > 0) reply.opaque(key, "text", kept);
    reply.end(key);
  });
}

function reasoningDone(reply: Reply, item: OpenItem, raw: Record<string, unknown>): void {
  const { summary, content } = fields<Item>(raw);
  list(summary).forEach((part, index) =>
    thinkWhole(reply, item, summaryThought(index), text(fields<Part>(part).text)),
  );
  list(content).forEach((part, index) =>
    thinkWhole(reply, item, contentThought(index), text(fields<Part>(part).text)),
  );
  reply.opaque(thinkingKey(item), "thinking", asJson(raw));
  reply.end(thinkingKey(item));
}

function functionCallDone(
  state: ResponsesState,
  item: OpenItem,
  raw: Record<string, unknown>,
): void {
  itemAdded(state, item, raw);
  callArguments(state.reply, item, text(raw["arguments"]));
  state.reply.end(item.key);
}

/** The whole arguments: for servers that send no deltas (PROV-9). */
export function callArguments(reply: Reply, item: OpenItem, whole: string): void {
  reply.args(item.key, remainder(whole, reply.argsOf(item.key) ?? ""));
}

function customCallDone(state: ResponsesState, item: OpenItem, raw: Record<string, unknown>): void {
  const { reply } = state;
  itemAdded(state, item, raw);
  customInput(reply, item, remainder(text(raw["input"]), item.input ?? ""));
  reply.args(item.key, item.input === undefined ? '{"input":""}' : '"}');
  reply.opaqueCall(item.key, asJson(raw));
  reply.end(item.key);
}

function ownCallDone(reply: Reply, item: OpenItem, raw: Record<string, unknown>): void {
  const { id, type, call_id } = fields<Item>(raw);
  const name = OWN_CALLS.get(text(type)) ?? text(type);
  reply.call(item.key, joinCallId(text(call_id), text(id)), name);
  reply.args(item.key, JSON.stringify(whatToDo(raw)));
  reply.opaqueCall(item.key, asJson(raw));
  reply.end(item.key);
}

function whatToDo(raw: Record<string, unknown>): unknown {
  const { action, operation, ...rest } = raw;
  if (isRecord(action)) return action;
  if (isRecord(operation)) return operation;
  const { id: _id, type: _type, call_id: _callId, status: _status, ...asked } = rest;
  return asked;
}

function vendorItemDone(reply: Reply, item: OpenItem, raw: Record<string, unknown>): void {
  reply.vendor(item.key, text(raw["type"]) || "item", asJson(raw));
  reply.end(item.key);
}

function thinkingKey(item: OpenItem): string {
  return `${item.key} thinking`;
}
