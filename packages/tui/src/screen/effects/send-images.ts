import type { MethodParams, UserContent } from "@squire/protocol";
import { attachedImages, HostError, userParts } from "@squire/protocol/values";
import type { ImageMark } from "../../composer/composer.ts";
import { imagePathsIn } from "../../composer/image-paths.ts";
import { withoutMarks } from "../../composer/images.ts";
import type { Effect, ImageSource } from "../state/app-state.ts";
import type { LoadedImage } from "./attached-images.ts";
import type { EffectPorts } from "./ports.ts";

type Send = Extract<Effect, { type: "send" }>;
type Sent = MethodParams<"chat.send">["message"];

/** A message with its images, as soon as they are read; null: nothing is left of it. */
export async function messageOf(
  { text, images = [] }: Send,
  ports: Pick<EffectPorts, "images">,
): Promise<Sent | null> {
  const content: UserContent[] = [];
  const none: ImageMark[] = [];
  for (const image of images) {
    const loaded = await ports.images.get(image.key);
    if (loaded.ok) content.push(...loaded.content);
    else none.push(image);
  }
  const words = withoutMarks(text, none);
  if (content.length > 0) return [{ type: "text", text: words }, ...content];
  return words.trim() === "" ? null : words;
}

/** Reads an image; says why where there is something to say. Never rejects. */
export async function attachImage(
  { key, source }: Extract<Effect, { type: "attach" }>,
  ports: EffectPorts,
): Promise<void> {
  const loaded = await ports.images.start(key, () => load(source, ports));
  if (!loaded.ok) ports.dispatch({ type: "unattached", key });
  const text = loaded.ok ? loaded.note : loaded.why;
  if (text !== null) ports.dispatch({ type: "hint", text });
}

async function load(source: ImageSource, ports: EffectPorts): Promise<LoadedImage> {
  try {
    const found = source.type === "path" ? source : await clipboard(ports);
    if ("why" in found) return { ok: false, why: found.why };
    await ports.ready();
    const sessionKey = await ports.sessionKey();
    const params = "path" in found ? { path: found.path } : found;
    const { content, note = null } = await ports.client.call("images.attach", {
      sessionKey,
      ...params,
    });
    return { ok: true, content, note };
  } catch (error) {
    // A path that leads nowhere is a text like any other.
    const isText = error instanceof HostError && error.failure.code === "not_found";
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, why: isText && source.type === "path" ? null : why };
  }
}

type Found =
  | { readonly path: string }
  | { readonly data: string; readonly name: string }
  | { readonly why: string };

async function clipboard(ports: EffectPorts): Promise<Found> {
  const read = await ports.readImage();
  switch (read.type) {
    case "image":
      return { data: read.data, name: "clipboard" };
    case "none":
      return { why: read.why };
    case "named": {
      const [first] = imagePathsIn(read.text) ?? [];
      return first === undefined ? { why: "There is no image in the clipboard." } : first;
    }
  }
}

/** A message to be sent again, as it was written: its words, with marks for its images. */
export function composeAgain(content: readonly UserContent[], ports: EffectPorts): void {
  const { words } = userParts(content);
  const marks = [...words.matchAll(/\[image \d+: [^\]\n]*\]/g)].map(([mark]) => mark);
  const images = attachedImages(content).map((blocks, at): ImageMark => {
    const mark = marks[at] ?? `[image ${at + 1}: image]`;
    return { mark, key: ports.images.adopt(blocks), text: "" };
  });
  const lost = images.filter(({ mark }) => !words.includes(mark)).map(({ mark }) => mark);
  ports.dispatch({ type: "compose", text: words + lost.join(""), images });
}

type Said = {
  readonly compose?: string | undefined;
  readonly composeImages?: readonly UserContent[] | undefined;
};

/** The same for what a method gives back; where it gives nothing back, the prompt stays. */
export function composeSaid({ compose, composeImages = [] }: Said, ports: EffectPorts): void {
  if (compose === undefined) return;
  composeAgain([{ type: "text", text: compose }, ...composeImages], ports);
}
