import { describe, expect, test } from "bun:test";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace } from "@squire/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sealedProgram } from "./testing/hostile/programs.ts";

// Put together here: a scanner of this repository must not take them for real.
const CANARIES = {
  "the key of the provider": `sk-canary-${"Ab3dEf6hIj9kLm2nOp5q".repeat(2)}`,
  "a token of the environment": ["ghp", "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"].join("_"),
  "a password in a file": "q7Zk29Lw0xTb5RfN",
  "a private key": "Q2FuYXJ5T2ZUaGVQcml2YXRlS2V5MDEyMzQ1Njc4OWFi",
} as const;
const KEY = "PRIVATE KEY";
const FILES = {
  "work/.env": `GITHUB_TOKEN=${CANARIES["a token of the environment"]}\nDB_PASSWORD=${CANARIES["a password in a file"]}\n`,
  "work/id_rsa": `-----BEGIN OPENSSH ${KEY}-----\n${`${CANARIES["a private key"]}\n`.repeat(3)}-----END OPENSSH ${KEY}-----\n`,
  "work/a.txt": "one\n",
};

/** A day's work: reads, writes, commands, an output too long to show, a background job. */
const WORK = [
  reply(
    call("read", { path: ".env" }),
    call("read", { path: "id_rsa" }),
    call("bash", { command: "cat .env id_rsa; env; set" }),
  ),
  call("edit", { path: "a.txt", search: "one", replace: "two" }),
  call("bash", { command: "seq 1 40000; cat .env id_rsa; printenv; exit 3" }),
  call("run_background", { command: "cat id_rsa; sleep 0.1", waitSec: 1 }),
  call("todo", { ops: [{ op: "add", text: "rest" }] }),
  say("Done."),
];

async function squire(home: TempWorkspace, ...argv: readonly string[]): Promise<number | null> {
  const program = [...(await sealedProgram()), ...argv];
  // As careless a mask as there is.
  const child = spawn("/bin/sh", ["-c", 'umask 000; exec "$@"', "sh", ...program], {
    cwd: home.path("work"),
    env: {
      PATH: process.env["PATH"],
      HOME: home.root,
      SQUIRE_HOME: home.path("home"),
      MOCK_KEY: CANARIES["the key of the provider"],
      GITHUB_TOKEN: CANARIES["a token of the environment"],
    },
    stdio: "ignore",
  });
  await once(child, "close");
  return child.exitCode;
}

async function worked(server: ScriptedServer): Promise<TempWorkspace> {
  const home = await tempWorkspace(FILES);
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\napi_key_env = "MOCK_KEY"\nmodels = ["m"]\ncontext_window = 200000\n[shell]\nintercept = false\n`;
  await home.write("seed/config.toml", config);
  const seed = ["--config", home.path("seed/config.toml")];
  expect(await squire(home, "run", "--yes", "do it", ...seed)).toBe(0);
  expect(await squire(home, "run", "--continue", "and now?", ...seed)).toBe(0);
  expect(await squire(home, "config", "set", "agent.max_steps", "9")).toBe(0);
  expect(await squire(home, "search", "line", ...seed)).toBe(0);
  expect(await squire(home, "login", "mock", "--api-key", "sk-stored-by-login-0123", ...seed)).toBe(
    0,
  );
  return home;
}

type Found = { readonly path: string; readonly mode: string; readonly isFolder: boolean };

function below(folder: string, prefix = ""): readonly Found[] {
  return readdirSync(folder).flatMap((name): readonly Found[] => {
    const path = join(prefix, name);
    const isFolder = lstatSync(join(folder, name)).isDirectory();
    const own = { path, mode: modeOf(join(folder, name)), isFolder };
    return isFolder ? [own, ...below(join(folder, name), path)] : [own];
  });
}

function modeOf(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8);
}

/** They hold the user's own files as they were, to put them back; everything else holds no secret. */
const SNAPSHOT = /^snapshots\/objects\//;

/** What is wrong with a folder that should be private and free of planted secrets. */
function problemsIn(folder: string): readonly string[] {
  const own = { path: "", mode: modeOf(folder), isFolder: true };
  return [own, ...below(folder)].flatMap(({ path, mode, isFolder }) => {
    const open = mode === (isFolder ? "700" : "600") ? [] : [`${path} has the mode ${mode}`];
    if (isFolder || SNAPSHOT.test(path)) return open;
    const bytes = readFileSync(join(folder, path)).toString("latin1");
    const leaks = Object.entries(CANARIES).filter(([, secret]) => bytes.includes(secret));
    return [...open, ...leaks.map(([what]) => `${path} holds ${what}`)];
  });
}

describe.if(process.platform !== "win32")("what a run leaves below SQUIRE_HOME", () => {
  test("S27, SEC-4: under any umask it is the user's alone, and no planted secret is in it", async () => {
    let step = 0;
    await using server = await startScriptedServer(() => WORK[step++] ?? say("Nothing more."));
    await using home = await worked(server);
    const folder = home.path("home");
    const paths = below(folder).map(({ path }) => path);
    for (const part of ["sessions/", "snapshots/", ".artifacts/", "index.db", "credentials.db"]) {
      expect(paths.some((path) => path.includes(part))).toBe(true);
    }
    expect(problemsIn(folder)).toEqual([]);

    // The tools did see them: they stand there crossed out, and the model saw no more.
    const log = paths.find((path) => /^sessions\/.*\.jsonl$/.test(path)) ?? "";
    const text = readFileSync(join(folder, log), "utf8");
    expect(text).toContain("[REDACTED:private-key]");
    expect(text).toContain("DB_PASSWORD=[REDACTED:");
    const sent = server.requests.map(({ bodyText }) => bodyText).join("\n");
    for (const secret of Object.values(CANARIES)) expect(sent).not.toContain(secret);

    // A twin: a careless record of the same run would be found.
    await home.write("home/logs/debug.log", `${JSON.stringify(CANARIES)}\n`);
    chmodSync(home.path("home/logs"), 0o755);
    const twin = problemsIn(folder);
    expect(twin).toHaveLength(2 + Object.keys(CANARIES).length);
  });
});
