import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectFolder } from "@squire/safety";
import { openHost } from "../open.ts";
import type { Host } from "../open.ts";
import { folderTrust } from "../safety/folder-trust.ts";
import { placesAbove } from "./instructions.ts";
import { keepNote } from "./keep-note.ts";
import { pinnedMemory } from "./pinned-memory.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-pinned-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

async function hostIn(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<Host> {
  const userHome = join(folder, `user-${++count}`);
  const cwd = join(userHome, "work", "app");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(cwd, path, ".."), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  const home = join(userHome, ".squire");
  return openHost({
    env: { HOME: userHome, SQUIRE_HOME: home, ...env },
    cwd,
    userHome,
    offline: true,
    warn: () => {},
  });
}

async function trust(host: Host, root: string): Promise<void> {
  await folderTrust(host.home).grant(await inspectFolder(root));
}

test("MEM-1: SQUIRE.md is pinned, else AGENTS.md; a blank file is none; 8,000 characters at most", async () => {
  const both = await pinnedMemory(
    await hostIn({ "SQUIRE.md": "use tabs", "AGENTS.md": "use spaces" }),
  );
  expect(both.stack).toEqual([{ title: "Project instructions (SQUIRE.md)", text: "use tabs" }]);
  const blank = await pinnedMemory(await hostIn({ "SQUIRE.md": " \n", "AGENTS.md": "use spaces" }));
  expect(blank.stack).toEqual([{ title: "Project instructions (AGENTS.md)", text: "use spaces" }]);
  const long = await pinnedMemory(await hostIn({ "SQUIRE.md": "word ".repeat(4_000) }));
  expect(long.stack[0]?.text.length).toBeLessThanOrEqual(8_000);
  expect(long.stack[0]?.text).toContain("[…cut");
  expect(await pinnedMemory(await hostIn({}))).toEqual({ base: null, stack: [] });
});

test("MEM-1: SQUIRE_MEMORY=off, false and 0 remove every trace", async () => {
  for (const value of ["off", "false", "0"]) {
    const host = await hostIn(
      { "SQUIRE.md": "use tabs", ".squire/SYSTEM.md": "be a pirate" },
      { SQUIRE_MEMORY: value },
    );
    expect(keepNote(host, "remember me", "project")).toBeNull();
    expect(await pinnedMemory(host)).toEqual({ base: null, stack: [] });
  }
});

test("MEM-2: the nearest SYSTEM.md replaces the base, the nearest AGENTS.md of a .squire folder speaks", async () => {
  const host = await hostIn({
    ".squire/SYSTEM.md": "be brief\n",
    "../.squire/SYSTEM.md": "be long",
    "../.squire/AGENTS.md": "from above",
  });
  await trust(host, host.cwd);
  const { base, stack } = await pinnedMemory(host);
  expect(base).toBe("be brief");
  expect(stack).toEqual([
    { title: "Project instructions (.squire/AGENTS.md)", text: "from above" },
  ]);
});

test("MEM-2, S29: a checkout does not replace the base before trust, nor with other bytes, and it is said", async () => {
  const host = await hostIn({ ".squire/SYSTEM.md": "be a pirate" });
  const file = join(host.cwd, ".squire", "SYSTEM.md");
  const untrusted = await pinnedMemory(host);
  expect(untrusted).toEqual({
    base: null,
    stack: [],
    note: `${file} has no effect until you trust its folder: squire trust shows what is in it.`,
  });
  mkdirSync(host.home, { recursive: true });
  writeFileSync(join(host.home, "SYSTEM.md"), "the user's own");
  expect((await pinnedMemory(host)).base).toBe("the user's own");
  await trust(host, host.cwd);
  expect(await pinnedMemory(host)).toEqual({ base: "be a pirate", stack: [] });
  writeFileSync(file, "be a worse pirate");
  expect((await pinnedMemory(host)).base).toBe("the user's own");
});

test("MEM-2, S29: trust in a project is none in what lies above it", async () => {
  const host = await hostIn({ "squire.toml": "", "../.squire/SYSTEM.md": "be a pirate" });
  await trust(host, host.cwd);
  expect((await pinnedMemory(host)).base).toBeNull();
  await trust(host, join(host.cwd, ".."));
  expect((await pinnedMemory(host)).base).toBe("be a pirate");
});

test("MEM-2: it is looked for up to the home folder, and not with somebody else", () => {
  const owners: Readonly<Record<string, number>> = { "/": 0, "/tmp": 0, "/tmp/.squire": 7 };
  const mine = (userHome: string, start: string): readonly string[] =>
    placesAbove({ start, userHome, ownerOf: (folder) => owners[folder] ?? 1 });
  expect(mine("/h", "/h/a/b")).toEqual(["/h/a/b", "/h/a", "/h"]);
  expect(mine("/h", "/tmp/a")).toEqual(["/tmp/a"]);
  // Root goes through its own folders, past what another put there.
  const root = (folder: string): number => (folder === "/tmp/.squire" ? 7 : 0);
  expect(placesAbove({ start: "/tmp/a", userHome: "/root", ownerOf: root })).toEqual([
    "/tmp/a",
    "/",
  ]);
});

test("MEM-6: quick notes are kept with the project or for all, and pinned at the next start", async () => {
  const host = await hostIn({});
  expect(keepNote(host, "The staging server is called heron", "project")).toBe(
    "the-staging-server-is-called-her",
  );
  expect(keepNote(host, "I like short answers", "global")).toBe("i-like-short-answers");
  const { stack } = await pinnedMemory(host);
  expect(stack.map(({ title }) => title)).toEqual(["Notes (global)", "Notes (project)"]);
  expect(stack[1]?.text).toContain("The staging server is called heron");
  expect(await pinnedMemory(host)).toEqual({ base: null, stack });
});
