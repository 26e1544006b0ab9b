import { noteStore, NotWritableError, standingOf } from "@squire/memory";
import type { MemoryIndex } from "@squire/memory";
import { existsSync } from "node:fs";
import { clearProject } from "../../memory/forget.ts";
import { memoryPath, openMemory } from "../../memory/open-memory.ts";
import type { OpenMemoryOptions } from "../../memory/open-memory.ts";
import { projectOf } from "../../memory/project-of.ts";
import { refreshMemory } from "../../memory/refresh.ts";
import type { Host } from "../../open.ts";
import { refuse } from "../failures.ts";
import type { Handlers } from "../handlers.ts";

type Names = "memory.search" | "memory.list" | "memory.forget" | "memory.clear" | "memory.rebuild";

const USUAL_LIMIT = 10;
const SCOPES = ["global", "project"] as const;

export const memoryHandlers: Handlers<Names> = {
  "memory.search": ({ query, limit = USUAL_LIMIT }, { host }) =>
    withIndex(host, async (index) => {
      await refreshMemory(host, index);
      await index.embed();
      const hits = await index.search(query, { k: limit });
      return {
        hits: hits.map(({ id, text, score, path, kind, speaker, at, untrusted, repeats }) => ({
          id,
          text,
          score,
          source: path,
          kind,
          ...(speaker === undefined ? {} : { speaker }),
          ...(at === undefined ? {} : { at }),
          ...(untrusted === undefined ? {} : { untrusted }),
          ...(repeats === undefined ? {} : { repeats }),
        })),
      };
    }),

  "memory.list": async (_params, { host }) => {
    const { enabled } = host.loaded.settings.memory;
    if (!enabled) return { enabled, notes: [], pieces: 0, waiting: 0 };
    const root = projectOf(host);
    const store = noteStore(host.home, root);
    const notes = SCOPES.flatMap((scope) =>
      store.list(scope).map((note) => {
        const { name, type, description, created, source, supersededBy } = note;
        const stale = standingOf(note, root) === "stale";
        const from = source === undefined ? {} : { source };
        const newer = supersededBy === undefined ? {} : { supersededBy };
        return { name, scope, type, description, created, stale, ...from, ...newer };
      }),
    );
    if (!existsSync(memoryPath(host.home))) return { enabled, notes, pieces: 0, waiting: 0 };
    const count = async (index: MemoryIndex) => {
      const { statsOf } = await import("@squire/memory");
      const { chunks, embedded } = statsOf(index);
      return { enabled, notes, pieces: chunks, waiting: chunks - embedded };
    };
    return withIndex(host, count, { wordsOnly: true });
  },

  "memory.forget": ({ scope, name }, { host }) => {
    const root = projectOf(host);
    return Promise.resolve({ ok: noteStore(host.home, root).remove(scope, name) });
  },

  "memory.clear": (_params, { host }) => {
    const root = projectOf(host);
    if (root === null) {
      return refuse("invalid", "This folder belongs to no project.", "Open a project's folder.");
    }
    return withIndex(host, (index) => clearProject(host, index, root).catch(refuseUnwritable));
  },

  "memory.rebuild": (_params, { host }) =>
    withIndex(host, async (index) => {
      index.reindex();
      await refreshMemory(host, index);
      await index.embed({ waits: true });
      const { listSources } = await import("@squire/memory");
      return { sources: listSources(index, Number.MAX_SAFE_INTEGER).length };
    }),
};

function refuseUnwritable(error: unknown): never {
  if (!(error instanceof NotWritableError)) throw error;
  return refuse(
    "storage",
    error.message,
    "See that Squire's folder can be written, and try again.",
  );
}

async function withIndex<T>(
  host: Host,
  run: (index: MemoryIndex) => Promise<T>,
  options: Pick<OpenMemoryOptions, "wordsOnly"> = {},
): Promise<T> {
  using memory = await openMemory(host, { ...options, notice: () => {} });
  if (memory === null) {
    return refuse("unsupported", "Memory is switched off.", "Set memory.enabled = true.");
  }
  return await run(memory.index);
}
