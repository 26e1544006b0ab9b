import { existsSync, readFileSync, rmSync } from "node:fs";
import { expect, test } from "bun:test";
import { FakeRoot } from "./launch/fake-root.ts";

const ENTRY = "packages/cli/src/main.ts";
const REPORT = `console.log(JSON.stringify({ args: process.argv.slice(2), cwd: process.cwd() }));`;

/** Everything Bun would take from a folder by itself, if it were let. */
function plant(fake: FakeRoot, folder: string): void {
  fake.write(`${folder}/.env`, "PLANTED=env\n");
  fake.write(`${folder}/.env.local`, "PLANTED=env\n");
  fake.write(`${folder}/bunfig.toml`, `preload = ["./evil.ts"]\n`);
  fake.write(`${folder}/evil.ts`, `console.log("preload ran");`);
  fake.write(`${folder}/swapped.ts`, `export const name = "swapped";`);
  fake.write(`${folder}/plain.ts`, `export const name = "plain";`);
  const paths = { thing: ["./swapped.ts"] };
  fake.write(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions: { paths } }));
  fake.write(`${folder}/uses-thing.ts`, `export { name } from "thing";`);
}

const PROBE = `
const thing = await import(process.cwd() + "/uses-thing.ts").then((m) => m.name, () => "not mapped");
console.log(JSON.stringify({ env: process.env.PLANTED ?? "unset", thing }));`;

test("PKG-1 (part): start runs the command line in the user's folder with the user's arguments", async () => {
  using fake = new FakeRoot();
  fake.install();
  fake.write(ENTRY, REPORT);
  fake.write("elsewhere/x", "");
  const env = { INIT_CWD: fake.path("elsewhere") };
  const run = await fake.launch(["start", "--model", "a/b", "-p", "two words"], { env });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(run.stdout)).toEqual({
    args: ["--model", "a/b", "-p", "two words"],
    cwd: fake.path("elsewhere"),
  });
  // Inside another npm script INIT_CWD may be somebody else's: it counts only where npm put us.
  const inner = { cwd: fake.path("elsewhere"), env: { INIT_CWD: fake.root } };
  const bare = await fake.launch(["start"], inner);
  expect(JSON.parse(bare.stdout)).toEqual({ args: [], cwd: fake.path("elsewhere") });
});

test("from source, nothing that lies in the current folder is read or run", async () => {
  using fake = new FakeRoot();
  fake.install();
  fake.write(ENTRY, PROBE);
  plant(fake, "hostile");
  const cwd = fake.path("hostile");
  const run = await fake.launch(["start", "x"], { cwd });
  expect(JSON.parse(run.stdout)).toEqual({ env: "unset", thing: "not mapped" });

  // The bait is real: a Bun without our flags takes all of it.
  const bare = Bun.spawnSync([process.execPath, fake.path(ENTRY)], { cwd });
  expect(bare.stdout.toString()).toBe(`preload ran\n{"env":"env","thing":"swapped"}\n`);
});

test("exit codes pass through, a death by signal becomes 128 + n", async () => {
  using fake = new FakeRoot();
  fake.install();
  fake.write("scripts/seven.ts", "process.exit(7)");
  fake.write(
    "scripts/die.ts",
    `process.kill(process.pid, "SIGKILL"); await new Promise(() => {});`,
  );
  expect((await fake.launch(["run", "scripts/seven.ts"])).code).toBe(7);
  expect((await fake.launch(["run", "scripts/die.ts"])).code).toBe(137);
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s reaches the program, which may end as it likes",
  async (signal) => {
    using fake = new FakeRoot();
    fake.install();
    fake.write(
      "scripts/wait.ts",
      `setInterval(() => {}, 1000);
process.once("${signal}", () => { console.log("told"); process.exit(5); });
console.log("ready");`,
    );
    const child = fake.spawn(["run", "scripts/wait.ts"]);
    let output = "";
    const code = await new Promise((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        output += chunk.toString("utf8");
        if (output === "ready\n") child.kill(signal);
      });
      child.once("close", resolve);
    });
    expect({ output, code }).toEqual({ output: "ready\ntold\n", code: 5 });
  },
);

