import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openHost } from "../open.ts";
import type { Host } from "../open.ts";
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
  const { base, stack } = await pinnedMemory(host);
  expect(base).toBe("be brief");
  expect(stack).toEqual([
    { title: "Project instructions (.squire/AGENTS.md)", text: "from above" },
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
