import { expect, test } from "bun:test";
import type { ToolContext } from "@squire/agent";
import { tempWorkspace } from "@squire/testkit";
import { openFiles } from "../files/open-files.ts";
import { createBuiltIns } from "../built-ins.ts";
import { inertServices } from "../inert-services.ts";
import { encodePng } from "../testing/png.ts";
import { bench, runTool, told } from "../testing/try-tool.ts";
import { startDouble, type DoubleAnswer } from "../web-search/testing/double.ts";
import { imageGenTool } from "./image-gen.ts";

const DOT = encodePng({ width: 2, height: 2, rgba: new Uint8Array(16).fill(9) });
const data = Buffer.from(DOT).toString("base64");

/** Answers in the form the vendors' documentation shows. */
const GEMINI = {
  candidates: [
    {
      content: {
        role: "model",
        parts: [{ text: "Here it is." }, { inlineData: { mimeType: "image/png", data } }],
      },
    },
  ],
};
const ROUTER = {
  choices: [
    {
      message: {
        role: "assistant",
        content: "Here.",
        images: [{ type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }],
      },
    },
  ],
};

async function rig(root: string, answers: readonly DoubleAnswer[], keys: Record<string, string>) {
  const double = await startDouble(answers);
  const saved: { readonly bytes: number; readonly mimeType: string | undefined }[] = [];
  const tool = imageGenTool({
    files: await openFiles({ cwd: root }),
    images: { fetch: double.fetch, key: (name) => keys[name] ?? null, baseUrl: () => double.url },
    mayRead: (path) => !path.endsWith("private.png"),
  });
  const artifacts: ToolContext["artifacts"] = {
    save: (content, { mimeType }) => {
      saved.push({ bytes: content.length, mimeType });
      return Promise.resolve({ id: "art_1" });
    },
    stream: () => Promise.reject(new Error("not here")),
  };
  return { double, tool, saved, context: { ...bench(root), artifacts } };
}

test("IMG-2: Gemini makes an image, which is shown and kept as an artifact", async () => {
  await using dir = await tempWorkspace({ "dot.png": DOT });
  const keys = { GEMINI_API_KEY: "first", GOOGLE_API_KEY: "second", OPENROUTER_API_KEY: "third" };
  const { double, tool, saved, context } = await rig(dir.root, [{ body: GEMINI }], keys);
  await using _ = double;
  const args = { prompt: "a lamp", input: "dot.png", size: "1920x1080" };
  const output = await runTool(tool, args, context);
  expect(output.content).toEqual([
    { type: "image", mimeType: "image/png", data },
    { type: "text", text: "Kept as artifact://art_1" },
  ]);
  expect(output.details).toMatchObject({ artifactId: "art_1", data: { maker: "gemini" } });
  expect(saved).toEqual([{ bytes: DOT.length, mimeType: "image/png" }]);
  expect(double.asked).toMatchObject([
    {
      method: "POST",
      path: "/models/gemini-2.5-flash-image:generateContent",
      headers: { "x-goog-api-key": "first" },
      body: {
        contents: [
          { parts: [{ text: "a lamp" }, { inlineData: { mimeType: "image/png", data } }] },
        ],
        generationConfig: { imageConfig: { aspectRatio: "16:9" } },
      },
    },
  ]);
});

test("IMG-2: without a key for Gemini, GOOGLE_API_KEY, then OpenRouter", async () => {
  await using dir = await tempWorkspace();
  const google = await rig(dir.root, [{ body: GEMINI }], { GOOGLE_API_KEY: "second" });
  await runTool(google.tool, { prompt: "a lamp" }, google.context);
  expect(google.double.asked[0]?.headers).toMatchObject({ "x-goog-api-key": "second" });
  const router = await rig(dir.root, [{ body: ROUTER }], { OPENROUTER_API_KEY: "third" });
  const output = await runTool(router.tool, { prompt: "a lamp", size: "2:3" }, router.context);
  expect(output.content[0]).toEqual({ type: "image", mimeType: "image/png", data });
  expect(router.double.asked).toMatchObject([
    {
      path: "/chat/completions",
      headers: { authorization: "Bearer third" },
      body: { modalities: ["image", "text"], image_config: { aspect_ratio: "2:3" } },
    },
  ]);
  await google.double[Symbol.asyncDispose]();
  await router.double[Symbol.asyncDispose]();
});

test("IMG-2: what goes wrong is told, and only pictures that may be read leave the machine", async () => {
  await using dir = await tempWorkspace({
    "private.png": DOT,
    "notes.txt": "words",
    ".env": "A=1",
  });
  const answers = [
    { status: 429, body: { error: { message: "slow down" } } },
    { body: { candidates: [{ content: { parts: [{ text: "No." }] } }] } },
    {
      body: {
        candidates: [
          { content: { parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] } },
        ],
      },
    },
  ];
  const { double, tool, context } = await rig(dir.root, answers, { GEMINI_API_KEY: "secret" });
  await using _ = double;
  const say = (args: object): Promise<string> => told(tool, { prompt: "a lamp", ...args }, context);
  expect(await say({})).toBe("! gemini made no image: it answered 429: slow down.");
  expect(await say({})).toContain("made no image");
  expect(await say({})).toContain("What came back is no image");
  expect(await say({ input: "private.png" })).toContain("may not be read");
  expect(await say({ input: ".env" })).toContain("may not be read");
  expect(await say({ input: "notes.txt" })).toContain("is no image");
  expect(await say({ size: "large" })).toContain("is no size");
  expect(double.asked).toHaveLength(3);
});

test("IMG-2: it is off unless it is asked for, and not there without a key", () => {
  const options = { allowWrite: true, editVariant: "replace" } as const;
  const has = (enabled: readonly string[], services = inertServices()): boolean =>
    createBuiltIns(services, { ...options, enabled }).some(({ name }) => name === "image_gen");
  expect([has([]), has(["image_gen"]), has(["all"])]).toEqual([false, true, true]);
  expect(has(["all"], { ...inertServices(), images: null })).toBe(false);
});
