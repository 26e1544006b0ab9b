import { describe, expect, test } from "bun:test";
import { ToolRegistry, type Tool, type ToolOffer } from "@squire/agent";
import { systemClock } from "@squire/platform";
import { fakeIds, tempWorkspace, type TempWorkspace } from "@squire/testkit";
import type { JsonObject } from "@squire/protocol";
import type { Files } from "../files/files.ts";
import { PendingActions } from "../resolve/pending-actions.ts";
import { resolveTool } from "../resolve/resolve.ts";
import { scanCache } from "../search/scan/scan-cache.ts";
import { diskFiles } from "../testing/disk-files.ts";
import { bench, runTool, told } from "../testing/try-tool.ts";
import { astEditTool } from "./ast-edit.ts";
import { astGrepTool } from "./ast-grep.ts";
import { astParsers } from "./parsers.ts";
import type { AstServices } from "./services.ts";

const parsers = astParsers("unused");

async function servicesFor(dir: TempWorkspace): Promise<AstServices> {
  return {
    scans: scanCache({ ttlMs: 0 }),
    ripgrep: () => Promise.resolve(null),
    parsers,
    files: await diskFiles(dir.root),
    pending: new PendingActions({ ids: fakeIds("act") }),
  };
}

function toolOf(offer: ToolOffer): Tool {
  if ("unavailable" in offer) throw new Error(offer.unavailable);
  return offer;
}

/** The tools over one workspace. */
async function toolsIn(dir: TempWorkspace, given: Partial<AstServices> = {}) {
  const services = { ...(await servicesFor(dir)), ...given };
  const context = { ...bench(dir.root), clock: systemClock };
  const [grep, edit] = [toolOf(astGrepTool(services)), toolOf(astEditTool(services))];
  const resolve = resolveTool(services);
  return {
    services,
    context,
    edit,
    ask: (args: JsonObject) => told(grep, args, context),
    change: (args: JsonObject) => told(edit, args, context),
    resolve: (action: string) => told(resolve, { action, reason: "because" }, context),
  };
}

describe("AST-1: ast_grep", () => {
  test("AST-1: matches show file, range and what each metavariable stands for", async () => {
    await using dir = await tempWorkspace({
      "b.ts": "log(1);\nif (x) {\n  log('é', [2,\n    3]);\n}\n// log(4)\n",
      "a/c.ts": "const s = 'log(5)'; log();\n",
    });
    const { ask } = await toolsIn(dir);
    expect(await ask({ pattern: "log($A, $$$REST)" })).toBe(
      "b.ts\n3:3-4:8 log('é', [2, ⏎ 3])  {$A='é', $$$REST=[2, ⏎ 3]}",
    );
    expect(await ask({ pattern: "log($$$ARGS)" })).toBe(
      "a/c.ts\n1:21-1:26 log()\n\nb.ts\n1:1-1:7 log(1)  {$$$ARGS=1}\n3:3-4:8 log('é', [2, ⏎ 3])  {$$$ARGS='é', [2, ⏎ 3]}",
    );
  });

  test("AST-1: by path, glob and language; ignored files are left out; the rest is told", async () => {
    await using dir = await tempWorkspace({
      "a.ts": "foo(1); foo(2); foo(3);",
      "b.js": "foo(4)",
      "dist/c.ts": "foo(5)",
      "x.txt": "foo(6)",
      ".gitignore": "dist/\n",
    });
    const { ask } = await toolsIn(dir);
    expect(await ask({ pattern: "foo($X)", lang: "js" })).toBe("b.js\n1:1-1:7 foo(4)  {$X=4}");
    expect(await ask({ pattern: "foo($X)", glob: "*.ts", limit: 1 })).toBe(
      "a.ts\n1:1-1:7 foo(1)  {$X=1}\n(1 of 3 matches; narrow path or glob, or raise limit)",
    );
    expect(await ask({ pattern: "foo($X)", path: "x.txt", lang: "ts" })).toContain("foo(6)");
    expect(await ask({ pattern: "foo($X)", path: "x.txt" })).toStartWith("! The language of x.txt");
    expect(await ask({ pattern: "bar($X)" })).toStartWith("No match.");
  });

  test("AST-1: a pattern that is no code is told", async () => {
    await using dir = await tempWorkspace({ "a.ts": "foo(1)" });
    const { ask } = await toolsIn(dir);
    expect(await ask({ pattern: "foo(); bar()" })).toStartWith(
      "! The pattern is not one piece of code in typescript: Multiple AST nodes are detected.",
    );
  });
});

