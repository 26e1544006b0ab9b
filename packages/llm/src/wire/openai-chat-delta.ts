import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { ChatCalls } from "./openai-chat-calls.ts";
import { addDetails, detailsOpaque, detailsText } from "./openai-chat-details.ts";
import { remainder } from "./remainder.ts";
import type { Reply } from "./reply.ts";
import { fields, isRecord, list, text } from "./read.ts";
import type { Fields } from "./read.ts";

/** OpenAI's delta and what compatible servers add to it. */
type Delta = ChatCompletionChunk.Choice.Delta & {
  reasoning_content: string;
  reasoning: string;
  reasoning_text: string;
  reasoning_details: unknown[];
};

type Piece = { readonly type: "text" | "thinking"; readonly text: string };

type ContentPart = { type: string; text: string; thinking: unknown; refusal: string };

/** Turns the deltas of a choice into blocks: prose of one kind is one block until the other kind begins. */
export class ChatDeltas {
  readonly #reply: Reply;
  readonly #calls: ChatCalls;
  readonly #said = { text: "", thinking: "" };
  #blocks = 0;
  #open: { readonly type: Piece["type"]; readonly key: string } | undefined;
  #firstThinking: string | undefined;
  #details: ReturnType<typeof addDetails> = [];

  constructor(reply: Reply) {
    this.#reply = reply;
    this.#calls = new ChatCalls(reply);
  }

  delta(raw: unknown): void {
    const delta = fields<Delta>(raw);
    for (const piece of pieces(delta)) this.#say(piece);
    this.#addDetails(delta.reasoning_details);
    for (const entry of list(delta.tool_calls)) this.#call(entry);
    // The way of calling before there were several calls in a reply.
    if (isRecord(delta.function_call)) this.#call({ index: -1, function: delta.function_call });
  }

  /** A whole message in a stream: all of it so far, so only what is new counts. */
  message(raw: unknown): void {
    const message = fields<Delta>(raw);
    const whole = { text: "", thinking: "" };
    for (const piece of pieces(message)) whole[piece.type] += piece.text;
    for (const type of ["thinking", "text"] as const) {
      this.#say({ type, text: remainder(whole[type], this.#said[type]) });
    }
    if (this.#details.length === 0) this.#addDetails(message.reasoning_details);
    if (this.#calls.size > 0) return;
    for (const entry of list(message.tool_calls)) this.#call(entry);
    if (isRecord(message.function_call)) this.#call({ function: message.function_call });
  }

  /** Keeps reasoning that had no readable text; call it before the reply ends. */
  settle(): void {
    if (this.#details.length === 0) return;
    const key = this.#firstThinking ?? "details";
    this.#reply.opaque(key, "thinking", detailsOpaque(this.#details));
  }

  #say({ type, text: said }: Piece): void {
    if (said === "") return;
    if (this.#open?.type !== type) {
      this.#close();
      this.#open = { type, key: `${type}${this.#blocks++}` };
      if (type === "thinking") this.#firstThinking ??= this.#open.key;
    }
    this.#said[type] += said;
    if (type === "text") this.#reply.text(this.#open.key, said);
    else this.#reply.thinking(this.#open.key, said);
  }

  #addDetails(raw: unknown): void {
    if (list(raw).length === 0) return;
    this.#details = addDetails(this.#details, raw);
    if (this.#firstThinking !== undefined) this.settle();
  }

  #call(entry: unknown): void {
    this.#calls.accept(entry, () => this.#close());
  }

  #close(): void {
    if (this.#open !== undefined) this.#reply.end(this.#open.key);
    this.#open = undefined;
  }
}

function pieces(delta: Fields<Delta>): readonly Piece[] {
  const content = contentPieces(delta.content);
  const refusal = text(delta.refusal);
  const said = refusal === "" ? content : [...content, { type: "text", text: refusal } as const];
  return mayThink(delta) ? [...thoughts(delta), ...said] : said;
}

/** Most deltas do not, and there are thousands of them. */
function mayThink(delta: Fields<Delta>): boolean {
  const { reasoning_content, reasoning, reasoning_text, reasoning_details } = delta;
  return Boolean(reasoning_content || reasoning || reasoning_text || reasoning_details);
}

function thoughts(delta: Fields<Delta>): readonly Piece[] {
  const { reasoning_content, reasoning, reasoning_text } = delta;
  // Some servers say the same under two names, for clients that know only one.
  const said = new Set([reasoning_content, reasoning, reasoning_text].map(text));
  said.delete("");
  if (said.size === 0) said.add(detailsText(delta.reasoning_details));
  return [...said].map((thought) => ({ type: "thinking", text: thought }));
}

function contentPieces(content: unknown): readonly Piece[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return list(content).map(contentPiece);
}

/** Mistral sends parts; its thinking is a list of parts again. */
function contentPiece(raw: unknown): Piece {
  if (typeof raw === "string") return { type: "text", text: raw };
  const part = fields<ContentPart>(raw);
  if (part.type !== "thinking")
    return { type: "text", text: text(part.text) || text(part.refusal) };
  const thinking = list(part.thinking).map((inner) => text(fields<ContentPart>(inner).text));
  return { type: "thinking", text: text(part.thinking) || thinking.join("") };
}
