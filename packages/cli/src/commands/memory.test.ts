import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { noteStore } from "@squire/memory";
import { readArgs } from "../args.ts";
import { MEMORY_COMMANDS } from "../memory-commands.ts";
import { fakeIo } from "../testing/fake-io.ts";
import { isUsageError } from "../usage-error.ts";
import { memoryCommand } from "./memory.ts";

type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** As a shell would read the examples of the help: words, and one in quotes. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

async function run(home: TempWorkspace, line: string): Promise<Ran> {
  const [program, ...words] = wordsOf(line);
  expect(program).toBe("squire");
  const invocation = readArgs(words);
  if (isUsageError(invocation)) throw new Error(invocation.message);
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root };
  const io = fakeIo({ cwd: home.path("work"), env });
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
