import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { servePage } from "@squire/testkit/browser";
import { webPage } from "./index.ts";

/** What is loaded before the first session is on the screen. */
const FIRST = /^(?:index\.html|assets\/(?:index|socket-client)-\w+\.(?:js|css))$/;
const MOST_BYTES = 200 * 1024;

test("WUI-6 (part): the page comes whole from its own host, and its first load is below 200 KB", async () => {
  await using served = await servePage({ page: fileURLToPath(webPage()) });
  const names = [...served.files.keys()];
  const first = names.filter((name) => FIRST.test(name));
  // The page, its script, its styles, and the client that is loaded at once.
  expect(first.map((name) => name.replace(/-\w+\./, "."))).toEqual(
    expect.arrayContaining([
      "index.html",
      "assets/index.js",
      "assets/index.css",
      "assets/socket-client.js",
    ]),
  );
  const bytes = first.map((name) => gzipSync(served.files.get(name)?.bytes ?? "").length);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  // Charts and grammars are loaded when they are looked at.
  expect(names.some((name) => /usage-\w+\.js/.test(name))).toBe(true);
  const main = first
    .map((name) => new TextDecoder().decode(served.files.get(name)?.bytes))
    .join("");
  expect(main).not.toContain("uPlot.paths");
  const addresses = main.match(/\b(?:src|href)="?https?:\/\/[^"']+/g) ?? [];
  expect(addresses).toEqual([]);
});
