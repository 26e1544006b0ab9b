import type {
  Base64ImageSource,
  ContentBlockParam,
  ImageBlockParam,
  TextBlockParam,
  ToolResultBlockParam,
} from "@anthropic-ai/sdk/resources/messages";
import { assertNever } from "@squire/protocol/values";
import type {
  AssistantContent,
  AssistantMessage,
  ImageBlock,
  Message,
  OutcomeMessage,
  UserContent,
} from "@squire/protocol";
import type { AnthropicOpaque } from "./anthropic-blocks.ts";
import { unmistakable } from "./anthropic-cache.ts";
import { cameFrom, fragment } from "./body.ts";
import type { FragmentCache } from "./body.ts";
import type { Target } from "./contract.ts";
import { argumentsOf } from "./openai-arguments.ts";
import { shortId } from "./openai-id.ts";
import { imageNote } from "./openai-image.ts";
import { fields, list, text } from "./read.ts";

/** One content block as JSON. Only plain ones may carry a cache breakpoint. */
export type Block = { readonly kind: "plain" | "thinking" | "vendor"; readonly json: string };

/** A message as Anthropic sees it. Outcomes stand first: it refuses them behind other content. */
export type Group = {
  readonly role: "user" | "assistant";
  readonly outcomes: Block[];
  readonly rest: Block[];
};

const LONGEST_ID = 64;
const LONGEST_NAME = 128;

/** Merges neighbours of one role; messages with nothing Anthropic accepts are left out. */
export function groupMessages(
  messages: readonly Message[],
  target: Target,
  cache: FragmentCache,
): readonly Group[] {
  const ids = callIds();
  const images = target.compat.supportsImages !== false;
  const groups: Group[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message, { target, cache, ids, images });
    if (blocks.length === 0) continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    let group = groups.at(-1);
    if (group?.role !== role) groups.push((group = { role, outcomes: [], rest: [] }));
    (message.role === "tool" ? group.outcomes : group.rest).push(...blocks);
  }
  return groups;
}

type Context = {
  readonly target: Target;
  readonly cache: FragmentCache;
  readonly ids: CallIds;
  readonly images: boolean;
};

function blocksOf(message: Message, context: Context): readonly Block[] {
  const { cache, ids, images } = context;
  switch (message.role) {
    case "user":
      return message.content.filter(hasContent).map((block) => {
        const make = () => JSON.stringify(userBlock(block, images));
        return { kind: "plain", json: fragment(cache, block, `user ${images}`, make) };
      });
    case "assistant":
      return assistantBlocks(message, context);
    case "tool": {
      const id = ids.of(message.callId);
      const make = () => JSON.stringify(outcomeBlock(message, id, images));
      return [{ kind: "plain", json: fragment(cache, message, `${id} ${images}`, make) }];
    }
    default:
      return assertNever(message);
  }
}

/** Anthropic refuses text blocks of nothing but white space. */
function hasContent(block: UserContent): boolean {
  return block.type === "image" || block.text.trim() !== "";
}

function userBlock(block: UserContent, images: boolean): TextBlockParam | ImageBlockParam {
  if (block.type === "text") return { type: "text", text: block.text };
  const source = images ? sourceOf(block) : undefined;
  if (source === undefined) return { type: "text", text: imageNote(block) };
  return { type: "image", source };
}

function sourceOf({ mimeType, data }: ImageBlock): Base64ImageSource | undefined {
  switch (mimeType) {
    case "image/png":
    case "image/gif":
    case "image/webp":
    case "image/jpeg":
      return { type: "base64", media_type: mimeType, data };
    case "image/jpg":
      return { type: "base64", media_type: "image/jpeg", data };
    default:
      return undefined;
  }
}

/** An error must have content, and all of it must be text. */
function outcomeBlock(message: OutcomeMessage, id: string, images: boolean): ToolResultBlockParam {
  const content = message.content.filter(hasContent).map((block) => userBlock(block, images));
  const base = { type: "tool_result", tool_use_id: id } as const;
  if (!message.failed) return content.length === 0 ? base : { ...base, content };
  const note: TextBlockParam = { type: "text", text: "The call failed." };
  if (content.length === 0) return { ...base, content: [note], is_error: true };
  const onlyText = content.every((block) => block.type === "text");
  return onlyText ? { ...base, content, is_error: true } : { ...base, content: [note, ...content] };
}

function assistantBlocks(message: AssistantMessage, context: Context): readonly Block[] {
  const { target, cache, ids } = context;
  const own = cameFrom(message, target);
  const sent = message.content.filter((block) => isSent(block, own));
  return sent.map((block, at) => {
    const id = block.type === "call" ? ids.give(block.id) : "";
    const last = at === sent.length - 1;
    const make = () => assistantJson(block, own, last, id);
    const json = fragment(cache, block, `${own} ${last} ${id}`, make);
    if (block.type === "thinking" || block.type === "vendor") return { kind: block.type, json };
    return { kind: "plain", json };
  });
}

/** Thinking goes back only where it came from and only if its end was seen. */
function isSent(block: AssistantContent, own: boolean): boolean {
  switch (block.type) {
    case "text":
      return hasContent(block);
    case "thinking": {
      const { type, signature } = fields<AnthropicOpaque & { signature: string }>(block.opaque);
      if (type === "thinking") return own && (block.text !== "" || text(signature) !== "");
      return own && type === "redacted_thinking";
    }
    case "call":
      return true;
    case "vendor":
      return own;
    default:
      return assertNever(block);
  }
}

function assistantJson(block: AssistantContent, own: boolean, last: boolean, id: string): string {
  switch (block.type) {
    case "text": {
      // A request may not end in white space; trimming only then would change bytes later.
      const param = { type: "text", text: last ? block.text.trimEnd() : block.text } as const;
      const citations = own ? list(fields<{ citations: unknown }>(block.opaque).citations) : [];
      return unmistakable(JSON.stringify(citations.length === 0 ? param : { ...param, citations }));
    }
    case "thinking": {
      const opaque = fields<{ type: string; signature: string; data: string }>(block.opaque);
      const param: ContentBlockParam =
        opaque.type === "redacted_thinking"
          ? { type: "redacted_thinking", data: text(opaque.data) }
          : { type: "thinking", thinking: block.text, signature: text(opaque.signature) };
      return JSON.stringify(param);
    }
    case "call": {
      const name = JSON.stringify(nameOf(block.name));
      const input = unmistakable(argumentsOf(block.argsText));
      return `{"type":"tool_use","id":${JSON.stringify(id)},"name":${name},"input":${input}}`;
    }
    case "vendor":
      return unmistakable(JSON.stringify(block.opaque));
    default:
      return assertNever(block);
  }
}

function nameOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, LONGEST_NAME) || "unnamed";
}

type CallIds = {
  /** The id under which a call is sent: fitting, and used only once in a request. */
  give(id: string): string;
  /** The same id for its outcome. */
  of(id: string): string;
};

/** Other wires have ids Anthropic refuses, or use one again in a later reply. */
function callIds(): CallIds {
  const taken = new Set<string>();
  const given = new Map<string, string>();
  return {
    give(id) {
      let fresh = shortId(id, LONGEST_ID);
      for (let n = 2; taken.has(fresh); n++) fresh = shortId(`${id}|${n}`, LONGEST_ID);
      taken.add(fresh);
      given.set(id, fresh);
      return fresh;
    },
    of: (id) => given.get(id) ?? shortId(id, LONGEST_ID),
  };
}
