import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { indexCommand } from "./index-workspace.ts";

const FILES = {
  "work/src/retry.ts": "export function retryDelay(attempt: number) {\n  return 2 ** attempt;\n}\n",
  "work/docs/guide.md": "# Guide\n\nThe lamp is lit at dusk.\n",
  "work/.env": "KEY=1\n",
};

async function index(home: TempWorkspace, ...argv: readonly string[]) {
  const io = ioAt(home);
  const code = await indexCommand(invoke("index", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

const databases = (home: TempWorkspace): readonly string[] =>
  existsSync(home.path("home/index"))
    ? readdirSync(home.path("home/index")).filter((name) => name.endsWith(".db"))
    : [];

test("SRCH-10: squire index makes the index, shows it, follows changes and takes it away", async () => {
  await using home = await tempWorkspace(FILES);
  expect(await index(home, "--status")).toMatchObject({
    code: 0,
    out: "",
    err: expect.stringContaining("has no index. squire index makes one."),
  });
  expect(JSON.parse((await index(home, "--status", "--json")).out)).toMatchObject({ ready: false });
  expect(databases(home)).toEqual([]);
  const made = JSON.parse((await index(home, "--words-only", "--json")).out);
  expect(made).toMatchObject({ ready: true, files: 2, changed: 2, pieces: 2, wordsOnly: true });
  expect(databases(home)).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.db$/)]);
  await home.write("work/src/lamp.ts", "export const lamp = 'lit';\n");
  expect((await index(home, "--words-only")).out).toMatch(
    /^3 files \(1 new or changed, 0 gone\), /,
  );
  expect((await index(home, "--status")).out).toMatch(/^3 files, 3 pieces, by words alone, /);
  const again = JSON.parse((await index(home, "--words-only", "--force", "--json")).out);
  expect(again).toMatchObject({ files: 3, changed: 0 });
  expect((await index(home, "--clear")).err).toContain("is gone");
  expect((await index(home, "--clear")).err).toContain("has no index");
  expect(readdirSync(home.path("home/index"))).toEqual([]);
});

test("the home folder is not indexed", async () => {
  await using home = await tempWorkspace(FILES);
  const ran = await index(home, "--cwd", home.root);
  expect(ran).toMatchObject({ code: 2, err: expect.stringContaining("no project") });
  expect(databases(home)).toEqual([]);
});

test("SRCH-10: stopped, squire index says how far it is and keeps what is done", async () => {
  await using home = await tempWorkspace(FILES);
  const stop = new AbortController();
  stop.abort("interrupt");
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  const io = fakeIo({ cwd: home.path("work"), env, signal: stop.signal });
  expect(await indexCommand(invoke("index"), io)).toBe(130);
  expect(io.err()).toContain("squire index goes on");
  expect((await index(home, "--words-only")).code).toBe(0);
});

test("a home that cannot be written is said, without an error", async () => {
  await using home = await tempWorkspace({ ...FILES, "home/index": "" });
  const ran = await index(home, "--words-only");
  expect(ran.code).toBe(1);
  expect(ran.err).toContain("cannot be written");
  expect(ran.err).not.toContain("internal error");
});
