import { expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { userText } from "@squire/protocol/values";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { join } from "node:path";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { runCommand } from "./run.ts";

async function run(server: ScriptedServer, home: TempWorkspace, ...argv: readonly string[]) {
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n[shell]\nintercept = false\n`;
  await home.write("home/config.toml", config);
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  const io = fakeIo({ cwd: home.path("work"), env });
  const code = await runCommand(invoke("run", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

const shown = (server: ScriptedServer, request: number): string =>
  JSON.stringify(server.requests[request]?.json);

test("LOOP-5: a task with several steps reads, writes and runs, then answers", async () => {
  await using server = await startScriptedServer([
    reply(say("Let me look."), call("read", { path: "a.txt" })),
    call("write", { path: "b.txt", content: "two\n" }),
    call("bash", { command: "cat b.txt && echo done" }),
    say("All done."),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const ran = await run(server, home, "go", "--yes", "--output", "json");
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({
    text: "All done.",
    stopReason: "stop",
    changedFiles: ["b.txt"],
    approvalsNeeded: [],
  });
  expect(await home.read("work/b.txt")).toBe("two\n");
  expect(shown(server, 1)).toContain("one");
  expect(shown(server, 3)).toContain("two\\ndone");
  server.assertDone();
});

test("C8, CLI-5: without --yes nothing is written, the model is told, and the exit code is 3", async () => {
  await using server = await startScriptedServer([
    call("write", { path: "b.txt", content: "two\n" }),
    say("I could not write it."),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const ran = await run(server, home, "go");
  expect(ran).toMatchObject({ code: 3, out: "I could not write it.\n" });
  expect(ran.err).toContain("--yes");
  expect(await home.list()).not.toContain("work/b.txt");
});

test("CLI-4: a pipe gets the final answer, not what the model said on the way", async () => {
  await using server = await startScriptedServer([
    reply(say("Let me look."), call("read", { path: "a.txt" })),
    say("It says one."),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  expect(await run(server, home, "go")).toEqual({ code: 0, out: "It says one.\n", err: "" });
});

test("CLI-4: --verbose says on standard error what was done", async () => {
  await using server = await startScriptedServer([
    reply(call("read", { path: "a.txt" }), call("read", { path: "none.txt" })),
    say("It says one."),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const ran = await run(server, home, "go", "--verbose");
  expect(ran.out).toBe("It says one.\n");
  expect(ran.err).toMatch(/✓ read a\.txt\n.*✗ read none\.txt: /s);
});

test("SES-6, LOOP-3: --continue goes on with the same session, and the request only grows", async () => {
  await using server = await startScriptedServer([say("first"), say("second")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await run(server, home, "hello");
  await run(server, home, "again", "--continue");
  const [one = "", two = ""] = server.requests.map(({ bodyText }) => bodyText);
  expect(two.startsWith(one.replace(/[\]}]+$/, ""))).toBe(true);
  expect(two).toContain("first");
  expect(two).toContain("again");
});

test("SES-9, SES-18: a session goes on in its mode, and what had been waiting is answered too", async () => {
  await using server = await startScriptedServer([
    say("planned"),
    say("first"),
    reply(say("Let me look."), call("read", { path: "a.txt" })),
    say("second"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await run(server, home, "plan it", "--mode", "plan");
  const store = sessionStore(home.path("home"));
  const [known] = (await store.list(home.path("work"))).sessions;
  const session = await store.open(known?.id ?? "");
  const message = userText("and the tests?");
  await session.append({ type: "queued", queueId: "q", message, delivery: "follow_up" });
  await session.close();
  expect(await run(server, home, "go on", "--continue")).toEqual({
    code: 0,
    out: "first\nsecond\n",
    err: "squire: waiting since last time: and the tests?\n",
  });
  expect(shown(server, 2)).toContain("- Mode: plan");
  expect(shown(server, 2)).toContain("and the tests?");
  const ledger = (await home.read("home/usage.jsonl")).trim().split("\n");
  expect(ledger).toHaveLength(3);
});

test("SES-9: what breaks the prompt cache on the way on is said", async () => {
  await using server = await startScriptedServer(() =>
    say("hi", { usage: { input: 3000, output: 1 } }),
  );
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await run(server, home, "hello");
  expect((await run(server, home, "again", "-c")).err).toBe("");
  const told = await run(server, home, "again", "-c", "--append-system-prompt", "Be brief.");
  expect(told.err).toBe(
    "squire: the instructions have changed: the prompt cache starts anew (3000 tokens)\n",
  );
});

test("USE-2: a turn is written to the ledger, without what was said", async () => {
  await using server = await startScriptedServer([
    say("secret words", { usage: { input: 50, output: 7 } }),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await run(server, home, "hello");
  const rows = (await home.read("home/usage.jsonl")).trim().split("\n");
  expect(rows).toHaveLength(1);
  expect(JSON.parse(rows[0] ?? "")).toMatchObject({
    model: "mock/m",
    promptTokens: 50,
    completionTokens: 7,
  });
  expect(rows[0]).not.toContain("secret");
});

test("SES-17: --no-session writes nothing", async () => {
  await using server = await startScriptedServer([say("hi")]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  await run(server, home, "hello", "--no-session");
  const files = await home.list();
  expect(files.filter((file) => file.startsWith(join("home", "sessions")))).toEqual([]);
});

test("LOOP-6, C34: at the step limit there is one summary without tools, and the exit code is 4", async () => {
  await using server = await startScriptedServer(({ json }) =>
    JSON.stringify(json).includes('"tools"')
      ? call("read", { path: "a.txt" })
      : say("So far: one."),
  );
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  const ran = await run(server, home, "go", "--max-steps", "2");
  expect(ran.code).toBe(4);
});

test("RPR-6, RPR-7: unknown tools and broken arguments are answered, and the run goes on", async () => {
  await using server = await startScriptedServer([
    reply(call("reed", { path: "a.txt" }), call("read", "{nonsense"), call("read", { path: 5 })),
    say("sorry"),
  ]);
  await using home = await tempWorkspace({ "work/a.txt": "one\n" });
  expect(await run(server, home, "go")).toMatchObject({ code: 0, out: "sorry\n" });
  expect(shown(server, 1)).toContain("read");
});
