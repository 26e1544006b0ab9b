import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Api } from "@squire/llm";
import type { Expected } from "./oracle/expected.ts";
import { expectAnthropic } from "./oracle/anthropic.ts";
import { expectGoogle } from "./oracle/google.ts";
import { expectOpenaiChat } from "./oracle/openai-chat.ts";
import { expectOpenaiResponses } from "./oracle/openai-responses.ts";

/** How the recordings of one folder are served, asked for and judged. */
export type Family = {
  readonly folder: string;
  readonly api: Api;
  /** Where the server's root becomes this api's base URL. */
  readonly basePath: string;
  readonly expect: (serverUrl: string) => Promise<Expected>;
  /** The event-stream bytes of one recording, framed as its API frames them. */
  readonly frame: (lines: readonly string[]) => string;
  /** Tells the frame that ends a reply. Absent = the last one of the recording. */
  readonly ends?: (line: string) => boolean;
};

export const FAMILIES: readonly Family[] = [
  {
    folder: "openai-chat",
    api: "openai-completions",
    basePath: "/v1",
    expect: (url) => expectOpenaiChat(`${url}/v1`),
    frame: (lines) => [...lines, "[DONE]"].map((line) => `data: ${line}\n\n`).join(""),
  },
  {
    folder: "openai-responses",
    api: "openai-responses",
    basePath: "/v1",
    expect: (url) => expectOpenaiResponses(`${url}/v1`),
    frame: framedByType,
    // One recording holds several responses in a row; only the first is a reply.
    ends: (line) => /^{"type":"response\.(completed|incomplete|failed)"/.test(line),
  },
  {
    folder: "anthropic",
    api: "anthropic-messages",
    basePath: "",
    expect: expectAnthropic,
    frame: framedByType,
  },
  {
    folder: "google",
    api: "google-generative-ai",
    basePath: "/v1beta",
    expect: expectGoogle,
    frame: (lines) => lines.map((line) => `data: ${line}\n\n`).join(""),
  },
];

export type Recording = {
  readonly name: string;
  readonly family: Family;
  readonly bytes: Buffer;
  /** Where the frame that ends the reply begins. */
  readonly lastFrameAt: number;
};

export function readRecordings(folder: string): readonly Recording[] {
  return FAMILIES.flatMap((family) =>
    readdirSync(join(folder, family.folder))
      .filter((file) => file.endsWith(".chunks.txt"))
      .toSorted()
      .map((file) => readRecording(join(folder, family.folder, file), family)),
  );
}

function readRecording(path: string, family: Family): Recording {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const bytes = Buffer.from(family.frame(lines));
  const last = (family.ends && lines.find(family.ends)) ?? lines.at(-1) ?? "";
  return {
    name: `${family.folder}/${basename(path, ".chunks.txt")}`,
    family,
    bytes,
    lastFrameAt: bytes.lastIndexOf(Buffer.from(last)),
  };
}

function framedByType(lines: readonly string[]): string {
  return lines
    .map((line) => `event: ${(JSON.parse(line) as { type: string }).type}\ndata: ${line}\n\n`)
    .join("");
}