describe("AST-3: languages", () => {
  const SAMPLES: readonly (readonly [
    file: string,
    source: string,
    pattern: string,
    hit: string,
  ])[] = [
    ["a.ts", "const x: T = foo<T>(1 as any)", "foo<T>($V)", "1 as any"],
    ["a.tsx", "const x = <A b={c}/>", "<A b={$V}/>", "c"],
    ["a.js", "const x = <A b={c}/>", "<A b={$V}/>", "c"],
    ["a.py", "def f():\n    return foo(1)\n", "foo($V)", "1"],
    ["a.go", "package m\nfunc f() { fmt.Println(1) }\n", "fmt.Println($V)", "1"],
    ["a.rs", "fn main() { foo(1).unwrap(); }", "$V.unwrap()", "foo(1)"],
    ["a.java", "class A { void f() { foo(1); } }", "foo($V)", "1"],
    ["a.c", "int main() { foo(1); return 0; }", "foo($V)", "1"],
    ["a.cpp", "int main() { a.foo(1); }", "a.foo($V)", "1"],
    ["a.json", '{"n": [{"name": "x"}]}', '{"name": $V}', '"x"'],
    ["a.yaml", "a: 1\nb:\n  c: 2\n", "c: $V", "2"],
    ["a.html", "<div><p>x</p></div>", "<p>$V</p>", "x"],
    ["a.css", "a { color: red; }", "color: $V", "red"],
    ["a.sh", "echo hi\n", "echo $V", "hi"],
  ];

  for (const [file, source, pattern, hit] of SAMPLES) {
    test(`AST-3: ${file}`, async () => {
      await using dir = await tempWorkspace({ [file]: source });
      const { ask } = await toolsIn(dir);
      expect(await ask({ pattern })).toContain(`{$V=${hit}}`);
    });
  }

  test("AST-3: an unknown language is told with the known ones", async () => {
    await using dir = await tempWorkspace({ "a.ts": "" });
    const { ask } = await toolsIn(dir);
    expect(await ask({ pattern: "x", lang: "klingon" })).toBe(
      "! klingon is not a known language. Known are: typescript, tsx, javascript, html, css, python, go, rust, java, c, cpp, json, yaml, bash.",
    );
  });

  test("AST-3: without parsers the tools are absent, and it is told why", async () => {
    await using dir = await tempWorkspace();
    const missing = { unavailable: () => "no parsers here.", load: () => parsers.load() };
    const services = { ...(await servicesFor(dir)), parsers: missing };
    const registry = new ToolRegistry();
    expect(await registry.addFrom("ast_grep", () => astGrepTool(services))).toBe(false);
    expect(await registry.addFrom("ast_edit", () => astEditTool(services))).toBe(false);
    expect(registry.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      "unavailable The tool ast_grep is not available: no parsers here..",
      "unavailable The tool ast_edit is not available: no parsers here..",
    ]);
  });
});

describe("AST-4: what cannot be parsed", () => {
  test("AST-4: is told per file and stops nothing", async () => {
    await using dir = await tempWorkspace({
      "a.ts": "foo(1);\nlet x = (;\n",
      "b.ts": "foo(2)",
      "c.ts": Buffer.from([0x66, 0xff, 0x00]),
      "d.ts": `foo(3);${" ".repeat(1_100_000)}`,
    });
    const { ask, change } = await toolsIn(dir);
    const text = await ask({ pattern: "foo($X)" });
    expect(text).toContain("a.ts\n1:1-1:7 foo(1)");
    expect(text).toContain("b.ts\n1:1-1:7 foo(2)");
    expect(text).toContain("(a.ts: syntax error in line 2)");
    expect(text).toContain("(c.ts: not UTF-8)");
    expect(text).toContain("(d.ts: larger than 1048576 bytes)");
    const preview = await change({ rules: [{ pattern: "foo($X)", rewrite: "bar($X)" }] });
    expect(preview).toStartWith("Preview of 1 replacements in b.ts;");
    expect(preview).toContain("(a.ts: left as it is, syntax error in line 2)");
  });
});

