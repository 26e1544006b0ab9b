import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import type { ToolContext } from "@squire/agent";
import type { Sandbox } from "@squire/safety";
import { endAllWith, RUNAWAYS, runningWith, tempWorkspace } from "@squire/testkit";
import { NO_SANDBOX } from "../shell/shell-ports.ts";
import { openShell } from "../shell/shell.ts";
import { bench as toolBench, runTool, textOf, told, type Bench } from "../testing/try-tool.ts";
import { bashTool } from "./bash.ts";

/** The real thing with the fewest options: a place where nothing can be written, and own numbers. */
const OPTIONS = "--ro-bind / / --dev /dev --proc /proc --unshare-pid --die-with-parent";
const ARGV = ["bwrap", ...OPTIONS.split(" "), "--"];
const works = spawnSync(ARGV[0] ?? "", [...ARGV.slice(1), "true"]).status === 0;

const box: Sandbox = {
  ...NO_SANDBOX,
  name: "bubblewrap",
  confines: true,
  wrap: (command) => ({ ...command, argv: [...ARGV, ...command.argv] }),
  looksStopped: ({ output }) => output.includes("Read-only file system"),
};

const ENV = { PATH: process.env["PATH"] ?? "", SQUIRE_BASH_NO_LOGIN: "1" };
const bench = (cwd: string, given: Partial<ToolContext> = {}): Bench =>
  toolBench(cwd, { env: ENV, ...given });

describe.if(works)("SBX-2: commands in bubblewrap", () => {
  test.each([{}, { pty: true }])(
    "SBX-4: output, exit code and what was stopped: %p",
    async (way) => {
      await using dir = await tempWorkspace({ "a.txt": "" });
      await using shell = openShell({ sandbox: box });
      const bash = bashTool(shell);
      expect(
        await told(bash, { command: "ls; echo two >&2; exit 3", ...way }, bench(dir.root)),
      ).toBe("exit 3\na.txt\ntwo");
      const output = await runTool(bash, { command: "touch made", ...way }, bench(dir.root));
      expect(textOf(output)).toMatch(/^exit 1\n.*Read-only file system\n\(It looks as if/);
      expect(output.details.data).toMatchObject({ sandbox: "bubblewrap", sandboxStopped: true });
      expect(await dir.list()).toEqual(["a.txt"]);
    },
  );

  test("SH-7: a shell that stays works in it", async () => {
    await using dir = await tempWorkspace({ "sub/a.txt": "" });
    await using shell = openShell({ sandbox: box, settings: { persistent: true } });
    const bash = bashTool(shell);
    expect(await told(bash, { command: "cd sub; export X=1" }, bench(dir.root))).toBe(
      "(no output)",
    );
    expect(await told(bash, { command: "ls; echo $X; exit 2" }, bench(dir.root))).toStartWith(
      "exit 2\na.txt\n1\n",
    );
  });

  test("SH-17: nobody gets out of it, whether it ends or is stopped", async () => {
    await using dir = await tempWorkspace();
    await using shell = openShell({ sandbox: box });
    const bash = bashTool(shell);
    for (const [at, name] of [
      "session",
      "no environment",
      "daemon",
      "always another session",
    ].entries()) {
      const tag = `${process.pid}77${at}`;
      const command = RUNAWAYS[name]?.(tag) ?? "";
      await told(bash, { command }, bench(dir.root));
      const stop = new AbortController();
      const context = bench(dir.root, { signal: stop.signal });
      await told(
        bash,
        { command: `${command}; echo up; sleep 60.${tag}` },
        { ...context, report: () => stop.abort() },
      );
      const left = runningWith(tag).length;
      await endAllWith(tag);
      expect({ name, left }).toEqual({ name, left: 0 });
    }
  });
});
