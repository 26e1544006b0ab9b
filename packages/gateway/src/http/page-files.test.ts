import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { gatewayRig } from "../testing/gateway-rig.ts";
import type { WebFile } from "./page-files.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const SCRIPT = "export const answer = 42;\n".repeat(400);
const PAGE: WebFile = { type: "text/html; charset=utf-8", bytes: bytesOf("<p>Squire</p>") };
const FILES = new Map<string, WebFile>([
  ["index.html", PAGE],
  ["assets/index-abcd1234.js", { type: "text/javascript; charset=utf-8", bytes: bytesOf(SCRIPT) }],
]);

/** As it goes over the line: `fetch` would unzip it. */
async function asked(address: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(address, { headers, decompress: false });
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

test("a script is zipped for who takes it, and kept for good: its name has its hash", async () => {
  await using there = await gatewayRig([], { files: () => Promise.resolve(FILES) });
  const address = `${there.gateway.url}/assets/index-abcd1234.js`;
  const zipped = await asked(address, { "accept-encoding": "br;q=1, gzip" });
  expect(zipped.response.headers.get("content-encoding")).toBe("gzip");
  expect(zipped.response.headers.get("cache-control")).toContain("immutable");
  expect(zipped.bytes.length).toBeLessThan(SCRIPT.length / 10);
  expect(new TextDecoder().decode(gunzipSync(zipped.bytes))).toBe(SCRIPT);
  for (const taken of ["identity", "gzip;q=0", "br"]) {
    const plain = await asked(address, { "accept-encoding": taken });
    expect(plain.response.headers.get("content-encoding")).toBeNull();
    expect(new TextDecoder().decode(plain.bytes)).toBe(SCRIPT);
  }
});

test("the page itself is asked for each time, and sent only when it is another one", async () => {
  const files = new Map(FILES);
  await using there = await gatewayRig([], { files: () => Promise.resolve(files) });
  const address = `${there.gateway.url}/`;
  const { response } = await asked(address);
  expect(response.headers.get("cache-control")).toBe("no-cache");
  const etag = response.headers.get("etag") ?? "";
  const again = await asked(address, { "if-none-match": `"other", ${etag}` });
  expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
  // What a browser takes from this answer must guard the page as well.
  expect(again.response.headers.get("content-security-policy")).toBe(
    response.headers.get("content-security-policy"),
  );
  files.set("index.html", { ...PAGE, bytes: bytesOf("<p>Another</p>") });
  const changed = await asked(address, { "if-none-match": etag });
  expect(changed.response.status).toBe(200);
  expect(new TextDecoder().decode(changed.bytes)).toBe("<p>Another</p>");
});