describe("AST-2: ast_edit", () => {
  const RULES = [{ pattern: "foo($A, $$$B)", rewrite: "bar($$$B, $A)" }];

  test("AST-2: previews, and changes the disk only through resolve", async () => {
    await using dir = await tempWorkspace({
      "a.ts": "// top\nfoo(1, 2, 3);\nfoo(x, foo(y, z));\n",
      "b.ts": "keep();\n",
      "c.ts": "\uFEFFfoo(1,\r\n  2);\r\n",
    });
    const before = await dir.treeHash();
    const { change, resolve, services, edit, context } = await toolsIn(dir);
    const preview = await change({ rules: RULES });
    expect(preview).toBe(
      [
        "Preview of 3 replacements in 2 files; nothing is changed yet. Call resolve to apply or discard.",
        "--- a.ts",
        "@@ 1 @@",
        " // top",
        "-foo(1, 2, 3);",
        "-foo(x, foo(y, z));",
        "+bar(2, 3, 1);",
        "+bar(foo(y, z), x);",
        "--- c.ts",
        "@@ 1 @@",
        "-foo(1,",
        "-  2);",
        "+bar(2, 1);",
      ].join("\n"),
    );
    expect(await dir.treeHash()).toBe(before);
    expect(services.pending.list()).toMatchObject([
      { label: "3 replacements in 2 files", sourceTool: "ast_edit", targets: ["a.ts", "c.ts"] },
    ]);
    expect(await resolve("apply")).toBe("Applied 3 replacements in 2 files.");
    expect(await dir.read("a.ts")).toBe("// top\nbar(2, 3, 1);\nbar(foo(y, z), x);\n");
    expect(await dir.read("c.ts")).toBe("\uFEFFbar(2, 1);\r\n");
    expect(services.pending.size).toBe(0);
    const again = await runTool(
      edit,
      { rules: [{ pattern: "keep()", rewrite: "kept()" }] },
      context,
    );
    expect(again.details.data).toEqual({
      pending: { id: "act_2", label: "1 replacements in b.ts", sourceTool: "ast_edit" },
      targets: ["b.ts"],
    });
    expect(await resolve("discard")).toBe(
      "Discarded: 1 replacements in b.ts. Nothing was changed.",
    );
    expect(await dir.read("b.ts")).toBe("keep();\n");
  });

  test("AST-2: several rules run one after the other; nothing to change is told", async () => {
    await using dir = await tempWorkspace({ "a.ts": "one(1);\n" });
    const { change, resolve } = await toolsIn(dir);
    const rules = [
      { pattern: "one($X)", rewrite: "two($X)" },
      { pattern: "two($X)", rewrite: "three($X)" },
    ];
    expect(await change({ rules })).toStartWith("Preview of 2 replacements in a.ts;");
    await resolve("apply");
    expect(await dir.read("a.ts")).toBe("three(1);\n");
    expect(await change({ rules })).toBe("! Nothing would change: no rule fits.");
    const statements = [{ pattern: "return $X", rewrite: "return await $X" }];
    await dir.write("b.ts", "function f() { return g(); }\n");
    await change({ rules: statements });
    await resolve("apply");
    expect(await dir.read("b.ts")).toBe("function f() { return await g(); }\n");
    const wrong = [{ pattern: "three($X)", rewrite: "four($Y)" }];
    expect(await change({ rules: wrong })).toBe(
      "! The rewrite uses $Y, which the pattern does not have.",
    );
  });

  test("AST-2: a file that changed since the preview keeps all from being written", async () => {
    await using dir = await tempWorkspace({ "a.ts": "foo(1, 2)", "b.ts": "foo(3, 4)" });
    const { change, resolve, services } = await toolsIn(dir);
    await change({ rules: RULES });
    await dir.write("b.ts", "foo(3, 4) // mine");
    expect(await resolve("apply")).toBe(
      "! b.ts has changed since the preview; nothing was written. Run ast_edit again.",
    );
    expect(await dir.read("a.ts")).toBe("foo(1, 2)");
    expect(await dir.read("b.ts")).toBe("foo(3, 4) // mine");
    expect(services.pending.size).toBe(0);
  });

  test("AST-2: when one cannot be written, those before it are put back", async () => {
    await using dir = await tempWorkspace({ "a.ts": "foo(1, 2)", "b.ts": "foo(3, 4)" });
    const disk = await diskFiles(dir.root);
    const files: Files = {
      ...disk,
      replace: (place, bytes, options) =>
        place.name === "b.ts"
          ? Promise.reject(new Error("the disk is full."))
          : disk.replace(place, bytes, options),
    };
    const { change, resolve } = await toolsIn(dir, { files });
    await change({ rules: RULES });
    expect(await resolve("apply")).toBe(
      "! b.ts could not be written: the disk is full. Nothing was changed.",
    );
    expect(await dir.read("a.ts")).toBe("foo(1, 2)");
  });

  test("AST-2: a long diff is cut, and all files are told", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `f${at}.ts`,
        "foo(1, 2);\n".repeat(20) + "x();\n".repeat(3),
      ]),
    );
    await using dir = await tempWorkspace(files);
    const { change } = await toolsIn(dir);
    const preview = await change({ rules: RULES });
    expect(preview).toStartWith("Preview of 1,200 replacements in 60 files;");
    expect(preview).toContain("(the rest of the diff is left out; all files:)");
    expect(preview).toEndWith("f9.ts: 20");
    expect(preview.length).toBeLessThan(24_000);
  });

  test("AST-2: what may not be written is left out of the preview", async () => {
    await using dir = await tempWorkspace({ "w/a.ts": "foo(1, 2)", "out/b.ts": "foo(1, 2)" });
    const files = await diskFiles(dir.path("w"));
    const { change } = await toolsIn(dir, { files });
    expect(await change({ rules: RULES, path: "out" })).toBe(
      "! Nothing would change: no rule fits.\n(out/b.ts: may not be written)",
    );
  });
});
