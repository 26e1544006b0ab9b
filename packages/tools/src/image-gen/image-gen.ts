import { defineTool, ToolError, type Tool, type ToolContext } from "@squire/agent";
import { ImageProblem } from "@squire/platform";
import { isCredentialPath } from "@squire/safety";
import type { ImageBlock } from "@squire/protocol";
import { z } from "zod";
import { sentImage, type SentImage } from "../read/fit-images.ts";
import { isUrl } from "../read/read-url.ts";
import type { ReadServices } from "../read/services.ts";
import { shownName } from "../workspace/shown-name.ts";
import { imageMaker, ImageRefused, type ImageServices } from "./image-makers.ts";

export type ImageGenServices = Pick<ReadServices, "files" | "resolveUrl"> & {
  readonly images: ImageServices;
  /** Whether a file may be read without asking. */
  readonly mayRead?: (path: string) => boolean;
};

const MOST_INPUT_BYTES = 32 * 1024 * 1024;
const RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"];

type Output = SentImage & { readonly artifactId: string | null; readonly maker: string };

/** Makes a picture (IMG-2); off unless it is asked for, since it costs money. */
export function imageGenTool(services: ImageGenServices): Tool {
  return defineTool({
    name: "image_gen",
    description: "Make an image from words, or change one. It is kept as an artifact.",
    effect: "network",
    timeoutMs: 180_000,
    input: z.object({
      prompt: z.string().trim().min(1).max(20_000),
      input: z.string().min(1).optional().describe("Path or artifact:// of an image to begin with"),
      size: z.string().optional().describe("E.g. 1024x768 or 16:9"),
    }),

    subject: ({ prompt, input }) => (input === undefined ? prompt : `${input} ${prompt}`),
    run: ({ prompt, input, size }, context) => make({ prompt, input, size }, services, context),
    toModel: ({ image, note, artifactId }) => [
      image,
      { type: "text", text: placeOf(artifactId, note) },
    ],
    details: ({ artifactId, maker }) => ({
      ...(artifactId === null ? {} : { artifactId }),
      data: { maker },
    }),
    summary: ({ prompt }) => `image ${shownName(prompt.slice(0, 80))}`,
  });
}

type Wanted = {
  readonly prompt: string;
  readonly input?: string | undefined;
  readonly size?: string | undefined;
};

async function make(
  { prompt, input, size }: Wanted,
  services: ImageGenServices,
  context: ToolContext,
): Promise<Output> {
  const maker = imageMaker(services.images);
  if (maker === null) {
    throw new ToolError(
      "There is no key to make images with: GEMINI_API_KEY or OPENROUTER_API_KEY.",
    );
  }
  const begun = input === undefined ? null : await inputImage(input, services, context.signal);
  const wish = { prompt, input: begun, ratio: size === undefined ? null : ratioOf(size) };
  const made = await maker.make(wish, services.images, context.signal).catch((cause: unknown) => {
    if (!(cause instanceof ImageRefused)) throw cause;
    throw new ToolError(`${maker.name} made no image: ${cause.message}.`, { cause });
  });
  if (made === null)
    throw new ToolError(`${maker.name} made no image. Say more plainly what to show.`);
  const bytes = Buffer.from(made.data, "base64");
  const sent = await shownImage(bytes);
  return { ...sent, maker: maker.name, artifactId: await saved(bytes, made, context) };
}

async function shownImage(bytes: Uint8Array): Promise<SentImage> {
  try {
    return await sentImage(bytes);
  } catch (cause) {
    if (!(cause instanceof ImageProblem)) throw cause;
    throw new ToolError(`What came back is no image. ${cause.message}`, { cause });
  }
}

/** Only what is a picture by its content leaves the machine. */
async function inputImage(
  path: string,
  services: ImageGenServices,
  signal: AbortSignal,
): Promise<ImageBlock> {
  const bytes = await bytesAt(path, services, signal);
  try {
    return (await sentImage(bytes)).image;
  } catch (cause) {
    if (!(cause instanceof ImageProblem)) throw cause;
    throw new ToolError(`${shownName(path)} is no image that can be sent. ${cause.message}`, {
      cause,
    });
  }
}

async function bytesAt(
  path: string,
  { files, resolveUrl, mayRead }: ImageGenServices,
  signal: AbortSignal,
): Promise<Uint8Array> {
  if (isUrl(path)) {
    const found = await resolveUrl?.(path, { signal });
    if (found == null) throw new ToolError(`There is nothing under ${shownName(path)}.`);
    return found.bytes;
  }
  const place = await files.place(path);
  if (isCredentialPath(place.path) || mayRead?.(place.path) === false) {
    throw new ToolError(`${shownName(path)} may not be read.`);
  }
  return (await files.read(place, { most: MOST_INPUT_BYTES, signal })).bytes;
}

/** The ratio that comes nearest to a size or is one. */
function ratioOf(size: string): string {
  const [, width, height] = /^\s*(\d{1,5})\s*[x×:]\s*(\d{1,5})\s*$/i.exec(size) ?? [];
  const wanted = Number(width) / Number(height);
  if (!Number.isFinite(wanted) || wanted <= 0) {
    throw new ToolError(`${JSON.stringify(size.slice(0, 40))} is no size. Use 1024x768 or 16:9.`);
  }
  const distance = (ratio: string): number => {
    const [one = 1, other = 1] = ratio.split(":").map(Number);
    return Math.abs(Math.log(one / other / wanted));
  };
  return RATIOS.toSorted((a, b) => distance(a) - distance(b))[0] ?? "1:1";
}

async function saved(
  bytes: Uint8Array,
  { mimeType }: ImageBlock,
  { artifacts, callId }: ToolContext,
): Promise<string | null> {
  try {
    return (await artifacts.save(bytes, { callId, name: "image_gen", mimeType })).id;
  } catch {
    // A session that keeps nothing: the model sees it all the same.
    return null;
  }
}

function placeOf(artifactId: string | null, note: string | null): string {
  const place =
    artifactId === null ? "This session keeps no artifacts." : `Kept as artifact://${artifactId}`;
  return note === null ? place : `${place} ${note}`;
}