test("unknown commands, scripts and tools are told, with exit code 2", async () => {
  using fake = new FakeRoot();
  fake.install();
  expect(await fake.launch(["dance"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Usage"),
  });
  expect(await fake.launch(["run", "judges/main.ts"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There is no script judges/main.ts."),
  });
  expect(await fake.launch(["bin", "nothing"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no development tool called nothing"),
  });
});

test("bin runs a tool of a development dependency", async () => {
  using fake = new FakeRoot();
  fake.install();
  expect(await fake.launch(["bin", "a-tool", "x"])).toEqual({
    code: 0,
    stdout: "tool x\n",
    stderr: "",
  });
});

test("PKG-1 (part): test ends with one plain line and keeps the results", async () => {
  using fake = new FakeRoot();
  fake.install();
  fake.write(
    "packages/a/src/a.test.ts",
    `import { test } from "bun:test"; test("GEN-1: fine", () => {});`,
  );
  const good = await fake.launch(["test"]);
  expect(good.code).toBe(0);
  expect(good.stdout.trimEnd().split("\n").at(-1)).toBe("1 passed, 0 failed");
  expect(readFileSync(fake.path(".cache/test-results.xml"), "utf8")).toContain("GEN-1: fine");

  fake.write(
    "packages/a/src/b.test.ts",
    `import { test } from "bun:test"; test("b", () => { throw new Error("no"); });`,
  );
  fake.write("packages/a/src/c.test.ts", `throw new Error("does not load");`);
  const bad = await fake.launch(["test"]);
  expect(bad.code).not.toBe(0);
  expect(bad.stdout.trimEnd().split("\n").at(-1)).toBe("1 passed, 2 failed");

  const part = await fake.launch(["test", "packages/a/src/a.test.ts"]);
  expect(part).toMatchObject({ code: 0, stdout: expect.stringContaining("1 passed, 0 failed") });
});

test("PKG-1 (part): a fresh checkout installs once, quietly, however many start at once", async () => {
  using fake = new FakeRoot();
  fake.write("scripts/hello.ts", `console.log("hello");`);
  const env = fake.npm(`
const fs = require("node:fs");
fs.appendFileSync("installs", process.argv.slice(2).join(" ") + "\\n");
console.log("chatter");
setTimeout(() => {
  fs.mkdirSync("node_modules/bun/bin", { recursive: true });
  fs.symlinkSync(${JSON.stringify(process.execPath)}, "node_modules/bun/bin/bun.exe");
}, 50);`);
  const runs = await Promise.all(
    [1, 2].map(() => fake.launch(["run", "scripts/hello.ts"], { env })),
  );
  expect(runs.map(({ code, stdout }) => ({ code, stdout }))).toEqual([
    { code: 0, stdout: "hello\n" },
    { code: 0, stdout: "hello\n" },
  ]);
  expect(runs.map(({ stderr }) => stderr).join("")).toContain(
    "Installing packages (npm ci): done in",
  );
  expect(readFileSync(fake.path("installs"), "utf8")).toMatch(/^ci --include=dev .*\n$/);

  const again = await fake.launch(["run", "scripts/hello.ts"], { env });
  expect(again).toEqual({ code: 0, stdout: "hello\n", stderr: "" });
});

test("PKG-1 (part): an installation that has lost its runtime is repaired", async () => {
  using fake = new FakeRoot();
  fake.install();
  rmSync(fake.path("node_modules/bun"), { recursive: true });
  const env = fake.npm(`console.error("npm error code EWHATEVER"); process.exit(1);`);
  const run = await fake.launch(["test"], { env });
  expect(run).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("npm ci ended with code 1"),
  });
});

test("PKG-1 (part): a failed install is explained, leaves no lock and is tried again", async () => {
  using fake = new FakeRoot();
  const env = fake.npm(`console.error("npm error code ENOTFOUND"); process.exit(1);`);
  const run = await fake.launch(["test"], { env });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("the npm registry cannot be reached");
  expect(run.stderr).toContain("npm error code ENOTFOUND");
  expect(existsSync(fake.path(".cache/install.lock"))).toBe(false);
  expect(existsSync(fake.path("node_modules/.squire-lock"))).toBe(false);
});
