import { afterAll, expect, test } from "bun:test";
import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { standingOf } from "./check-evidence.ts";
import { memoryStack } from "./memory-stack.ts";
import { checkNoteName, noteNameFor } from "./note-name.ts";
import { noteStore, rootHash } from "./note-store.ts";
import { parseNote, renderNote } from "./note.ts";
import type { Note } from "./note.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-notes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const newHome = (): string => join(folder, `home-${++count}`);

const note = (name: string, more: Partial<Note> = {}): Note => ({
  name,
  type: "project",
  scope: "project",
  description: `about ${name}`,
  created: "2026-01-02",
  evidence: [],
  body: "the whole story",
  ...more,
});

test("MEM-3: notes are files with front matter, in a folder for each root and one for all", () => {
  const home = newHome();
  const store = noteStore(home, "/srv/app");
  store.write(note("tabs"));
  store.write(note("name", { scope: "global", type: "user" }));
  const hash = rootHash("/srv/app");
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(readdirSync(join(home, "memory")).sort()).toEqual([hash, "global"].sort());
  expect(readFileSync(join(home, "memory", hash, "tabs.md"), "utf8")).toBe(
    "---\nname: tabs\ntype: project\nscope: project\ndescription: about tabs\ncreated: 2026-01-02\n---\n\nthe whole story\n",
  );
  expect(readFileSync(join(home, "memory", hash, "MEMORY.md"), "utf8")).toBe(
    "- tabs (project): about tabs\n",
  );
});

test("MEM-4: names that lead elsewhere are refused", () => {
  for (const good of ["abc", "a.b.c", "use_tabs-2", "x".repeat(40)])
    expect(checkNoteName(good)).toBe(good);
  const bad = [
    "ab",
    "x".repeat(41),
    "../x",
    "a/b",
    "a\\b",
    ".abc",
    "abc.",
    "a..b",
    "MEMORY",
    "con",
    "a b",
    "a\0b",
    "ünder",
  ];
  for (const name of bad) expect(() => checkNoteName(name)).toThrow("no name for a note");
});

test("MEM-4: the index has the same bytes for the same notes, and malformed files are passed over", () => {
  const names = ["zeta", "alpha", "mid.dle"];
  const texts = [names, names.toReversed()].map((order) => {
    const home = newHome();
    const store = noteStore(home, "/r");
    for (const name of order) store.write(note(name));
    const place = store.folder("project") ?? "";
    writeFileSync(join(place, "broken.md"), "---\nname: broken\n");
    writeFileSync(join(place, "other.md"), renderNote(note("stranger")));
    store.write(note("alpha"));
    return readFileSync(join(place, "MEMORY.md"), "utf8");
  });
  expect(texts[0]).toBe(
    "- alpha (project): about alpha\n- mid.dle (project): about mid.dle\n- zeta (project): about zeta\n",
  );
  expect(texts[1]).toBe(texts[0] ?? "");
});

test("MEM-4 (part): a file under a name that cannot be one is no note, harms nothing and is named", () => {
  const store = noteStore(newHome(), "/r");
  store.write(note("tabs"));
  const place = store.folder("project") ?? "";
  writeFileSync(join(place, "staging server.md"), renderNote(note("staging server")));
  writeFileSync(join(place, "broken.md"), "no front matter");
  expect(store.list("project").map(({ name }) => name)).toEqual(["tabs"]);
  expect(store.skipped("project")).toEqual(["broken.md", "staging server.md"]);
  expect(store.skipped("global")).toEqual([]);
  for (const name of ["staging server", "../tabs", ""]) {
    expect(store.read("project", name)).toBeNull();
    expect(store.remove("project", name)).toBe(false);
  }
  expect(() => store.write(note("../tabs"))).toThrow("no name for a note");
});

test("when a note is forgotten, those it took the place of hold again, or the next one does", () => {
  const store = noteStore(newHome(), "/r");
  const standing = (name: string): string | undefined => store.read("project", name)?.supersededBy;
  store.write(note("first", { supersededBy: "second" }));
  store.write(note("second", { supersededBy: "third" }));
  store.write(note("second.old", { supersededBy: "second" }));
  store.write(note("third"));
  expect(store.remove("project", "second")).toBe(true);
  expect(standing("first")).toBe("third");
  expect(store.read("project", "second.old")).toBeNull();
  expect(store.remove("project", "third")).toBe(true);
  expect(store.read("project", "first")).toEqual(note("first"));
  const place = store.folder("project") ?? "";
  expect(readFileSync(join(place, "MEMORY.md"), "utf8")).toBe("- first (project): about first\n");
});

