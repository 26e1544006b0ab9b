import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { estimateTokens } from "@squire/agent";
import { addItems, noteStore } from "@squire/memory";
import type { Note } from "@squire/memory";
import { IMPORT_NOTE } from "@squire/protocol/values";
import type { Host } from "../open.ts";
import { openSessions } from "../open-sessions.ts";
import { fetched } from "../autonomous/testing/past-session.ts";
import { asideNotes } from "./aside-notes.ts";
import { openMemory } from "./open-memory.ts";
import { refreshMemory } from "./refresh.ts";
import { called, sessionMemories, talkAfter } from "./testing/session-memories.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-recall-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const note: Note = {
  name: "some",
  type: "project",
  scope: "project",
  description: "something",
  created: "2026-01-02",
  evidence: [],
  body: "more",
};

/** A session in which a tool showed something, and then the user said this. */
async function talkIn(
  host: Host,
  text: string,
  details: { readonly untrusted?: boolean },
): Promise<void> {
  const content = [{ type: "text", text: "shown" }] as const;
  const outcome = { role: "tool", callId: "c", name: "web_fetch", content, failed: false } as const;
  const ended = { isError: false, ending: "ran", truncated: false, durationMs: 1 } as const;
  const shown = { type: "tool_result", outcome, details: { ...ended, ...details } } as const;
  await talkAfter(host, text, [shown]);
}

const memoryIn = sessionMemories(folder);
const PORT = "Which port does the staging server listen on?";
test("MEM-16: what fits is recalled for the turn, within its limit, and nothing that does not fit", async () => {
  await using memory = await memoryIn({});
  const [fact] = await memory.recall(PORT);
  expect(fact?.topic).toBe("memory");
  expect(fact?.text).toContain("never an instruction");
  expect(fact?.text).toContain("heron");
  expect(await memory.recall("Please write a poem about the sea")).toEqual([]);
  expect(await memory.recall("ok go on")).toEqual([]);
  expect(memory.tools().map(({ name }) => name)).toEqual([
    "remember",
    "forget",
    "recall_memory",
    "memory_search",
  ]);
});

test("MEM-16: of much that fits the best three are recalled, within 1,000 tokens of any script", async () => {
  for (const filling of ["and so on ", "等々と続く"]) {
    const many = Array.from({ length: 6 }, (_, at) => ({
      id: `long-${at}`,
      text: `The staging server listens on port ${5_000 + at}. ${filling.repeat(180)}`,
    }));
    await using memory = await memoryIn(
      {},
      {
        fill: (_host, index) => {
          addItems(index, many, "many");
          return Promise.resolve();
        },
      },
    );
    const [fact] = await memory.recall(PORT);
    const tokens = estimateTokens(fact?.text ?? "");
    expect(tokens).toBeGreaterThan(900);
    expect(tokens).toBeLessThanOrEqual(1_000);
    expect(fact?.text).toContain("The staging server listens");
  }
});

test("S43: nothing that holds text from outside is recalled unasked, and no note that does not hold", async () => {
  const question = "Which colour has the heron of the harbour?";
  await using memory = await memoryIn(
    {},
    {
      fill: async (host, index) => {
        const root = host.cwd;
        writeFileSync(join(root, "a.ts"), "const HERON = 'grey';");
        const evidence = [{ path: "a.ts", quote: "const HERON = 'grey';" }];
        const store = noteStore(host.home, root);
        const keep = (name: string, colour: string, more: Partial<Note> = {}): string =>
          store.write({
            ...note,
            ...more,
            name,
            description: `The heron of the harbour is ${colour}`,
          });
        keep("honest", "white");
        keep("planted", "red", { source: "web_fetch" });
        keep("shaken", "grey", { evidence });
        const gone = keep("gone", "blue");
        await talkIn(host, "The heron of the harbour is green.", { untrusted: true });
        await talkIn(host, "The heron of the harbour is black.", {});
        await refreshMemory(host, index);
        const hits = index.searchWords(question, { k: 20 });
        expect(hits.filter(({ untrusted }) => untrusted === true)).toHaveLength(2);
        expect(hits.map(({ title }) => title)).toContain("shaken");
        writeFileSync(join(root, "a.ts"), "const HERON = 'pink';");
        rmSync(gone);
      },
    },
  );
  const [fact] = await memory.recall(question);
  const colours = [...(fact?.text ?? "").matchAll(/harbour is (\w+)/g)].map(([, colour]) => colour);
  expect(new Set(colours)).toEqual(new Set(["black", "white"]));
});

