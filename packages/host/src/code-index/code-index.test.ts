import { expect, test } from "bun:test";
import {
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { CodeFiles } from "@squire/memory";
import { openFileLock } from "@squire/platform";
import { listTools } from "../workbench/tool-list.ts";
import { isIndexed, removeCodeIndex } from "./code-place.ts";
import { filesFor } from "./files-for.ts";
import { openCodeIndex } from "./open-code-index.ts";
import { hostAt, indexed, machine, search } from "./testing/machine.ts";
import type { Machine } from "./testing/machine.ts";
import { repository } from "./testing/repository.ts";
import { updateWords } from "./update-code-index.ts";

test("SRCH-10: a repository is indexed and found by what it does; the tool comes with the index", async () => {
  await using at = await machine(repository());
  expect(await search(at.host, "anything")).toContain("no tool");
  const { absent } = await listTools(at.host);
  expect(absent.find(({ name }) => name === "semantic_search")?.reason).toContain("squire index");
  expect((await indexed(at))?.files).toBeGreaterThanOrEqual(30);
  const found = await search(at.host, "where do retries back off", { k: 3 });
  expect(found.split("\n\n")[0]).toMatch(
    /^src\/net\/retry-policy\.ts:\d+-\d+ {2}MOST_ATTEMPTS, backOff/,
  );
  expect(found).toContain("2 ** attempt");
  expect((await search(at.host, "email of an invoice")).split("\n")[0]).toContain("invoice");
  const { tools } = await listTools(at.host);
  expect(tools.at(-1)).toMatchObject({ name: "semantic_search", effect: "read" });
});

test("SRCH-10: what changed, came and went since is seen by the next search", async () => {
  await using at = await machine(repository());
  await indexed(at);
  await at.home.write(
    "work/src/lamp.ts",
    "export function lightTheLamp() {\n  return 'dusk';\n}\n",
  );
  expect(await search(at.host, "light the lamp")).toContain("src/lamp.ts:1-3  lightTheLamp");
  await at.home.write(
    "work/src/lamp.ts",
    "\n\nexport function lightTheLamp() {\n  return 'dawn';\n}\n",
  );
  const moved = await search(at.host, "light the lamp");
  expect(moved).toContain("src/lamp.ts:3-5  lightTheLamp");
  expect(moved).toContain("dawn");
  rmSync(at.home.path("work/src/lamp.ts"));
  expect(await search(at.host, "light the lamp")).not.toContain("lamp.ts");
});

/** Each is in a file that no tool may show unasked. */
const PLANTED = {
  ".gitignore": "private/\n*.secret.ts\n",
  "private/plans.ts": "export const plan = 'PLANTED-ignored-folder';\n",
  "src/a.secret.ts": "export const a = 'PLANTED-ignored-name';\n",
  ".env": "KEY=PLANTED-env\n",
  "deploy/server.pem": "PLANTED-pem\n",
  "node_modules/x/index.js": "export const x = 'PLANTED-modules';\n",
  "hidden/denied.ts": "export const d = 'PLANTED-denied';\n",
};
const CONFIG = '[permissions]\ndeny = ["read(hidden/**)"]\n';

/** Which of them stand in the file of the index. */
function leaksIn({ place }: Machine): readonly string[] {
  const bytes = ["", "-wal"].map((end) => {
    try {
      return readFileSync(place.database + end, "latin1");
    } catch {
      return "";
    }
  });
  return [...new Set(bytes.join("").match(/PLANTED-[a-z-]*[a-z]/g) ?? [])].toSorted();
}

test("SRCH-10: ignored, secret and denied files are never in the index", async () => {
  await using at = await machine({ ...repository(), ...PLANTED }, CONFIG);
  await indexed(at);
  expect(leaksIn(at)).toEqual([]);
  expect(await search(at.host, "PLANTED plan key")).not.toContain("PLANTED");
  // The same look at an index of everything finds each of them.
  removeCodeIndex(at.place);
  await indexed(at, everything(at.place.root));
  expect(leaksIn(at).length).toBe(Object.keys(PLANTED).length - 1);
  // What stands in such an index is still not shown.
  expect(await search(at.host, "PLANTED plan key")).not.toContain("PLANTED");
});

/** The twin: a walk that knows no ignore files, no secrets and no rules. */
function everything(root: string): CodeFiles {
  return {
    list: () =>
      Promise.resolve(
        readdirSync(root, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
      ),
    look: (path) => {
      const { size, mtimeMs } = statSync(join(root, path));
      return { bytes: size, modifiedMs: mtimeMs };
    },
    read: (path) => Promise.resolve(readFileSync(join(root, path), "utf8")),
  };
}

test("a link that took the place of a folder since is not followed", async () => {
  await using at = await machine(repository());
  await at.home.write("outside/retry-policy.ts", "export const PLANTED = 'PLANTED-outside';\n");
  await indexed(at);
  const files = await filesFor(at.host, at.place);
  renameSync(at.home.path("work/src/net"), at.home.path("work/src/old"));
  symlinkSync(at.home.path("outside"), at.home.path("work/src/net"));
  expect(await files.read("src/net/retry-policy.ts")).toBeNull();
  expect(await search(at.host, "PLANTED outside")).not.toContain("PLANTED-outside");
});

test("SRCH-10: a pipe that took the place of a file since is not waited for, and one that grew is not read", async () => {
  if (process.platform === "win32") return;
  await using at = await machine(repository());
  await indexed(at);
  const files = await filesFor(at.host, at.place);
  const path = "src/net/retry-policy.ts";
  truncateSync(join(at.place.root, path), 8 * 1024 ** 3);
  expect(await files.read(path)).toBeNull();
  rmSync(join(at.place.root, path));
  execFileSync("mkfifo", [join(at.place.root, path)]);
  expect(await files.read(path)).toBeNull();
  // Neither gone nor no text: nobody can tell.
  const failing = files.read("x".repeat(300)).catch((error: unknown) => error);
  expect(await failing).toMatchObject({ code: "ENAMETOOLONG" });
  // Another process is at the index: what is in it is looked at, and this is no file any more.
  using lock = openFileLock(`${at.place.database}.scan`);
  expect(lock.take("alone")).toBe(true);
  expect(await search(at.host, "back off retries")).not.toContain("retry-policy.ts");
});

test("SRCH-10: below the root only what lies there is shown, by its name from there", async () => {
  await using at = await machine({ ...repository(), ".git/HEAD": "ref: x\n" });
  await indexed(at);
  const inner = await hostAt(at.home, "work/src");
  const found = await search(inner, "back off retries");
  expect(found).toMatch(/^net\/retry-policy\.ts:/);
  expect(found).not.toContain("docs/");
});

test("SRCH-10: a damaged index is made again, one that was cleared stays away", async () => {
  await using at = await machine(repository());
  await indexed(at);
  writeFileSync(at.place.database, "this is no database".repeat(500));
  expect(isIndexed(at.place)).toBe(true);
  expect(await search(at.host, "back off retries")).toContain("src/net/retry-policy.ts");
  expect(removeCodeIndex(at.place)).toBe(true);
  expect(isIndexed(at.place)).toBe(false);
  expect(await search(at.host, "back off retries")).toContain("no tool");
  expect(readdirSync(join(at.host.home, "index"))).toEqual([]);
});

test("SRCH-10: where nothing can be kept there is no index, and no error", async () => {
  await using at = await machine(repository());
  // A file in the way of the folder: what a home that cannot be written looks like, also to root.
  await at.home.write("home/index", "");
  const notices: string[] = [];
  using open = await openCodeIndex(at.host, at.place, { notice: (one) => notices.push(one) });
  expect(open.isKept).toBe(false);
  expect(notices.join()).toContain("The index of this workspace cannot be written");
  expect(await search(at.host, "anything")).toContain("no tool");
});

test("SRCH-10: two that index at once read each file once", async () => {
  await using at = await machine(repository());
  const files = await filesFor(at.host, at.place);
  const opened: string[] = [];
  const counting = {
    ...files,
    read: (path: string) => {
      opened.push(path);
      return files.read(path);
    },
  };
  const [one, two] = await Promise.all([indexed(at, counting), indexed(at, counting)]);
  expect(opened.length).toBe(new Set(opened).size);
  expect((one?.changed ?? 0) + (two?.changed ?? 0)).toBe(opened.length);
  expect(opened.length).toBeGreaterThanOrEqual(30);
  // The twin without the lock does the work twice.
  removeCodeIndex(at.place);
  opened.length = 0;
  const { signal } = new AbortController();
  const both = Promise.withResolvers<void>();
  let begun = 0;
  const together = {
    ...counting,
    list: async (stop: AbortSignal) => {
      const paths = await counting.list(stop);
      if (++begun === 2) both.resolve();
      // Neither is done before the other begins.
      await both.promise;
      return paths;
    },
  };
  const unlocked = async (): Promise<void> => {
    using open = await openCodeIndex(at.host, at.place, { notice: () => {} });
    await updateWords({ ...open, isKept: false }, together, { signal, waits: true });
  };
  await Promise.all([unlocked(), unlocked()]);
  expect(opened.length).toBeGreaterThan(new Set(opened).size);
});