test("MEM-7: the stack has its order and its limits; the same files give the same bytes", () => {
  const home = newHome();
  const store = noteStore(home, "/r");
  expect(memoryStack({ project: null, global: null, notes: store, root: "/r" })).toEqual([]);
  store.write(note("mine"));
  store.write(note("all", { scope: "global" }));
  const input = {
    project: { file: "SQUIRE.md", text: "x".repeat(9_000) },
    global: { file: "~/.squire/AGENTS.md", text: "be brief" },
    notes: store,
    root: "/r",
  };
  const stack = memoryStack(input);
  expect(stack.map(({ title }) => title)).toEqual([
    "Project instructions (SQUIRE.md)",
    "User instructions (~/.squire/AGENTS.md)",
    "Notes (global)",
    "Notes (project)",
  ]);
  expect(stack[0]?.text.length).toBeLessThanOrEqual(8_000);
  expect(stack[0]?.text).toEndWith("[…cut: the rest is in the file]");
  expect(memoryStack(input)).toEqual(stack);
});

test("MEM-7 (part): no limit cuts a character in two", () => {
  const notes = noteStore(newHome(), "/r");
  for (const text of ["😀".repeat(5_000), `x${"😀".repeat(5_000)}`]) {
    const [part] = memoryStack({ project: { file: "f", text }, global: null, notes, root: "/r" });
    expect(part?.text.isWellFormed()).toBe(true);
    expect(part?.text.length).toBeGreaterThan(7_990);
  }
});

test("a fact whose evidence changed is stale and out of the prompt, until the evidence is back", () => {
  const home = newHome();
  const root = newHome();
  mkdirSync(root, { recursive: true });
  const file = join(root, "retry.ts");
  writeFileSync(file, "export const RETRIES = 5;\n");
  const store = noteStore(home, root);
  const fact = note("retries", { evidence: [{ path: "retry.ts", quote: "const RETRIES = 5;" }] });
  store.write(fact);
  const pinned = (): string =>
    JSON.stringify(memoryStack({ project: null, global: null, notes: store, root }));
  expect(standingOf(fact, root)).toBe("holds");
  expect(pinned()).toContain("about retries");
  writeFileSync(file, "export const RETRIES = 7;\n");
  expect(standingOf(fact, root)).toBe("stale");
  expect(pinned()).not.toContain("about retries");
  rmSync(file);
  expect(standingOf(fact, root)).toBe("stale");
  writeFileSync(file, "// moved\n\nexport const   RETRIES = 5;\n");
  expect(standingOf(fact, root)).toBe("holds");
});

test("evidence is looked for in files of the project alone", () => {
  const root = join(folder, `root-${++count}`);
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src", "a.ts"), "a secret word");
  const outside = join(folder, `outside-${count}`);
  writeFileSync(outside, "a secret word");
  symlinkSync(outside, join(root, "link"));
  const standing = (path: string, at: string | null = root): string =>
    standingOf(note("n", { evidence: [{ path, quote: "secret word" }] }), at);
  expect(standing("src/a.ts")).toBe("holds");
  expect(standing(join(root, "src", "a.ts"))).toBe("holds");
  expect(standing("src/../src/a.ts")).toBe("holds");
  for (const path of [outside, `../outside-${count}`, "link", "src", "."]) {
    expect([path, standing(path)]).toEqual([path, "stale"]);
  }
  // A name that begins like the root is not in it.
  writeFileSync(`${root}-b`, "a secret word");
  expect(standing(`${root}-b`)).toBe("stale");
  expect(standing(join(root, "src", "a.ts"), null)).toBe("stale");
  truncateSync(join(root, "src", "a.ts"), 5_000_000);
  expect(standing("src/a.ts")).toBe("stale");
});

test.skipIf(process.platform === "win32")("evidence in a pipe is not waited for", () => {
  const root = join(folder, `root-${++count}`);
  mkdirSync(root);
  execFileSync("mkfifo", [join(root, "pipe")]);
  // In a process of its own: one that waits could not be stopped from within.
  const code = `
    import { standingOf } from ${JSON.stringify(join(import.meta.dir, "check-evidence.ts"))};
    process.stdout.write(standingOf({ evidence: [{ path: "pipe", quote: "x" }] }, process.argv[1]));
  `;
  const { stdout, signal } = spawnSync(process.execPath, ["-e", code, root], {
    timeout: 20_000,
    encoding: "utf8",
  });
  expect({ stdout, signal }).toEqual({ stdout: "stale", signal: null });
});

test("property: a note is read as it was written", () => {
  const word = fc.string({
    unit: fc.constantFrom("a", "b", " ", ":", "-", "é", "{", '"', "#"),
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(word, word, word, (description, body, quote) => {
      const plain = description.replace(/\s+/g, " ").trim();
      const written = note("some-note", {
        description: plain,
        body: body.trim(),
        evidence: [{ path: "a.ts", quote }],
        source: "web_fetch",
      });
      expect(parseNote(renderNote(written))).toEqual(written);
    }),
  );
});

test("property: a name made of any text is a name", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(3), (text, others) => {
      let calls = 0;
      const name = noteNameFor(text, () => calls++ < others);
      expect(checkNoteName(name)).toBe(name);
    }),
  );
});