test("S43 (part): neither an imported session nor one with a summary of a left branch is recalled unasked", async () => {
  const question = "Which colour has the heron of the harbour?";
  await using memory = await memoryIn(
    {},
    {
      fill: async (host, index) => {
        const summary = { type: "branch_summary", summary: "a page", fromId: "e_1" } as const;
        const custom = { type: "custom", customType: "other", data: {} } as const;
        await talkAfter(host, "The heron of the harbour is green.", [summary]);
        const note = { ...custom, customType: IMPORT_NOTE };
        await talkAfter(host, "The heron of the harbour is red.", [note]);
        // The twin: a note of somebody else is no import.
        await talkAfter(host, "The heron of the harbour is black.", [custom]);
        await refreshMemory(host, index);
        const hits = index.searchWords(question, { k: 20 });
        expect(hits.filter(({ untrusted }) => untrusted === true)).toHaveLength(2);
      },
    },
  );
  const [fact] = await memory.recall(question);
  const colours = [...(fact?.text ?? "").matchAll(/harbour is (\w+)/g)].map(([, colour]) => colour);
  expect(new Set(colours)).toEqual(new Set(["black"]));
});

test("what an earlier version indexed as trusted is read again, and what was forgotten stays so", async () => {
  await using _memory = await memoryIn(
    {},
    {
      fill: async (host, index) => {
        const note = { type: "custom", customType: IMPORT_NOTE, data: {} } as const;
        await talkAfter(host, "The heron of the harbour is red.", [note]);
        await talkAfter(host, "The heron of the harbour is blue.", [note]);
        const { store } = await openSessions(host.home);
        const [kept, forgotten] = (await store.list()).sessions;
        if (kept === undefined || forgotten === undefined) throw new Error("no sessions");
        for (const { id, updatedAt } of [kept, forgotten]) {
          const source = { kind: "session", title: id, project: null, at: updatedAt } as const;
          index.writer.put({ ...source, path: `session:${id}`, hash: `${updatedAt}` }, []);
        }
        index.writer.forget(`session:${forgotten.id}`);
        await refreshMemory(host, index);
        expect(index.pathsOf("session")).toEqual([`session:${kept.id}`]);
        expect(index.searchWords("colour of the harbour", { k: 9 })).toMatchObject([
          { untrusted: true },
        ]);
      },
    },
  );
});

test("MEM-16 (part): a note with an odd name in the index takes nothing else with it, and is named among the skipped", async () => {
  await using memory = await memoryIn(
    {},
    {
      fill: (host, index) => {
        const notes = noteStore(host.home, host.cwd);
        const place = notes.folder("project") ?? "";
        notes.write(note);
        writeFileSync(join(place, "staging server.md"), "---\nname: staging server\n---\n");
        // As an earlier version took it in.
        const path = `${place}/staging server.md`;
        const source = { kind: "note", title: "staging server", project: host.cwd } as const;
        const text = "the staging server listens on port 4711";
        index.writer.put({ ...source, path, hash: "h", at: null }, [{ text }]);
        expect(asideNotes(host)).toMatchObject([{ path, standing: "skipped" }]);
        return Promise.resolve();
      },
    },
  );
  const [fact] = await memory.recall(PORT);
  expect(fact?.text).toContain("heron");
  expect(fact?.text).not.toContain("4711");
});

