import { describe, expect, test } from "bun:test";
import { chmod, readFile } from "node:fs/promises";
import { systemClock } from "@squire/platform";
import {
  FakeClock,
  processGone,
  rejectionOf,
  tempWorkspace,
  type TempWorkspace,
} from "@squire/testkit";
import { findRipgrep } from "../find-ripgrep.ts";
import type { Query } from "../query.ts";
import type { Root } from "../root.ts";
import type { ScanLimits } from "../watch.ts";
import { rgSearch, RipgrepBroken } from "./search.ts";

const QUERY: Query = {
  pattern: "x",
  ignoreCase: false,
  multiline: false,
  context: 0,
  output: "content",
  wanted: 10,
  names: null,
  fits: () => true,
  mayTell: () => true,
};

const rootAt = (path: string): Root => ({
  path,
  nameOf: (name) => name,
  only: null,
  reach: "above",
});

function limits(given: Partial<ScanLimits> = {}): ScanLimits {
  return { signal: new AbortController().signal, clock: systemClock, timeoutMs: 60_000, ...given };
}

/** A program in the place of ripgrep that says it has begun. */
async function standIn(dir: TempWorkspace, script: string): Promise<string> {
  await dir.write("bin/rg", `#!/bin/sh\n${script}\n`);
  await chmod(dir.path("bin/rg"), 0o700);
  return dir.path("bin/rg");
}

async function pidIn(dir: TempWorkspace): Promise<number> {
  for (;;) {
    const pid = Number(await dir.read("pid").catch(() => ""));
    if (pid > 0) return pid;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("SRCH-9 (part): ripgrep is ended at once", () => {
  test("when the signal fires", async () => {
    await using dir = await tempWorkspace();
    const program = await standIn(dir, `echo $$ > pid; exec sleep 1000`);
    const stop = new AbortController();
    const found = rgSearch({
      program,
      query: QUERY,
      root: rootAt(dir.root),
      limits: limits({ signal: stop.signal }),
    });
    const failure = rejectionOf(found);
    const pid = await pidIn(dir);
    stop.abort();
    expect(String(await failure)).toContain("Aborted: Signal");
    expect(await processGone(pid)).toBe(true);
  });

  test("when the time is over", async () => {
    await using dir = await tempWorkspace();
    const program = await standIn(dir, `echo $$ > pid; exec sleep 1000`);
    const clock = new FakeClock();
    const found = rgSearch({
      program,
      query: QUERY,
      root: rootAt(dir.root),
      limits: limits({ clock, timeoutMs: 5_000 }),
    });
    const failure = rejectionOf(found);
    const pid = await pidIn(dir);
    await clock.advance(5_000);
    expect(String(await failure)).toContain("Aborted: Timeout (5 s)");
    expect(await processGone(pid)).toBe(true);
  });

  test("when there is enough: endless output has an end", async () => {
    await using dir = await tempWorkspace();
    const endless = `echo $$ > pid; n=0; while :; do n=$((n+1)); printf './f%s\\0001:x\\n\\n' $n; done`;
    const program = await standIn(dir, endless);
    const found = await rgSearch({
      program,
      query: QUERY,
      root: rootAt(dir.root),
      limits: limits(),
    });
    expect(found.isExact).toBe(false);
    expect(found.hits.length).toBeGreaterThanOrEqual(10);
    expect(await processGone(await pidIn(dir))).toBe(true);
  });
});

describe("SEC-9 (part): what ripgrep is given", () => {
  test("no environment, no configuration, and nothing that could be an option", async () => {
    await using dir = await tempWorkspace();
    const program = await standIn(
      dir,
      `/usr/bin/env > env; for arg in "$@"; do printf '%s\\n' "$arg"; done > args; exit 1`,
    );
    const query = { ...QUERY, pattern: "--pre=./evil.sh", names: ["*.ts"] };
    await rgSearch({ program, query, root: rootAt(dir.root), limits: limits() });
    const names = (await dir.read("env")).split("\n").map((line) => line.split("=")[0] ?? "");
    // A shell sets these by itself.
    expect(names.filter((name) => !["", "PWD", "SHLVL", "_", "OLDPWD"].includes(name))).toEqual([]);
    const args = (await readFile(dir.path("args"), "utf8")).trim().split("\n");
    expect(args[0]).toBe("--no-config");
    expect(args.slice(-3)).toEqual(["--regexp=--pre=./evil.sh", "--", "./"]);
    expect(args.some((arg) => arg.startsWith("--pre"))).toBe(false);
  });

  test("patterns and names that look like options are only patterns and names", async () => {
    await using dir = await tempWorkspace({
      "--pre=touch pwned": "--files -e x\n",
      "-e": "--pre=touch pwned\n",
    });
    const program = (await findRipgrep("unused")()) ?? "";
    const search = (pattern: string, only: string | null = null) =>
      rgSearch({
        program,
        query: { ...QUERY, pattern },
        root: { ...rootAt(dir.root), only },
        limits: limits(),
      });
    expect((await search("--pre=touch")).hits.map(({ path }) => path)).toEqual(["-e"]);
    expect((await search("-e")).hits.map(({ path }) => path)).toEqual(["--pre=touch pwned"]);
    expect((await search("x", "--pre=touch pwned")).total).toBe(1);
    expect(await dir.list()).toEqual(["--pre=touch pwned", "-e"]);
  });

  test("SRCH-5 (part): what cannot be run is told apart from what finds nothing", async () => {
    await using dir = await tempWorkspace({ "no-program": "x" });
    const attempt = async (program: string) =>
      rejectionOf(rgSearch({ program, query: QUERY, root: rootAt(dir.root), limits: limits() }));
    expect(await attempt(dir.path("gone"))).toBeInstanceOf(RipgrepBroken);
    expect(await attempt(dir.path("no-program"))).toBeInstanceOf(RipgrepBroken);
    expect(await attempt(await standIn(dir, "kill -SEGV $$"))).toBeInstanceOf(RipgrepBroken);
    const old = await standIn(dir, "echo 'rg: unrecognized flag --crlf' >&2; exit 2");
    expect(await attempt(old)).toBeInstanceOf(RipgrepBroken);
  });
});
