import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { tempWorkspace } from "@squire/testkit";
import { bundlePage } from "./bundle-page.ts";
import { packFiles, unpackFiles } from "./packed-files.ts";

test("PKG-2 (part): files that were packed into the program come out as they were", () => {
  const files = new Map([
    ["index.html", { type: "text/html", bytes: new TextEncoder().encode("<p>ä</p>") }],
    ["assets/a.bin", { type: "application/octet-stream", bytes: new Uint8Array([0, 255, 13, 10]) }],
  ]);
  expect(unpackFiles(packFiles(files))).toEqual(files);
});

test("WUI-1 (part): a page becomes files with hashes, and what is imported late a file of its own", async () => {
  await using dir = await tempWorkspace({
    "index.html":
      '<meta name="preload" content="late"><link rel="stylesheet" href="./a.css"><script type="module" src="./a.ts"></script>',
    "a.css": "p { color: light-dark(#fff, #000) }",
    "a.ts": 'document.title = "here"; void import("./late.ts");',
    "late.ts": 'document.title = "late words";',
  });
  const files = await bundlePage({ page: dir.path("index.html") });
  const names = [...files.keys()].map((name) => name.replace(/-\w+\./, "."));
  expect(names.toSorted()).toEqual([
    "assets/index.css",
    "assets/index.js",
    "assets/late.js",
    "index.html",
  ]);
  const page = new TextDecoder().decode(files.get("index.html")?.bytes);
  expect(page).toMatch(/src="\/assets\/index-\w+\.js"/);
  expect(page).toMatch(/<link rel="modulepreload" href="\/assets\/late-\w+\.js" \/>/);
  expect(page).not.toMatch(/<script[^>]*>[^<]/);
  expect(files.get("index.html")?.type).toBe("text/html; charset=utf-8");
  // The same source gives the same bytes.
  const again = await bundlePage({ page: dir.path("index.html") });
  expect([...again.keys()]).toEqual([...files.keys()]);
  expect(gzipSync(packFiles(again))).toEqual(gzipSync(packFiles(files)));
});

test("a page that cannot be bundled says why", async () => {
  await using dir = await tempWorkspace({
    "index.html": '<script type="module" src="./a.ts"></script>',
    "a.ts": 'import "./gone.ts";',
  });
  const failed = await bundlePage({ page: dir.path("index.html") }).then(
    () => "",
    (error: unknown) => String(error),
  );
  expect(failed).toContain("gone.ts");
});
