import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { endAllWith, RUNAWAYS, runningWith } from "@squire/testkit";
import { Processes } from "./processes.ts";

const env = { PATH: process.env["PATH"], HOME: "/" };
let count = 0;
const newTag = (): string => `${process.pid}${String(++count).padStart(4, "0")}`;

/** Whether anybody is left; looked at several times, since a process is out of sight while it becomes another. */
async function isLeft(tag: string): Promise<boolean> {
  for (let looks = 0; looks < 10; looks++) {
    if (runningWith(tag).length > 0) return true;
    await Bun.sleep(5);
  }
  return false;
}

async function properly(command: string): Promise<void> {
  await using processes = new Processes();
  const program = { file: "/bin/bash", args: ["-c", command], merged: true } as const;
  await processes.run(program, { env, timeoutMs: 20_000, onOutput: () => {} });
}

/** The planted twin: it ends the child it knows, and nobody else. */
async function onlyTheChild(command: string): Promise<void> {
  const child = spawn("/bin/bash", ["-c", command], { env, stdio: "ignore", detached: true });
  await new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
}

describe.if(process.platform === "linux")("R13: nobody gets away", () => {
  test.each(Object.entries(RUNAWAYS))("SH-17: %s", async (_, command) => {
    const tag = newTag();
    await properly(command(tag));
    expect(await isLeft(tag)).toBe(false);
  });

  test("R13: a fork bomb is ended before it fills the machine", async () => {
    const tag = newTag();
    await using processes = new Processes();
    // Bounded by itself, in case we are not.
    const bomb = `b() { [ $1 = 0 ] && exec sleep 60.${tag}; b $(($1 - 1)) & b $(($1 - 1)) & wait; }; b 9`;
    const program = { file: "/bin/bash", args: ["-c", bomb], merged: true } as const;
    const limits = { timeoutMs: 20_000, mostProcesses: 100 };
    const end = await processes.run(program, { env, ...limits, onOutput: () => {} });
    expect(end).toMatchObject({ end: "crowded", exitCode: null });
    expect(await isLeft(tag)).toBe(false);
  });

  test("SH-17: a planted twin that knows only its child is caught", async () => {
    for (const name of ["background", "session", "no environment", "daemon", "a small bomb"]) {
      const tag = newTag();
      await onlyTheChild(RUNAWAYS[name]?.(tag) ?? "");
      const left = await isLeft(tag);
      await endAllWith(tag);
      expect({ name, left }).toEqual({ name, left: true });
    }
  });

  test.each(["SIGKILL", "SIGTERM", "exit"])(
    "SH-14: %s ends Squire, and all with it",
    async (how) => {
      const tag = newTag();
      const daemon = `${RUNAWAYS["no environment"]?.(tag)}; ${RUNAWAYS["session"]?.(tag)}; sleep 60.${tag}`;
      const script = `
      import { Processes } from ${JSON.stringify(`${import.meta.dir}/processes.ts`)};
      const program = { file: "/bin/bash", args: ["-c", ${JSON.stringify(`${daemon} & echo up; wait`)}] };
      new Processes().start(program, { env: process.env, onOutput: () => {
        if (${how === "exit"}) process.exit(0);
        process.stdout.write("up");
      } });`;
      const squire = spawn(process.execPath, ["-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      squire.stdout.once("data", () => squire.kill(how === "SIGTERM" ? how : "SIGKILL"));
      await new Promise((resolve) => squire.once("exit", resolve));
      // Far less than the minute that they would sleep by themselves.
      for (let looks = 0; looks < 1_000 && runningWith(tag).length > 0; looks++) {
        await Bun.sleep(10);
      }
      expect(await isLeft(tag)).toBe(false);
    },
  );
});
