import { describe, expect, test } from "bun:test";
import { parseJsonlEnvelope, parseRunOutput } from "@squire/protocol/wire";
import {
  fail,
  fault,
  hang,
  reply,
  say,
  startScriptedServer,
  tempWorkspace,
  think,
  turn,
} from "@squire/testkit";
import type { ServerStep, TempWorkspace } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import type { FakeIoOptions } from "../testing/fake-io.ts";
import { runCommand } from "./run.ts";

type Kind = "openai" | "openai-responses" | "anthropic" | "google";

function configFor(url: string, kind: Kind = "openai"): string {
  const base = kind === "anthropic" ? url : kind === "google" ? `${url}/v1beta` : `${url}/v1`;
  return `default_model = "mock/test-1"
[[providers]]
name = "mock"
kind = "${kind}"
base_url = "${base}"
api_key_env = "MOCK_KEY"
models = ["test-1"]
context_window = 128000
`;
}

type Ran = { readonly code: number; readonly out: string; readonly err: string };

async function run(
  argv: readonly string[],
  config: string,
  options: FakeIoOptions = {},
): Promise<Ran> {
  await using workspace = await tempWorkspace({ "config.toml": config });
  return await runIn(workspace, argv, options);
}

async function runIn(
  workspace: TempWorkspace,
  argv: readonly string[],
  options: FakeIoOptions,
): Promise<Ran> {
  const env = { SQUIRE_HOME: workspace.root, HOME: workspace.root, MOCK_KEY: "sk-mock-0123456789" };
  const io = fakeIo({ cwd: workspace.root, ...options, env: { ...env, ...options.env } });
  const code = await runCommand(invoke("run", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

async function runOn(step: ServerStep, argv: readonly string[] = ["hello"]): Promise<Ran> {
  await using server = await startScriptedServer(() => step);
  return await run(argv, configFor(server.url));
}

describe("CLI-4: output", () => {
  test.each<Kind>(["openai", "openai-responses", "anthropic", "google"])(
    "CLI-4, PROV-7: text is the answer and nothing else, over %s",
    async (kind) => {
      await using server = await startScriptedServer([reply(think("hm"), say("Grüße, 世界!"))]);
      const ran = await run(["hello"], configFor(server.url, kind));
      expect(ran).toEqual({ code: 0, out: "Grüße, 世界!\n", err: "" });
      server.assertDone();
    },
  );

  test("LOOP-25: a place that is not there is struck through, counted and told", async () => {
    const answer = say("See config.toml:1 and src/no.ts:9.");
    expect(await runOn(answer)).toEqual({
      code: 0,
      out: "See config.toml:1 and ~~src/no.ts:9~~ ✗.\n",
      err: "squire: ✗ 1 of 2 places it names are not there: src/no.ts:9\n",
    });
    const { out } = await runOn(answer, ["hello", "--output", "json"]);
    expect(JSON.parse(out)).toMatchObject({
      text: "See config.toml:1 and src/no.ts:9.",
      citations: [{ status: "verified" }, { status: "missing", source: "src/no.ts", line: 9 }],
    });
  });

  test("CLI-4: json is one object of the published shape", async () => {
    const ran = await runOn(say("hi"), ["hello", "--output", "json"]);
    const parsed = parseRunOutput(JSON.parse(ran.out));
    expect(parsed.kind).toBe("known");
    expect(JSON.parse(ran.out)).toMatchObject({
      text: "hi",
      sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      usage: { input: 10, output: 5, total: 15 },
      stopReason: "stop",
      citations: [],
      changedFiles: [],
      approvalsNeeded: [],
    });
  });

  test("CLI-4, PROT-2: jsonl is numbered events with one terminal event last", async () => {
    const ran = await runOn(reply(think("hm"), say("hi there")), ["hello", "-o", "jsonl"]);
    const lines = ran.out
      .trim()
      .split("\n")
      .map((line) => parseJsonlEnvelope(JSON.parse(line)));
    expect(lines.every((line) => line.kind === "known")).toBe(true);
    const envelopes = lines.flatMap((line) => (line.kind === "known" ? [line.value] : []));
    expect(envelopes.map(({ seq }) => seq)).toEqual(envelopes.map((_, index) => index + 1));
    expect(envelopes.at(-1)?.event.type).toBe("complete");
    expect(envelopes.filter(({ event }) => event.type === "complete")).toHaveLength(1);
    const text = envelopes.map(({ event }) => (event.type === "content_delta" ? event.text : ""));
    expect(text.join("")).toBe("hi there");
  });

  test("CLI-3: standard input is added to the task, or is the task", async () => {
    await using server = await startScriptedServer([say("a"), say("b")]);
    const config = configFor(server.url);
    await run(["explain"], config, { stdin: "some diff" });
    await run([], config, { stdin: "all of it" });
    const shown = server.requests.map(({ json }) => JSON.stringify(json));
    expect(shown[0]).toContain("explain\\n\\nsome diff");
    expect(shown[1]).toContain('"all of it"');
  });

  test("CLI-2: the system prompt comes from flags", async () => {
    await using server = await startScriptedServer([say("a")]);
    const flags = ["hi", "--system-prompt", "Be brief.", "--append-system-prompt", "In German."];
    await run(flags, configFor(server.url));
    const shown = JSON.stringify(server.requests[0]?.json);
    expect(shown).toContain('"content":"Be brief.');
    expect(shown).toContain('In German."');
  });

  test("CFG-4: the system prompt comes from a file; one that is missing stops the run", async () => {
    await using server = await startScriptedServer([say("a")]);
    await using folder = await tempWorkspace({ "prompt.md": "Speak like a squire.\n" });
    const withFile = (name: string) =>
      `${configFor(server.url)}[agent]\nsystem_prompt_file = "${folder.path(name)}"\n`;
    expect((await run(["hi"], withFile("prompt.md"))).code).toBe(0);
    expect(JSON.stringify(server.requests[0]?.json)).toContain("Speak like a squire.");
    const ran = await run(["hi"], withFile("none.md"));
    expect(ran.code).toBe(1);
    expect(ran.err).toContain("agent.system_prompt_file");
  });

  test("SEC-8: escape sequences do not reach a terminal, but a pipe gets every byte", async () => {
    await using server = await startScriptedServer([say("a\u001b[2Jb"), say("a\u001b[2Jb")]);
    const config = configFor(server.url);
    expect((await run(["x"], config, { isTty: true })).out).toBe("a␛[2Jb\n");
    expect((await run(["x"], config)).out).toBe("a\u001b[2Jb\n");
  });
});

describe("CLI-5: bad input gives one clear message and the right code", () => {
  test.each<[string, ServerStep, number, RegExp]>([
    [
      "wrong key",
      fault({ status: 401, body: '{"error":{"message":"Incorrect API key"}}' }),
      5,
      /squire setup/,
    ],
    [
      "empty purse",
      fault({ status: 402, body: '{"error":{"message":"Insufficient Balance"}}' }),
      5,
      /top it up/,
    ],
    [
      "unknown model there",
      fault({ status: 404, body: '{"error":{"message":"model not found"}}' }),
      5,
      /squire models/,
    ],
    ["overflow", fail("overflow", "maximum context length is 10"), 5, /compact|new session/],
    ["HTML", fault({ html: true }), 5, /base_url/],
    ["empty stream", fault({ body: "" }), 5, /empty reply/],
    ["malformed stream", turn(say("hello"), { badJsonAt: 1 }), 5, /not JSON/],
    ["cut stream", turn(say("hello world"), { cutAtByte: 400 }), 5, /cut|broke|ended/],
    ["refused", reply(say("I"), fail("refused", "no")), 5, /Rephrase/],
  ])("CLI-5: %s", async (_name, step, code, advice) => {
    const ran = await runOn(step);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(advice);
    expect(ran.err).not.toMatch(/\bat .*\.ts|Error:/);
    expect(ran.err).not.toContain("sk-mock");
  });

  test("CLI-5: what had arrived before a cut is not lost", async () => {
    const ran = await runOn(turn(say("one two three four five six seven"), { cutAtByte: 900 }));
    expect(ran.code).toBe(5);
    expect("one two three four five six seven\n").toStartWith(ran.out.trimEnd());
    expect(ran.out).not.toBe("");
  });

  test("CLI-5: unreachable server", async () => {
    const closed = configFor("http://127.0.0.1:9").replace(
      "[[providers]]",
      "[network]\n[[providers]]",
    );
    const ran = await run(["hi", "--timeout", "1"], closed, {
      signal: AbortSignal.abort("timeout"),
    });
    expect(ran.code).toBe(4);
    expect(ran.err).toContain("time limit");
  });

  test("CLI-5: missing key names the variable", async () => {
    const ran = await run(["hi"], configFor("http://127.0.0.1:9"), { env: { MOCK_KEY: "" } });
    expect(ran.code).toBe(5);
    expect(ran.err).toContain("MOCK_KEY");
  });

  test("CLI-5: unknown model is a usage error with suggestions", async () => {
    const ran = await run(["hi", "--model", "claude-opsu-9"], configFor("http://127.0.0.1:9"));
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('There is no model "claude-opsu-9"');
  });

  test("CLI-5: a working folder that is not there", async () => {
    const ran = await run(["hi", "--cwd", "nowhere"], configFor("http://127.0.0.1:9"));
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/There is no folder .*nowhere/);
  });

  test("CLI-5: no task", async () => {
    const ran = await run([], configFor("http://127.0.0.1:9"));
    expect(ran).toMatchObject({ code: 2, out: "" });
    expect(ran.err).toContain('squire run "<task>"');
  });

  test("CLI-5: Ctrl+C is 130 and keeps what came", async () => {
    const stopper = new AbortController();
    await using server = await startScriptedServer([reply(say("partial "), hang())]);
    await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
    const ran = runIn(home, ["hi"], { signal: stopper.signal });
    // What came is kept on the disk while more is awaited.
    const isDrafted = (name: string): boolean => name.endsWith(".draft");
    while (!(await home.list()).some(isDrafted)) await new Promise(setImmediate);
    stopper.abort("interrupt");
    expect(await ran).toMatchObject({ code: 130, out: "partial \n" });
  });

  test("CLI-5, CFG-2: a typo in the config is shown with its line and does not stop the run", async () => {
    await using server = await startScriptedServer([say("fine")]);
    const config = configFor(server.url).replace("context_window", "contxt_window");
    const ran = await run(["hi"], config);
    expect(ran).toMatchObject({ code: 0, out: "fine\n" });
    expect(ran.err).toMatch(/config\.toml:8.*contxt_window.*context_window/);
  });

  test("CLI-5, CFG-2: a wrong value is shown with its line", async () => {
    const ran = await run(["hi"], `[agent]\nmax_steps = "many"\n`);
    expect(ran.err).toMatch(/config\.toml:2.*agent\.max_steps/);
  });

  test("CLI-5: json output carries the failure too", async () => {
    const ran = await runOn(fault({ status: 401 }), ["hi", "--output", "json"]);
    expect(ran.code).toBe(5);
    expect(JSON.parse(ran.out)).toMatchObject({ stopReason: "error", error: { code: "auth" } });
  });
});

test("PROV-16: a fallback takes over and says so", async () => {
  await using broken = await startScriptedServer(() => fault({ status: 401 }));
  await using good = await startScriptedServer([say("from the second")]);
  const config = `fallback = ["backup/test-2"]\n${configFor(broken.url)}
[[providers]]
name = "backup"
kind = "anthropic"
base_url = "${good.url}"
auth = "none"
models = ["test-2"]
`;
  const ran = await run(["hi"], config);
  expect(ran).toMatchObject({ code: 0, out: "from the second\n" });
  expect(ran.err).toContain("⚡ via backup/test-2");
});

test("MODL-6: a server that drops most of the prompt is reported", async () => {
  await using server = await startScriptedServer([
    say("ok", { usage: { input: 4096, output: 2 } }),
  ]);
  const ran = await run(["word ".repeat(20_000)], configFor(server.url));
  expect(ran.code).toBe(0);
  expect(ran.err).toContain("read only 4096 of about");
});
