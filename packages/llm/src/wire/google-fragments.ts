import type { FunctionResponse, Part } from "@google/genai";
import { assertNever } from "@squire/protocol/values";
import type {
  AssistantMessage,
  CallBlock,
  ImageBlock,
  OutcomeMessage,
  TextBlock,
  ThinkingBlock,
  UserContent,
  UserMessage,
} from "@squire/protocol";
import { cameFrom, fragment, items } from "./body.ts";
import type { FragmentCache } from "./body.ts";
import type { Target } from "./contract.ts";
import type { GoogleCall, GoogleProse, SignedSpan } from "./google-parts.ts";
import { argumentsOf } from "./openai-arguments.ts";
import { imageNote, imagesOf, plainText } from "./openai-image.ts";
import { count, fields, list, text } from "./read.ts";

/** Google's documented stand-in for the signature of a call that Gemini did not make. */
const NO_SIGNATURE = "skip_thought_signature_validator";
const LONGEST_NAME = 128;

export type Context = {
  readonly target: Target;
  readonly cache: FragmentCache;
  readonly gemini3: boolean;
};

/** A call as Google is told about it; `id` only where Google gave one. */
export type SentCall = { readonly callId: string; readonly name: string; readonly id?: string };

export function userParts(message: UserMessage, { target, cache }: Context): string {
  const images = seesImages(target);
  return fragment(cache, message, `user ${images}`, () =>
    items(message.content.filter(hasContent).map((block) => userPart(block, images))),
  );
}

export function replyCalls(message: AssistantMessage, { target }: Context): readonly SentCall[] {
  const own = cameFrom(message, target);
  return message.content
    .filter((block) => block.type === "call")
    .map((block) => ({ callId: block.id, name: nameOf(block.name), ...givenId(block, own) }));
}

export function modelParts(message: AssistantMessage, context: Context): string {
  const own = cameFrom(message, context.target);
  const { cache, gemini3 } = context;
  return fragment(cache, message, `${own} ${gemini3}`, () => {
    const firstCall = message.content.find((block) => block.type === "call");
    const parts = message.content.map((block) => {
      switch (block.type) {
        case "text":
          return items(proseParts(block, own));
        case "thinking":
          return own ? items(proseParts(block, own)) : "";
        case "call":
          return callPart(block, own, gemini3 && block === firstCall);
        case "vendor":
          return own ? JSON.stringify(block.opaque) : "";
        default:
          return assertNever(block);
      }
    });
    return parts.filter((part) => part !== "").join(",");
  });
}

export function outcomePart(
  message: OutcomeMessage,
  call: SentCall | undefined,
  { target, cache, gemini3 }: Context,
): string {
  const sees = seesImages(target);
  const name = call?.name ?? nameOf(message.name);
  const key = `${name} ${call?.id ?? ""} ${gemini3} ${sees}`;
  return fragment(cache, message, key, () => {
    const said = plainText(message.content, sees ? () => "" : imageNote);
    const images = gemini3 && sees ? imagesOf(message.content) : [];
    const functionResponse: FunctionResponse = {
      ...(call?.id === undefined ? {} : { id: call.id }),
      name,
      response: message.failed ? { error: said || "The call failed." } : { output: said },
      ...(images.length === 0 ? {} : { parts: images.map(inline) }),
    };
    return items([{ functionResponse }]);
  });
}

/** Models before Gemini 3 take no images inside an outcome: they follow as words of the user. */
export function waitingImages(
  message: OutcomeMessage,
  { target, cache, gemini3 }: Context,
): string {
  if (gemini3 || !seesImages(target)) return "";
  return fragment(cache, message, "images", () => items(imagesOf(message.content).map(inline)));
}

function seesImages({ compat }: Target): boolean {
  return compat.supportsImages !== false;
}

function hasContent(block: UserContent): boolean {
  return block.type === "image" || block.text !== "";
}

function userPart(block: UserContent, images: boolean): Part {
  if (block.type === "text") return { text: block.text };
  return images ? inline(block) : { text: imageNote(block) };
}

function inline({ mimeType, data }: ImageBlock): {
  inlineData: { mimeType: string; data: string };
} {
  return { inlineData: { mimeType, data } };
}

/** Text as the parts it came in: each signature on the characters it came with, even on none. */
function proseParts(block: TextBlock | ThinkingBlock, own: boolean): readonly Part[] {
  const thought = block.type === "thinking" ? { thought: true } : {};
  const spans = own ? list(fields<GoogleProse>(block.opaque).spans) : [];
  const parts: Part[] = [];
  let at = 0;
  const addPlain = (to: number): void => {
    const plain = block.text.slice(at, to);
    if (plain !== "") parts.push({ text: plain, ...thought });
  };
  for (const span of spans) {
    const { from, to, signature } = fields<SignedSpan>(span);
    const start = count(from) ?? at;
    addPlain(start);
    at = count(to) ?? start;
    const signed = block.text.slice(start, at);
    parts.push({ text: signed, ...thought, thoughtSignature: text(signature) });
  }
  addPlain(block.text.length);
  return parts;
}

function callPart(block: CallBlock, own: boolean, mustSign: boolean): string {
  const { id } = givenId(block, own);
  const given = own ? text(fields<GoogleCall>(block.opaque).signature) : "";
  const signature = given || (mustSign ? NO_SIGNATURE : "");
  const call = [
    ...(id === undefined ? [] : [`"id":${JSON.stringify(id)}`]),
    `"name":${JSON.stringify(nameOf(block.name))}`,
    `"args":${argumentsOf(block.argsText)}`,
  ].join(",");
  const sign = signature === "" ? "" : `,"thoughtSignature":${JSON.stringify(signature)}`;
  return `{"functionCall":{${call}}${sign}}`;
}

function givenId(block: CallBlock, own: boolean): { readonly id?: string } {
  const id = own ? text(fields<GoogleCall>(block.opaque).id) : "";
  return id === "" ? {} : { id };
}

/** Names start with a letter or `_`; a call by another model may be called anything. */
function nameOf(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.:-]/g, "_").slice(0, LONGEST_NAME - 1);
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
