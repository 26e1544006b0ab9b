import { describe, expect, test } from "bun:test";
import { utimes } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { scanCache } from "../search/scan/scan-cache.ts";
import { bench, told } from "../testing/try-tool.ts";
import { findFileTool } from "./find-file.ts";
import { parseQuery, scoreOf } from "./score.ts";

const tool = () =>
  findFileTool({ scans: scanCache({ ttlMs: 0 }), ripgrep: () => Promise.resolve(null) });

/** The paths that fit, the best first. */
function ranked(query: string, paths: readonly string[]): readonly string[] {
  return paths
    .map((path) => ({ path, score: scoreOf(parseQuery(query), path) }))
    .flatMap(({ path, score }) => (score === null ? [] : [{ path, score }]))
    .sort((a, b) => b.score - a.score)
    .map(({ path }) => path);
}

describe("SRCH-3: find_file", () => {
  test("SRCH-3: the beginning of a name comes before all other ways to fit", () => {
    expect(
      ranked("conf", [
        "a/loaded-conf.ts",
        "conf/other.ts",
        "src/deep/er/configure.ts",
        "src/c_o_n_f.ts",
        "unrelated.ts",
        "x/reconfirm.ts",
        "conf",
        "src/conf.ts",
      ]),
    ).toEqual([
      "conf",
      "src/conf.ts",
      "src/deep/er/configure.ts",
      "a/loaded-conf.ts",
      "x/reconfirm.ts",
      "src/c_o_n_f.ts",
      "conf/other.ts",
    ]);
  });

  test("SRCH-3: folders and several words must all fit, in whatever case", () => {
    const paths = ["packages/tools/src/grep/grep.ts", "packages/agent/src/grep.ts", "tools/x.ts"];
    expect(ranked("tools/grep", paths)).toEqual(["packages/tools/src/grep/grep.ts"]);
    expect(ranked("GREP agent", paths)).toEqual(["packages/agent/src/grep.ts"]);
    expect(ranked("packages\\agent\\src\\grep.ts", paths)).toEqual(["packages/agent/src/grep.ts"]);
    expect(ranked("grepx", paths)).toEqual([]);
  });

  test("SRCH-3: of two alike, the one changed lately comes first", async () => {
    await using dir = await tempWorkspace({ "a/note.md": "", "b/note.md": "", "other.md": "" });
    const context = bench(dir.root);
    const now = context.clock.now() / 1_000;
    await utimes(dir.path("a/note.md"), now - 90 * 86_400, now - 90 * 86_400);
    await utimes(dir.path("b/note.md"), now - 60, now - 60);
    expect(await told(tool(), { query: "note" }, context)).toBe("b/note.md\na/note.md");
    await utimes(dir.path("a/note.md"), now, now);
    await utimes(dir.path("b/note.md"), now - 90 * 86_400, now - 90 * 86_400);
    expect(await told(tool(), { query: "note" }, context)).toBe("a/note.md\nb/note.md");
  });

  test("SRCH-3: twenty are shown; nothing found is told with a way on", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`f${String(at).padStart(2, "0")}.ts`, ""]),
    );
    await using dir = await tempWorkspace({ ...files, "dist/f.ts": "", ".gitignore": "dist" });
    const lines = (await told(tool(), { query: "f" }, bench(dir.root))).split("\n");
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe("(and 10 more; type more of the path)");
    const none = await told(tool(), { query: "zzz" }, bench(dir.root));
    expect(none).toBe("No file is like that. Use fewer letters, or glob.");
    expect(await told(tool(), { query: " " }, bench(dir.root))).toStartWith("! Type a part");
  });
});
