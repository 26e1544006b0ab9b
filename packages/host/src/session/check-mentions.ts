import { findMentions } from "@squire/agent";
import type { Mention } from "@squire/agent";
import type { Citation } from "@squire/protocol";
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { isInside, readPlain } from "@squire/platform";

export type CheckedMention = { readonly mention: Mention; readonly citation: Citation };

const MAX_BYTES = 8 * 1024 * 1024;

/** Whether the places that an answer names are there, with the line as evidence (LOOP-25). */
export async function checkMentions(text: string, cwd: string): Promise<readonly CheckedMention[]> {
  const files = new Map<string, Promise<SourceFile | null>>();
  const source = (path: string): Promise<SourceFile | null> => {
    const known = files.get(path) ?? sourceFile(cwd, path);
    files.set(path, known);
    return known;
  };
  return Promise.all(
    findMentions(text).map(async (mention, at) => ({
      mention,
      citation: citationOf(at + 1, mention, await source(mention.path)),
    })),
  );
}

type SourceFile = {
  readonly text: string;
  readonly starts: readonly number[];
  readonly sha256: string;
};

async function sourceFile(cwd: string, path: string): Promise<SourceFile | null> {
  try {
    const root = await realpath(cwd);
    const real = await realpath(join(cwd, path));
    if (isAbsolute(path) || !isInside(root, real)) return null;
    const read = readPlain(real, { most: MAX_BYTES, links: "follow" });
    if (read.type !== "bytes") return null;
    const text = Buffer.from(read.bytes).toString("utf8");
    const sha256 = createHash("sha256").update(read.bytes).digest("hex");
    return { text, starts: lineStarts(text), sha256 };
  } catch {
    return null;
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (at + 1 < text.length) starts.push(at + 1);
  }
  return starts;
}

function citationOf(
  n: number,
  { path, line, lastLine }: Mention,
  file: SourceFile | null,
): Citation {
  const start = file?.starts[line - 1];
  const isThere =
    file !== null && start !== undefined && lastLine <= file.starts.length && line > 0;
  if (!isThere) {
    return {
      n,
      source: path,
      quote: "",
      start: null,
      end: null,
      status: "missing",
      line: Math.max(1, line),
    };
  }
  const end = (file.starts[lastLine] ?? file.text.length + 1) - 1;
  const quote = file.text.slice(start, end).replace(/\r?\n?$/, "");
  return {
    n,
    source: path,
    quote,
    start,
    end: start + quote.length,
    status: "verified",
    line,
    sha256: file.sha256,
  };
}
