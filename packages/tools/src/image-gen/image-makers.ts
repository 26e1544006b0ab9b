import type { Fetch } from "@squire/platform";
import type { ImageBlock } from "@squire/protocol";
import { field, textField } from "../web/json-fields.ts";

/** A service that makes pictures (IMG-2). */
export type ImageMaker = {
  readonly name: string;
  make(wish: ImageWish, services: ImageServices, signal: AbortSignal): Promise<ImageBlock | null>;
};

export type ImageWish = {
  readonly prompt: string;
  /** A picture to begin with. */
  readonly input: ImageBlock | null;
  /** `16:9` and the like. */
  readonly ratio: string | null;
};

export type ImageServices = {
  readonly fetch: Fetch;
  /** A secret by the name of its variable. */
  readonly key: (name: string) => string | null;
  /** Where a service is, if not at its usual place. */
  readonly baseUrl?: (maker: "gemini" | "openrouter") => string | null;
};

/** Why a service gave nothing, without the key. */
export class ImageRefused extends Error {
  override readonly name = "ImageRefused";
}

/** The one whose key is there; null without one. */
export function imageMaker({ key }: Pick<ImageServices, "key">): ImageMaker | null {
  const google = key("GEMINI_API_KEY") ?? key("GOOGLE_API_KEY");
  if (google !== null) return gemini(google);
  const router = key("OPENROUTER_API_KEY");
  return router === null ? null : openRouter(router);
}

const GEMINI_MODEL = "gemini-2.5-flash-image";

function gemini(secret: string): ImageMaker {
  return {
    name: "gemini",
    async make({ prompt, input, ratio }, services, signal) {
      const base =
        services.baseUrl?.("gemini") ?? "https://generativelanguage.googleapis.com/v1beta";
      const image = input && { inlineData: { mimeType: input.mimeType, data: input.data } };
      const reply = await ask(services, signal, {
        url: `${base}/models/${GEMINI_MODEL}:generateContent`,
        headers: { "x-goog-api-key": secret },
        body: {
          contents: [{ role: "user", parts: [{ text: prompt }, ...(image ? [image] : [])] }],
          generationConfig: {
            responseModalities: ["TEXT", "IMAGE"],
            ...(ratio === null ? {} : { imageConfig: { aspectRatio: ratio } }),
          },
        },
      });
      const parts = listAt(field(first(reply, "candidates"), "content"), "parts");
      const made = parts
        .map((part) => field(part, "inlineData"))
        .find((data) => data !== undefined);
      return blockOf(textField(made, "mimeType"), textField(made, "data"));
    },
  };
}

function openRouter(secret: string): ImageMaker {
  return {
    name: "openrouter",
    async make({ prompt, input, ratio }, services, signal) {
      const base = services.baseUrl?.("openrouter") ?? "https://openrouter.ai/api/v1";
      const url = input && `data:${input.mimeType};base64,${input.data}`;
      const image = url === null ? [] : [{ type: "image_url", image_url: { url } }];
      const reply = await ask(services, signal, {
        url: `${base}/chat/completions`,
        headers: { authorization: `Bearer ${secret}` },
        body: {
          model: `google/${GEMINI_MODEL}`,
          messages: [{ role: "user", content: [{ type: "text", text: prompt }, ...image] }],
          modalities: ["image", "text"],
          ...(ratio === null ? {} : { image_config: { aspect_ratio: ratio } }),
        },
      });
      const made = first(field(first(reply, "choices"), "message"), "images");
      const address = textField(field(made, "image_url"), "url");
      const [, mimeType = "", data = ""] = /^data:([\w/+.-]+);base64,(.+)$/s.exec(address) ?? [];
      return blockOf(mimeType, data);
    },
  };
}

type Asked = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
};

const MOST_CHARS = 64 * 1024 * 1024;

async function ask({ fetch }: ImageServices, signal: AbortSignal, asked: Asked): Promise<unknown> {
  const response = await fetch(asked.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...asked.headers },
    body: JSON.stringify(asked.body),
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ImageRefused("it cannot be reached", { cause });
  });
  const text = await response.text();
  if (!response.ok) throw new ImageRefused(`it answered ${response.status}${detail(text)}`);
  if (text.length > MOST_CHARS) throw new ImageRefused("its answer is too large");
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw new ImageRefused("its answer is no JSON", { cause });
  }
}

function detail(text: string): string {
  const message = /"message"\s*:\s*"([^"\\]{1,160})"/.exec(text)?.[1];
  return message === undefined ? "" : `: ${message}`;
}

function first(value: unknown, name: string): unknown {
  return listAt(value, name)[0];
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? found : [];
}

function blockOf(mimeType: string, data: string): ImageBlock | null {
  return mimeType === "" || data === "" ? null : { type: "image", mimeType, data };
}
