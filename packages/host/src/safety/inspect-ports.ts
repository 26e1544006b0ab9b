import { readPlain } from "@squire/platform";
import type { InspectPorts } from "@squire/safety";
import { realpathSync } from "node:fs";

const MAX_TEXT = 256 * 1024;

/** The gate's looks at the disk: links are followed, small texts are read, nothing is started. */
export function inspectPorts(): InspectPorts {
  return {
    realpath: (path) => Promise.resolve(realNow(path)),
    readText: (path) => Promise.resolve(readSmall(path)),
  };
}

/**
 * The same for many questions in a row, between which nothing runs: each place is looked at once,
 * and at once, since thousands of short waits add up.
 */
export function rememberingPorts(): InspectPorts {
  const places = new Map<string, Promise<string | null>>();
  const texts = new Map<string, Promise<string | null>>();
  return {
    realpath: (path) => remembered(places, path, (unseen) => Promise.resolve(realNow(unseen))),
    readText: (path) => remembered(texts, path, inspectPorts().readText),
  };
}

function remembered<T>(known: Map<string, T>, path: string, look: (path: string) => T): T {
  const found = known.get(path) ?? look(path);
  known.set(path, found);
  return found;
}

function realNow(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function readSmall(path: string): string | null {
  const read = readPlain(path, { most: MAX_TEXT, links: "follow" });
  return read.type === "bytes" ? Buffer.from(read.bytes).toString("utf8") : null;
}
