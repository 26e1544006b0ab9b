import { expect, test } from "bun:test";
import { hang, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "main.ts");

function configFor(url: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\nauth = "none"\nmodels = ["m"]\n`;
}

/** The real program in a process of its own. */
function start(home: string, argv: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    cwd: home,
    env: { PATH: process.env["PATH"] ?? "", HOME: home, SQUIRE_HOME: home },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { child, ended, out: () => out };
}

test("CLI-3, CLI-5: piped input reaches the model and the answer reaches the pipe", async () => {
  await using server = await startScriptedServer([say("done")]);
  await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
  const { child, ended } = start(home.root, ["-p", "review"]);
  child.stdin.end("the diff");
  expect(await ended).toEqual({ code: 0, out: "done\n", err: "" });
  expect(JSON.stringify(server.requests[0]?.json)).toContain("review\\n\\nthe diff");
});

test("CLI-5, PROV-15: Ctrl+C stops the request at once and exits with 130", async () => {
  await using server = await startScriptedServer([reply(say("so far"), hang())]);
  await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
  const run = start(home.root, ["run", "go on", "-o", "jsonl"]);
  run.child.stdin.end();
  while (!run.out().includes("so far")) await once(run.child.stdout, "data");
  run.child.kill("SIGINT");
  const { code, out } = await run.ended;
  expect(code).toBe(130);
  expect(out.trim().split("\n").at(-1)).toContain('"event":{"type":"aborted","partialSaved":true}');
  expect(await server.requests[0]?.ended).toBe("client-gone");
});

test("CLI-5: a reader that leaves early ends the run without noise", async () => {
  await using server = await startScriptedServer([reply(say("line\n".repeat(50)), hang())]);
  await using home = await tempWorkspace({ "config.toml": configFor(server.url) });
  const run = start(home.root, ["run", "go on", "-o", "jsonl"]);
  run.child.stdin.end();
  await once(run.child.stdout, "data");
  run.child.stdout.destroy();
  run.child.kill("SIGINT");
  const { err } = await run.ended;
  expect(err).not.toMatch(/EPIPE|Error/);
});

test("CLI-5: a wrong flag is a usage error with a suggestion", async () => {
  await using home = await tempWorkspace();
  const { child, ended } = start(home.root, ["run", "x", "--modle", "y"]);
  child.stdin.end();
  const { code, err } = await ended;
  expect(code).toBe(2);
  expect(err).toContain("--model");
});

test("CLI-6: the version comes from package.json", async () => {
  await using home = await tempWorkspace();
  const { child, ended } = start(home.root, ["--version"]);
  child.stdin.end();
  const { version } = (await import("../package.json")).default;
  expect(await ended).toEqual({ code: 0, out: `squire ${version}\n`, err: "" });
});
