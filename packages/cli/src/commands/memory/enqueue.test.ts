import { expect, test } from "bun:test";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { invoke } from "../../testing/fake-io.ts";
import { ioIn } from "../../testing/talk.ts";
import { runCommand } from "../run.ts";
import { statsCommand } from "../stats.ts";
import { memoryEnqueue } from "./enqueue.ts";

const LESSONS = { memory: "# all", summary: "use tabs", skills: [] };

test("MEM-11 (part): squire memory enqueue reads what was said a moment ago, says what it cost, and stats show it", async () => {
  const replies = [
    "I will.",
    JSON.stringify({ raw: "tabs", synopsis: "tabs" }),
    JSON.stringify(LESSONS),
  ];
  await using server = await startScriptedServer(replies.map((text) => say(text)));
  const provider = `[[providers]]\nname = "mock"\nkind = "anthropic"\nbase_url = "${server.url}"\nauth = "none"\nmodels = ["m"]\n`;
  await using home = await tempWorkspace({
    "work/a.txt": "",
    "home/config.toml": `default_model = "mock/m"\n${provider}[memories]\nenabled = true\n`,
  });
  expect(await runCommand(invoke("run", "please use tabs"), ioIn(home, home.path("work")))).toBe(0);
  // A run by itself learns nothing: only a session that somebody stays in does.
  expect(server.requests).toHaveLength(1);
  const io = ioIn(home, home.path("work"));
  expect(await memoryEnqueue(invoke("memory enqueue", "--json"), io)).toBe(0);
  expect(JSON.parse(io.out())).toMatchObject({
    learned: 1,
    failed: 0,
    consolidated: true,
    unpriced: 2,
  });
  expect(server.requests[1]?.bodyText).toContain("please use tabs");
  const stats = ioIn(home, home.path("work"));
  await statsCommand(invoke("stats", "--json"), stats);
  const { all } = JSON.parse(stats.out());
  expect(all.bySession.map(({ session }: { readonly session: string }) => session)).toContain(
    "memory",
  );
  const again = ioIn(home, home.path("work"));
  expect(await memoryEnqueue(invoke("memory enqueue"), again)).toBe(0);
  expect(again.err()).toContain("read 0 sessions");
});

test("MEM-11 (part): where nothing is learned, squire memory enqueue says why", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const io = ioIn(home, home.path("work"));
  expect(await memoryEnqueue(invoke("memory enqueue"), io)).toBe(2);
  expect(io.err()).toContain("memories.enabled is not set");
});
