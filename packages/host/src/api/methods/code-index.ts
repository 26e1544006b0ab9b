import { codePlaceOf, isIndexed, removeCodeIndex } from "../../code-index/code-place.ts";
import type { CodePlace } from "../../code-index/code-place.ts";
import { filesFor } from "../../code-index/files-for.ts";
import { openCodeIndex } from "../../code-index/open-code-index.ts";
import type { OpenCodeIndex } from "../../code-index/open-code-index.ts";
import { updateWords } from "../../code-index/update-code-index.ts";
import type { Host } from "../../open.ts";
import { workspaceRootOf } from "../../safety/sandbox-input.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

const EMPTY = { ready: false, files: 0, pieces: 0, waiting: 0 };

export const codeIndexHandlers: Handlers<"index.status" | "index.update" | "index.clear"> = {
  "index.status": async (_params, { host }) => {
    const place = codePlaceOf(host, workspaceRootOf(host));
    if (place === null) return { root: null, ...EMPTY };
    if (!isIndexed(place)) return { root: place.root, ...EMPTY };
    using open = await openCodeIndex(host, place, { notice: () => {} });
    return await figuresOf(open);
  },

  "index.update": async (_params, { host }) => {
    const place = placeOf(host);
    const notices: string[] = [];
    using open = await openCodeIndex(host, place, { notice: (one) => notices.push(one) });
    if (!open.isKept) return refuse("unsupported", notices.join(" "));
    const { signal } = new AbortController();
    const report = await updateWords(open, await filesFor(host, place), { signal, waits: true });
    const { changed = 0, removed = 0 } = report ?? {};
    return { ...(await figuresOf(open)), changed, removed };
  },

  "index.clear": (_params, { host }) => Promise.resolve({ ok: removeCodeIndex(placeOf(host)) }),
};

function placeOf(host: Host): CodePlace {
  const place = codePlaceOf(host, workspaceRootOf(host));
  if (place !== null) return place;
  return refuse("unsupported", "This folder is no project.", "Start Squire in a project.");
}

async function figuresOf({ index, place }: OpenCodeIndex) {
  const { readCodeMeta, statsOf } = await import("@squire/memory");
  const { sources, chunks, embedded } = statsOf(index);
  const { isReady, isWordsOnly } = readCodeMeta(index);
  const waiting = isWordsOnly ? 0 : chunks - embedded;
  return { root: place.root, ready: isReady, files: sources.code, pieces: chunks, waiting };
}
