import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { sessionStore } from "@squire/host/live";
import { noteStore } from "@squire/memory";
import { userText } from "@squire/protocol/values";
import { readArgs } from "../args.ts";
import { MEMORY_COMMANDS } from "../memory-commands.ts";
import { fakeIo } from "../testing/fake-io.ts";
import type { FakeIoOptions } from "../testing/fake-io.ts";
import { isUsageError } from "../usage-error.ts";
import { memoryCommand } from "./memory.ts";

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** As a shell would read the examples of the help: words, and one in quotes. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

async function run(home: TempWorkspace, line: string, at: FakeIoOptions = {}): Promise<Ran> {
  const [program, ...words] = wordsOf(line);
  expect(program).toBe("squire");
  const invocation = readArgs(words);
  if (isUsageError(invocation)) throw new Error(invocation.message);
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root };
  const io = fakeIo({ cwd: home.path("work"), env, ...at });
  const code = await memoryCommand(invocation as Parameters<typeof memoryCommand>[0], io);
  return { code, out: io.out(), err: io.err() };
}

async function workspace(): Promise<TempWorkspace> {
  return tempWorkspace({
    // Of a vendor nobody knows: no model is loaded.
    "home/config.toml": '[memory]\nembedding_model = "nobody/none"\n',
    "work/notes.md": "# Herons\n\nThe heron nests in April.\n",
    "work/design.md": "# Design\n\nRetry limits are five.\n",
    "work/talk.jsonl": '{"id":"t1","text":"We changed the retry limits."}\n',
    "work/questions.jsonl": '{"id":"q1","query":"retry limits"}\n',
  });
}

test("every example of the memory commands does what it says", async () => {
  await using home = await workspace();
  // What the others look at is added first, and forgotten last.
  const order = ["memory add", "memory search", "memory list", "memory show"] as const;
  const rest = ["memory rebuild", "memory stats", "memory forget"] as const;
  // It asks a model, which nobody has set up here: it says so.
  const asking = "memory enqueue";
  const all = new Set<string>([...order, ...rest, asking]);
  expect(all).toEqual(new Set(Object.keys(MEMORY_COMMANDS)));
  expect((await run(home, `squire ${asking}`)).err).toContain("memories.enabled");
  for (const name of [...order, ...rest]) {
    for (const line of MEMORY_COMMANDS[name].examples) {
      const { code, err } = await run(home, line);
      expect([line, code, err.includes("nothing called")]).toEqual([line, 0, false]);
    }
  }
  expect((await run(home, "squire memory show notes.md")).code).toBe(2);
  expect((await run(home, "squire memory show design.md")).out).toContain("Retry limits are five");
});

test("a note is shown and forgotten by its name", async () => {
  await using home = await workspace();
  const notes = noteStore(home.path("home"), home.path("work"));
  const common = {
    type: "project",
    created: "2026-01-02",
    evidence: [],
    body: "In April.",
  } as const;
  notes.write({ ...common, name: "heron", scope: "project", description: "When herons nest" });
  notes.write({ ...common, name: "stork", scope: "global", description: "When storks nest" });
  for (const name of ["heron", "heron.md", "stork"]) {
    expect((await run(home, `squire memory show ${name}`)).out).toContain("In April.");
  }
  expect((await run(home, "squire memory forget heron")).err).toContain("forgot heron");
  expect((await run(home, "squire memory forget stork.md")).code).toBe(0);
  expect([...notes.list("project"), ...notes.list("global")]).toEqual([]);
  expect((await run(home, "squire memory show heron")).code).toBe(2);
});

