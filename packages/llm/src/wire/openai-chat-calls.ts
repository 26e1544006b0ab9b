import type { JsonValue } from "@squire/protocol";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { isJsonObject } from "./openai-arguments.ts";
import type { Reply } from "./reply.ts";
import { asJson, fields, isRecord, text } from "./read.ts";

type ToolCall = ChatCompletionChunk.Choice.Delta.ToolCall;

/** Where servers hide what must come back with a call, such as a thought signature. */
const KEPT = ["extra_content", "thought_signature", "provider_specific_fields"] as const;

type OpenCall = {
  readonly key: string;
  readonly index: number | undefined;
  id: string;
  name: string;
  kept: { readonly [key: string]: JsonValue };
};

type Entry = {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly kept: { readonly [key: string]: JsonValue };
};

/** The calls of one reply, put together from their pieces (PROV-6). */
export class ChatCalls {
  readonly #reply: Reply;
  readonly #calls: OpenCall[] = [];

  constructor(reply: Reply) {
    this.#reply = reply;
  }

  get size(): number {
    return this.#calls.length;
  }

  /** Takes one piece; `beforeOpen` runs when it starts a new call. */
  accept(raw: unknown, beforeOpen: () => void): void {
    const entry = read(raw);
    let call = this.#find(entry);
    if (call === undefined) {
      if (entry.id === "" && entry.name === "" && entry.args === "") return;
      beforeOpen();
      call = this.#open(entry);
    } else if (entry.name !== "" && entry.name !== call.name) {
      call.name = entry.name.startsWith(call.name) ? entry.name : call.name + entry.name;
      this.#reply.nameCall(call.key, call.name);
    }
    this.#grow(call, entry);
  }

  #open({ index, id, name }: Entry): OpenCall {
    const call: OpenCall = { key: `call${this.#calls.length}`, index, id, name, kept: {} };
    this.#calls.push(call);
    this.#reply.call(call.key, id, name);
    return call;
  }

  #grow(call: OpenCall, { id, args, kept }: Entry): void {
    if (call.id === "") call.id = id;
    // A whole call sent twice: nothing can follow complete arguments.
    const repeated = args === this.#reply.argsOf(call.key) && isJsonObject(args);
    if (!repeated) this.#reply.args(call.key, args);
    if (kept === NOTHING_KEPT) return;
    call.kept = { ...call.kept, ...kept };
    this.#reply.opaqueCall(call.key, call.kept);
  }

  #find({ index, id, name }: Entry): OpenCall | undefined {
    // Mistral numbers nothing: then the id decides, and a piece without one continues the last.
    const peers = index === undefined ? this.#calls : this.#calls.filter((c) => c.index === index);
    const last = peers.at(-1);
    if (id === "") return index === undefined && name !== "" ? undefined : last;
    const same = peers.find((call) => call.id === id);
    if (same !== undefined || last === undefined) return same;
    // Some servers number every parallel call 0: another id with a name is another call.
    return index === undefined || (name !== "" && last.id !== "") ? undefined : last;
  }
}

function read(raw: unknown): Entry {
  const entry = fields<ToolCall>(raw);
  const called = fields<{ name: string; arguments: string }>(entry.function);
  return {
    index: typeof entry.index === "number" ? entry.index : undefined,
    id: text(entry.id),
    name: text(called.name),
    args: argumentText(called.arguments),
    kept: keptOf(raw),
  };
}

const NOTHING_KEPT: Entry["kept"] = {};

/** Most pieces have nothing of the kind, and there are thousands of them. */
function keptOf(raw: unknown): Entry["kept"] {
  const extras = fields<Record<(typeof KEPT)[number], unknown>>(raw);
  let kept = NOTHING_KEPT;
  for (const key of KEPT) {
    const value = extras[key];
    if (value !== undefined && value !== null) kept = { ...kept, [key]: asJson(value) };
  }
  return kept;
}

/** Arguments are text, but some servers send the object itself. */
function argumentText(value: unknown): string {
  return isRecord(value) ? JSON.stringify(value) : text(value);
}
