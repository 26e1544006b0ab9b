import { expect, test } from "bun:test";
import { addItems, noteStore, openMemoryIndex } from "@squire/memory";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { runCommand } from "./run.ts";

/** What the model is shown in one run of a machine that remembers in all its ways. */
async function shownWith(...flags: readonly string[]): Promise<string> {
  await using server = await startScriptedServer([say("4000.")]);
  const provider = `[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n`;
  await using home = await tempWorkspace({
    "home/config.toml": `default_model = "mock/m"\n${provider}`,
    "work/SQUIRE.md": "Instructions of the project: HERON-FILE.",
  });
  noteStore(home.path("home"), home.path("work")).write({
    name: "heron",
    type: "user",
    scope: "project",
    description: "HERON-NOTE",
    created: "2026-01-02",
    evidence: [],
    body: "more",
  });
  {
    using index = openMemoryIndex({
      path: home.path("home/memory.db"),
      embedder: null,
      vectorLibrary: null,
      now: () => 1,
      notice: () => {},
    });
    const text = "The staging server HERON-TALK listens on port 4000.";
    addItems(index, [{ id: "1", text }], "x");
  }
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  const io = fakeIo({ cwd: home.path("work"), env });
  const question = "Which port does the staging server listen on?";
  expect(await runCommand(invoke("run", question, ...flags), io)).toBe(0);
  server.assertDone();
  return JSON.stringify(server.requests[0]?.json);
}

const TRACES = ["HERON-FILE", "HERON-NOTE", "HERON-TALK", '"memory_search"', '"remember"'];

test("MEM-17: --no-memory switches memory off for one session, in all its ways", async () => {
  const traces = (shown: string): readonly string[] =>
    TRACES.filter((trace) => shown.includes(trace));
  expect(traces(await shownWith())).toEqual(TRACES);
  expect(traces(await shownWith("--no-memory"))).toEqual([]);
});
