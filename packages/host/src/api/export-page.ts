import { stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { redact } from "@squire/llm";
import type { MethodResult } from "@squire/protocol";
import { exportHtml, exportJson, exportMarkdown, exportName } from "@squire/session/exchange";
import type { ExportInput } from "@squire/session/exchange";
import { refuse } from "./failures.ts";

type Format = "markdown" | "html" | "json";

export type PageWish = {
  readonly format: Format;
  /** A file or a folder; absent: the text is given back. */
  readonly path: string | undefined;
  readonly cwd: string;
};

/** A session to be read, without what looks like a key (EXP-4). */
export async function exportPage(
  input: ExportInput,
  { format, path, cwd }: PageWish,
): Promise<MethodResult<"sessions.export">> {
  const options = { redact: (text: string): string => redact(text, []) };
  const text = WRITERS[format](input, options);
  if (path === undefined) return { text };
  const target = await targetFor(resolve(cwd, path), exportName(input, ENDINGS[format]));
  try {
    await writeFile(target, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse("storage", `Could not write ${target}: ${why}`, "Name another file.");
  }
  return { path: target };
}

const WRITERS = { markdown: exportMarkdown, html: exportHtml, json: exportJson } as const;
const ENDINGS = { markdown: "md", html: "html", json: "json" } as const;

/** In a folder the file is named after date and title. */
async function targetFor(path: string, name: string): Promise<string> {
  const look = await stat(path).catch(() => null);
  return look?.isDirectory() === true ? join(path, name) : path;
}