test("a note that has lost its evidence is not indexed", async () => {
  await using _memory = await memoryIn(
    {},
    {
      fill: async (host, index) => {
        const evidence = [{ path: "b.ts", quote: "const HERON" }];
        writeFileSync(join(host.cwd, "b.ts"), "const HERON = 1;");
        noteStore(host.home, host.cwd).write({ ...note, name: "shaky", evidence });
        const titles = async (): Promise<readonly string[]> => {
          await refreshMemory(host, index);
          return index.pathsOf("note").filter((path) => path.endsWith("shaky.md"));
        };
        expect(await titles()).toHaveLength(1);
        writeFileSync(join(host.cwd, "b.ts"), "");
        expect(await titles()).toEqual([]);
      },
    },
  );
});

test("MEM-16 (part): to recall neither the model nor the vector library is opened", async () => {
  const opened: unknown[] = [];
  await using memory = await memoryIn(
    {},
    {
      open: (host, { notice: _notice, ...options }) => {
        opened.push(options);
        return openMemory(host, { notice: () => {}, ...options });
      },
    },
  );
  expect(await memory.recall(PORT)).toHaveLength(1);
  expect(await memory.recall(PORT)).toHaveLength(1);
  expect(opened).toEqual([{ wordsOnly: true }]);
});

test("an index that could not be opened is tried again, and does not keep the session from ending", async () => {
  let failures = 1;
  const notices: string[] = [];
  const memory = await memoryIn(
    {},
    {
      notice: (message) => notices.push(message),
      open: (host, options) =>
        failures-- > 0 ? Promise.reject(new Error("no room")) : openMemory(host, options),
    },
  );
  expect(await memory.recall(PORT)).toEqual([]);
  expect(notices).toEqual(["Nothing is recalled: no room"]);
  expect(await memory.recall(PORT)).toHaveLength(1);
  failures = 1;
  const run = called(memory, "memory_search", { query: "port" });
  expect(run).rejects.toThrow("no room");
  await run.catch(() => {});
  await memory[Symbol.asyncDispose]();
  const never = await memoryIn({}, { open: () => Promise.reject(new Error("no room")) });
  never.indexSoon();
  await never.recall(PORT);
  await never[Symbol.asyncDispose]();
});

test("S43 (part): after a compaction, with nobody there, nothing is remembered that a page may have asked for", async () => {
  const note = {
    scope: "global",
    name: "tabs",
    type: "user",
    description: "d",
    body: "b",
  } as const;
  const cut = {
    type: "compaction",
    summary: "EVIL",
    firstKeptId: "none",
    tokensBefore: 1,
  } as const;
  await using memory = await memoryIn({}, { seen: [fetched("EVIL"), cut] });
  const run = called(memory, "remember", note);
  expect(run).rejects.toThrow("text from web_fetch was read in this session");
  await run.catch(() => {});
  await using clean = await memoryIn({}, { seen: [cut] });
  expect(await called(clean, "remember", note)).toBeDefined();
});

test("a search in memory hears that it was aborted, before it and while it takes things in", async () => {
  for (const when of ["before", "while"] as const) {
    const stop = new AbortController();
    await using memory = await memoryIn(
      {},
      {
        fill: (host) => talkAfter(host, "The heron of the harbour is black.", []),
        open: (host, options) => {
          if (when === "while") stop.abort(new Error("enough"));
          return openMemory(host, { ...options, wordsOnly: true });
        },
      },
    );
    if (when === "before") stop.abort(new Error("enough"));
    const run = called(memory, "memory_search", { query: "heron" }, stop.signal);
    expect(run).rejects.toThrow("enough");
    await run.catch(() => {});
    expect(await called(memory, "memory_search", { query: "heron" })).toBeDefined();
  }
});

test("MEM-17 (part): switched off, nothing is recalled and there are no tools", async () => {
  await using memory = await memoryIn({ SQUIRE_MEMORY: "off" });
  expect(await memory.recall(PORT)).toEqual([]);
  expect(memory.tools()).toEqual([]);
});
