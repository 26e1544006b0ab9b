import { expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { chmod } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
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

/** As it would be without a folder of its own to start from. */
function startedHere(env: Readonly<Record<string, string>>): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn("xdg-open", ["http://127.0.0.1:1/"], { env, stdio: "ignore" });
    child.on("error", () => resolve(false));
    child.on("close", () => resolve(true));
  });
}

test.if(process.platform === "linux")(
  "S29 (part): no browser is taken from the folder that is worked in",
  async () => {
    await using dir = await tempWorkspace({ "xdg-open": "#!/bin/sh\nexit 0\n" });
    await chmod(dir.path("xdg-open"), 0o755);
    const before = process.cwd();
    process.chdir(dir.root);
    try {
      const screen = { DISPLAY: ":0", PATH: ".:/nowhere" };
      expect(await openBrowser("http://127.0.0.1:1/", screen)).toBe(false);
      // The trap works: started from here, it is found.
      expect(await startedHere(screen)).toBe(true);
      // And the environment that was given is the one that is looked in.
      expect(await openBrowser("http://127.0.0.1:1/", { ...screen, PATH: dir.root })).toBe(true);
    } finally {
      process.chdir(before);
    }
  },
);
