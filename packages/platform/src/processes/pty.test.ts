import { describe, expect, test } from "bun:test";
import { FakeClock, processGone } from "@squire/testkit";
import { Processes } from "./processes.ts";
import { Pty, ptyProblem, ptySize } from "./pty.ts";

const env = { PATH: process.env["PATH"] };

/** A terminal with a shell command in it; `until` resolves when the text has come. */
function terminal(processes: Processes) {
  const pty = new Pty(processes);
  let text = "";
  const waiting = new Set<() => void>();
  const options = {
    env,
    onOutput(chunk: Uint8Array): void {
      text += Buffer.from(chunk).toString();
      for (const look of waiting) look();
    },
  };
  return {
    pty,
    text: () => text,
    start: (command: string) => pty.start({ file: "/bin/sh", args: ["-c", command] }, options),
    until: (wanted: string) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (text.includes(wanted)) resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

describe.if(ptyProblem({}) === null)("SH-11: terminals", () => {
  test("SH-11: the program is in a terminal, is written to, and sees its size change", async () => {
    await using processes = new Processes();
    const { pty, start, text, until } = terminal(processes);
    start(
      "test -t 0 && test -t 1 && stty size; trap 'stty size' WINCH; echo up; read x; read y; echo [$x$y]; exit 3",
    );
    await until("up");
    pty.resize({ cols: 100, rows: 40 });
    await until("40 100");
    pty.write("hel");
    pty.write("lo\n\n");
    expect(await pty.ended).toEqual({
      end: "exited",
      exitCode: 3,
      signal: null,
      problem: null,
      strays: 0,
    });
    expect(text()).toStartWith("24 80\r\n");
    expect(text()).toContain("[hello]\r\n");
  });

  test("SH-11: control before the start is done at the start; starting twice fails", async () => {
    await using processes = new Processes();
    const { pty, start, text } = terminal(processes);
    pty.resize({ cols: 90, rows: 30 });
    pty.write("early\n");
    start("stty size; read x; echo [$x]");
    expect(() => start("true")).toThrow("started already");
    expect((await pty.ended).exitCode).toBe(0);
    expect(text()).toContain("30 90\r\n");
    expect(text()).toContain("[early]");
    const killed = terminal(processes);
    killed.pty.kill();
    killed.start("echo x");
    expect(await killed.pty.ended).toMatchObject({ end: "stopped" });
    expect(killed.text()).toBe("");
  });

  test("SH-11: a kill ends everyone in it, the deaf too", async () => {
    await using processes = new Processes();
    const clock = new FakeClock();
    const pty = new Pty(processes);
    const { promise, resolve } = Promise.withResolvers<string>();
    let text = "";
    pty.start(
      {
        file: "/bin/sh",
        args: ["-c", "trap '' TERM HUP; setsid sleep 60 & echo $! $$.; sleep 60; sleep 60"],
      },
      {
        env,
        clock,
        onOutput(chunk) {
          text += Buffer.from(chunk).toString();
          if (text.includes(".")) resolve(text);
        },
      },
    );
    const pids = (await promise).split(".")[0]?.split(" ").map(Number) ?? [];
    pty.kill();
    await clock.whenPending(1);
    await clock.advance(2_000);
    expect(await pty.ended).toMatchObject({ end: "stopped" });
    expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
    // Nobody is there to hear it.
    pty.write("x");
    pty.resize({ cols: 50, rows: 50 });
  });

  test("SH-11: what does not start says why", async () => {
    await using processes = new Processes();
    const pty = new Pty(processes);
    pty.start(
      { file: "sh", args: [] },
      { env: { ...env, SQUIRE_NO_PTY: "1" }, onOutput: () => {} },
    );
    expect(await pty.ended).toMatchObject({
      end: "failed-to-start",
      problem: "No terminal: SQUIRE_NO_PTY is set.",
    });
    const nowhere = new Pty(processes);
    nowhere.start({ file: "sh", args: [] }, { env, cwd: "/no/such/folder", onOutput: () => {} });
    expect(await nowhere.ended).toMatchObject({ end: "failed-to-start" });
  });

  test("SH-11: sizes stay between 20 by 5 and 400 by 200", () => {
    expect(ptySize({ cols: 1, rows: 1 })).toEqual({ cols: 20, rows: 5 });
    expect(ptySize({ cols: 1e9, rows: 1e9 })).toEqual({ cols: 400, rows: 200 });
    expect(ptySize({ cols: 99.9, rows: Number.NaN })).toEqual({ cols: 99, rows: 5 });
  });
});
