import { expect, test } from "bun:test";
import { say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { runCommand } from "./run.ts";

/** One dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SENT = `{"url":"data:image/png;base64,${DOT.toString("base64")}"}`;

type Ran = { readonly code: number; readonly err: string; readonly body: string };

async function run(
  argv: readonly string[],
  {
    input = '["text", "image"]',
    stdin = "",
  }: { readonly input?: string; readonly stdin?: string } = {},
): Promise<Ran> {
  await using server = await startScriptedServer(() => say("a dot"));
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = [{ id = "m", input = ${input} }]\ncontext_window = 100000\n`;
  await using home = await tempWorkspace({
    "home/config.toml": config,
    "work/a.png": DOT,
    "work/b.ts": "const b = 1;\n",
  });
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root };
  const io = fakeIo({ cwd: home.path("work"), env, stdin });
  const code = await runCommand(invoke("run", ...argv), io);
  return { code, err: io.err(), body: server.requests[0]?.bodyText ?? "" };
}

test("CMD-8 (part), CMD-5 (part): @image within the words of a task is an image block, as a word of its own too", async () => {
  for (const argv of [["what is on @a.png?"], ["what is it", "@a.png"], ["@a.png what is it"]]) {
    const { code, body } = await run(argv);
    expect(code).toBe(0);
    expect(body.split(SENT)).toHaveLength(2);
  }
  const both = await run(["does @a.png fit @b.ts, ask @alice or @babel/core"]);
  expect(both.body).toContain(SENT);
  expect(both.body).toContain("const b = 1;");
  expect(both.body).not.toContain("Not included");
});

test("CMD-8 (part): what is piped in attaches nothing", async () => {
  const { body } = await run(["explain"], { stdin: "see @a.png and @b.ts" });
  expect(body).toContain("see @a.png and @b.ts");
  expect(body).not.toContain(SENT);
  expect(body).not.toContain("const b");
});

test("CMD-8 (part): a rule that denies reading holds for named files too", async () => {
  const word = await run(["look", "@a.png", "--deny", "read(*.png)"]);
  expect(word.code).not.toBe(0);
  expect(word.err).toContain("may not be read");
  expect(word.body).toBe("");
  const within = await run(["look at @a.png", "--deny", "read(*.png)"]);
  expect(within.body).toContain("a rule denies reading it");
  expect(within.body).not.toContain(SENT);
});

test("IMG-1 (part): a model that takes no images is told so, and so is the user", async () => {
  for (const argv of [["what is on @a.png?"], ["what is it", "@a.png"]]) {
    const { code, err, body } = await run(argv, { input: '["text"]' });
    expect([code, body.includes(SENT)]).toEqual([0, false]);
    expect(err).toContain("mock/m takes no images");
    expect(body).toMatch(/cannot see|cannot read images/);
  }
});
