import { describe, expect, test } from "bun:test";
import { symlink, utimes } from "node:fs/promises";
import { tempWorkspace, type TempWorkspace } from "@squire/testkit";
import { scanCache } from "../search/scan/scan-cache.ts";
import type { SearchServices } from "../search/services.ts";
import { bench, runTool, textOf, told } from "../testing/try-tool.ts";
import { globTool } from "./glob.ts";

const services = (): SearchServices => ({
  scans: scanCache({ ttlMs: 0 }),
  ripgrep: () => Promise.resolve(null),
});

const FILES = {
  "src/a.ts": "",
  "src/b.tsx": "",
  "src/deep/c.ts": "",
  "top.ts": "",
  ".hidden/d.ts": "",
  ".github/ci.yml": "",
  "dist/e.ts": "",
  "node_modules/m/f.ts": "",
  ".gitignore": "dist/\n",
};

function asked(dir: TempWorkspace) {
  const tool = globTool(services());
  return (args: Parameters<typeof runTool>[1]) => told(tool, args, bench(dir.root));
}

describe("SRCH-2: glob", () => {
  test("SRCH-2: a name fits in any folder, a path fits as a whole; ignored and hidden are left out", async () => {
    await using dir = await tempWorkspace(FILES);
    const ask = asked(dir);
    expect(await ask({ pattern: "*.ts" })).toBe("src/a.ts\nsrc/deep/c.ts\ntop.ts");
    expect(await ask({ pattern: "src/*.ts" })).toBe("src/a.ts");
    expect(await ask({ pattern: "**/*.{ts,tsx}" })).toBe(
      "src/a.ts\nsrc/b.tsx\nsrc/deep/c.ts\ntop.ts",
    );
    expect(await ask({ pattern: "./src/" })).toBe("src/a.ts\nsrc/b.tsx\nsrc/deep/c.ts");
    expect(await ask({ pattern: "/top.ts" })).toBe("top.ts");
    expect(await ask({ pattern: "!*.ts" })).toBe("src/b.tsx");
  });

  test("SRCH-2: what is named is found, hidden, ignored or not", async () => {
    await using dir = await tempWorkspace(FILES);
    const ask = asked(dir);
    expect(await ask({ pattern: ".github/*.yml" })).toBe(".github/ci.yml");
    expect(await ask({ pattern: "**/.*/*.ts" })).toBe(".hidden/d.ts");
    expect(await ask({ pattern: "dist/**" })).toBe("dist/e.ts");
    expect(await ask({ pattern: "node_modules/**/*.ts" })).toBe("node_modules/m/f.ts");
    expect(await ask({ pattern: "*.ts", path: "dist" })).toBe("dist/e.ts");
  });

  test("SRCH-2: sorted by path or by time, the newest first", async () => {
    await using dir = await tempWorkspace({ "b.x": "", "a.x": "", "c.x": "", "d.x": "" });
    await utimes(dir.path("a.x"), 10, 10);
    await utimes(dir.path("b.x"), 30, 30);
    await utimes(dir.path("c.x"), 20, 20);
    await utimes(dir.path("d.x"), 20, 20);
    expect(await asked(dir)({ pattern: "*.x" })).toBe("a.x\nb.x\nc.x\nd.x");
    expect(await asked(dir)({ pattern: "*.x", sort: "mtime" })).toBe("b.x\nc.x\nd.x\na.x");
  });

  test("SRCH-2: the rest is counted, and how to get it is told", async () => {
    const files = Object.fromEntries(Array.from({ length: 1_100 }, (_, at) => [`f${at}.t`, ""]));
    await using dir = await tempWorkspace(files);
    const output = await runTool(globTool(services()), { pattern: "*.t" }, bench(dir.root));
    const lines = textOf(output).split("\n");
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toBe("(1,000 of 1,100 files; narrow the pattern or path, or raise limit)");
    expect(output.details).toMatchObject({ truncated: true, data: { total: 1_100, shown: 1_000 } });
    const two = await asked(dir)({ pattern: "*.t", limit: 2 });
    expect(two).toBe("f0.t\nf1.t\n(2 of 1,100 files; narrow the pattern or path, or raise limit)");
    const whole = await runTool(
      globTool(services()),
      { pattern: "*.t", limit: 2_000 },
      bench(dir.root),
    );
    expect(whole.details).toMatchObject({ truncated: false });
  });

  test("SRCH-4 (part): several paths, a file, and what is not there", async () => {
    await using dir = await tempWorkspace(FILES);
    const ask = asked(dir);
    expect(await ask({ pattern: "*.ts", path: ["src/deep", "top.ts", "src"] })).toBe(
      "top.ts\nsrc/a.ts\nsrc/deep/c.ts",
    );
    expect(await ask({ pattern: "*.ts", path: "scr" })).toBe("! There is no scr. Similar: src");
    expect(await ask({ pattern: "../*" })).toStartWith('! A glob cannot go up with ".."');
    expect(await ask({ pattern: "*.nothing" })).toStartWith("No file fits.");
  });

  test("SRCH-6 (part): links are listed and not followed", async () => {
    await using dir = await tempWorkspace({ "a/x.ts": "" });
    await symlink("a", dir.path("folder"));
    await symlink("a/x.ts", dir.path("y.ts"));
    expect(await asked(dir)({ pattern: "*.ts" })).toBe("a/x.ts\ny.ts");
    expect(await asked(dir)({ pattern: "folder/*.ts" })).toStartWith("No file fits.");
  });

  test("what the user's rules keep from being read is not listed", async () => {
    await using dir = await tempWorkspace({ "a.ts": "", "secret/b.ts": "" });
    const tool = globTool({ ...services(), mayRead: (path) => !path.includes("/secret/") });
    expect(await told(tool, { pattern: "*.ts" }, bench(dir.root))).toBe("a.ts");
  });
});