test("notes that do not hold are listed as such, and can still be shown", async () => {
  await using home = await workspace();
  const notes = noteStore(home.path("home"), home.path("work"));
  const common = { type: "project", scope: "project", created: "2026-01-02", body: "b" } as const;
  const evidence = [{ path: "design.md", quote: "Retry limits are six." }];
  notes.write({ ...common, name: "six", description: "Six retries", evidence });
  notes.write({ ...common, name: "four", description: "Four", evidence: [], supersededBy: "six" });
  notes.write({ ...common, name: "five", description: "Five retries", evidence: [] });
  // Nobody has searched yet: what was kept is listed all the same.
  const { out } = await run(home, "squire memory list");
  expect(out).toMatch(/^note +\d.*five/m);
  expect(out).toMatch(/^note, stale .*six/m);
  expect(out).toMatch(/^note, superseded .*four/m);
  expect((await run(home, "squire memory show six")).out).toContain("Six retries");
});

test("the name of a piece shows and forgets that piece alone", async () => {
  await using home = await workspace();
  await home.write(
    "work/two.jsonl",
    [1, 2].map((id) => JSON.stringify({ id, text: `text ${id}`, session: "s" })).join("\n"),
  );
  await run(home, "squire memory add --jsonl two.jsonl");
  expect((await run(home, "squire memory show 2")).out).toBe("text 2\n");
  await run(home, "squire memory forget 1");
  expect((await run(home, "squire memory show added:s")).out).toBe("text 2\n");
});

const LONG =
  "please look at the parser and tell me why the last of its tests fails on some machines";

test("the name of a session is listed whole, however long its title and wherever it goes", async () => {
  await using home = await workspace();
  await using session = await sessionStore(home.path("home")).create({ cwd: home.path("work") });
  await session.append({ type: "message", message: userText(LONG), status: "complete" });
  const name = `session:${session.header.id}`;
  for (const at of [{}, { isTty: true, columns: 80 }, { isTty: true, columns: 200 }]) {
    const { out } = await run(home, "squire memory list", at);
    expect(out.split(/\s+/)).toContain(name);
    expect(out).toContain("please look at the parser");
    expect(out).not.toContain("on some machines");
  }
});

test("a beginning shows and forgets the one thing that begins so; of several it says which, and forgets none", async () => {
  await using home = await workspace();
  const rows = ["heron-1", "heron-2", "stork-1"].map((name) =>
    JSON.stringify({ id: `of ${name}`, text: `text of ${name}`, session: name }),
  );
  await home.write("work/birds.jsonl", rows.join("\n"));
  await run(home, "squire memory add --jsonl birds.jsonl");
  const notes = noteStore(home.path("home"), home.path("work"));
  const common = { type: "project", created: "2026-01-02", evidence: [], body: "b" } as const;
  const old = { ...common, name: "falcon", description: "Old", supersededBy: "eagle" };
  notes.write({ ...old, scope: "project" });
  expect((await run(home, "squire memory show added:st")).out).toBe("text of stork-1\n");
  for (const doing of ["show", "forget"]) {
    const several = await run(home, `squire memory ${doing} added:heron`);
    expect(several).toMatchObject({ code: 2, out: "" });
    expect(several.err).toContain("2 things that are remembered begin with added:heron");
    expect(several.err).toContain("added:heron-2\n");
    // A kind or a folder is no beginning, also when there is one thing in it.
    for (const none of ["added:", "/", '""', "%", "added_s"]) {
      const { code, err } = await run(home, `squire memory ${doing} ${none}`);
      expect([none, code, err.includes("nothing called")]).toEqual([none, 2, true]);
    }
  }
  const forgotten = await run(home, "squire memory forget added:st");
  expect(forgotten).toMatchObject({
    code: 0,
    err: expect.stringContaining("forgot added:stork-1."),
  });
  // A note by a part of its name, and by the name that the list has for it.
  const path = `${notes.folder("project")}/falcon.md`;
  expect((await run(home, `squire memory show ${path}`)).out).toContain("Old");
  expect((await run(home, "squire memory forget falc")).err).toContain(`forgot ${path}.`);
  const { out } = await run(home, "squire memory list");
  expect(out).toContain("added:heron-1");
  expect(out).not.toMatch(/stork|falcon/);
});
