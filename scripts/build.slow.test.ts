import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { compile } from "./build/compile.ts";

const ROOT = dirname(import.meta.dir);
let folder = "";
let program = "";

// Reports what the folder it runs in has smuggled in.
const PROBE = `
import { label } from "./label.ts";
const { late } = await import("./late.ts");
const thing = await import(process.cwd() + "/uses-thing.ts").then((m) => m.name, () => "not mapped");
console.log(JSON.stringify({ label, late, env: process.env.PLANTED ?? "unset", thing, args: process.argv.slice(2) }));
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "squire-build-"));
  write("source/main.ts", PROBE);
  write("source/label.ts", `export const label: string = "compiled";`);
  write("source/late.ts", `export const late: string = "loaded";`);
  program = (await compile(join(folder, "source/main.ts"), join(folder, "probe"))).path;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

test("PKG-2 (part): the compiled program reads nothing that lies in the current folder", () => {
  write("hostile/.env", "PLANTED=env\n");
  write("hostile/.env.local", "PLANTED=env\n");
  write("hostile/.env.production", "PLANTED=env\n");
  write("hostile/bunfig.toml", `preload = ["./evil.ts"]\n`);
  write("hostile/evil.ts", `console.log("preload ran");`);
  write("hostile/package.json", `{ "name": "hostile", "imports": { "thing": "./swapped.ts" } }`);
  const paths = { thing: ["./swapped.ts"] };
  write("hostile/tsconfig.json", JSON.stringify({ compilerOptions: { paths } }));
  write("hostile/swapped.ts", `export const name = "swapped";`);
  write("hostile/uses-thing.ts", `export { name } from "thing";`);

  const run = spawnSync(program, ["--flag", "x"], {
    cwd: join(folder, "hostile"),
    encoding: "utf8",
  });
  expect(JSON.parse(run.stdout)).toEqual({
    label: "compiled",
    late: "loaded",
    env: "unset",
    thing: "not mapped",
    args: ["--flag", "x"],
  });
});

test("PKG-2 (part): npm run build makes the program, says how large it is, and it knows its version", () => {
  const outfile = join(folder, "out/squire");
  const build = spawnSync(
    process.execPath,
    [join(ROOT, "scripts/build.ts"), "--outfile", outfile],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  expect(build).toMatchObject({ status: 0, stderr: "" });
  expect(build.stdout).toMatch(/^out\/squire(\.exe)?: \d+\.\d MB in \d+\.\d s\n$/);
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const run = spawnSync(outfile, ["--version"], { cwd: folder, encoding: "utf8" });
  expect(run).toMatchObject({ status: 0, stdout: `squire ${version}\n`, stderr: "" });
  // It is made twice, with a run in between: two minutes on a busy machine.
}, 300_000);

test("SRCH-5 (part), AST-3 (part): ripgrep and parsers are inside, and nothing of the current folder is run", async () => {
  const probe = join(folder, "search/probe");
  await compile(join(ROOT, "scripts/build/search-probe.ts"), probe);
  write("found/a.ts", "needle(1);\n");
  write("found/b.py", "needle(2)\n");
  write("found/c.cpp", "int main() { needle(3); }\n");
  const platform = `${process.platform}-${process.arch}`;
  const planted = `found/node_modules/@vscode/ripgrep-${platform}/bin/rg`;
  write(planted, "#!/bin/sh\necho planted > planted\n");
  chmodSync(join(folder, planted), 0o755);
  const home = join(folder, "home");
  const cwd = join(folder, "found");
  const run = spawnSync(probe, [home], { cwd, env: {}, encoding: "utf8" });
  expect(run.stderr).toBe("");
  const words = "a.ts\n1:needle(1);\n\nb.py\n1:needle(2)\n\nc.cpp\n1:int main() { needle(3); }";
  expect(JSON.parse(run.stdout)).toEqual({
    ripgrep: expect.stringContaining(join(home, "cache", "rg")),
    grep: words,
    own: words,
    ts: "a.ts\n1:1-1:10 needle(1)  {$X=1}",
    python: "b.py\n1:1-1:10 needle(2)  {$X=2}",
    cpp: "c.cpp\n1:14-1:23 needle(3)  {$X=3}",
  });
  expect(existsSync(join(cwd, "planted"))).toBe(false);
});

test("PKG-2 (part): workers come along, and are found from wherever they are started", async () => {
  const platform = JSON.stringify(join(ROOT, "packages/platform/src/worker-url.ts"));
  write(
    "workers/main.ts",
    `const { ask } = await import("./deep/ask.ts"); console.log(await ask("hello"));`,
  );
  write(
    "workers/deep/ask.ts",
    `import { Worker } from "node:worker_threads";
    import { workerUrl } from ${platform};
    export const ask = (text: string) => new Promise((resolve, reject) => {
      const worker = new Worker(workerUrl("shout.worker.ts", import.meta.url));
      worker.once("error", reject);
      worker.once("message", (answer) => { resolve(answer); worker.terminate(); });
      worker.postMessage(text);
    });`,
  );
  write(
    "workers/deep/shout.worker.ts",
    `import { parentPort } from "node:worker_threads";
    const { loud } = await import("./loud.ts");
    parentPort?.on("message", (text) => parentPort?.postMessage(loud(text)));`,
  );
  write("workers/deep/loud.ts", `export const loud = (text: string) => text.toUpperCase();`);
  const worker = join(folder, "workers/deep/shout.worker.ts");
  const { path } = await compile(join(folder, "workers/main.ts"), join(folder, "loud"), {
    workers: [worker],
  });
  const run = spawnSync(path, { cwd: folder, encoding: "utf8" });
  expect(run).toMatchObject({ status: 0, stdout: "HELLO\n", stderr: "" });
});

test("a source that does not compile is told and leaves no program", () => {
  write("broken/main.ts", `import { gone } from "./gone.ts"; console.log(gone);`);
  const outfile = join(folder, "broken/out");
  const args = ["--entry", join(folder, "broken/main.ts"), "--outfile", outfile];
  const build = spawnSync(process.execPath, [join(ROOT, "scripts/build.ts"), ...args], {
    encoding: "utf8",
  });
  expect(build.status).toBe(1);
  expect(build.stderr).toContain("./gone.ts");
  expect(existsSync(outfile)).toBe(false);
});
