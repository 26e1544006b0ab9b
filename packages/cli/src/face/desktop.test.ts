import { expect, test } from "bun:test";
import { openBrowser } from "./desktop.ts";

const STRANGE = [
  "--help",
  "-a Calculator",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "http://127.0.0.1/ --flag",
  'http://127.0.0.1/"$(touch x)"',
  "",
];

test("S10, S34 (part): only a web address reaches the browser, as one argument and through no shell", async () => {
  const screen = { DISPLAY: ":0" };
  for (const url of STRANGE) expect([url, await openBrowser(url, screen)]).toEqual([url, false]);
});

test.if(process.platform === "linux")("without a screen there is no browser", async () => {
  expect(await openBrowser("http://127.0.0.1:1/#code=x", {})).toBe(false);
});
