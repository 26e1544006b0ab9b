import { expect, test } from "bun:test";
import { FakeClock, processGone } from "@squire/testkit";
import { runProcess, type ProcessOptions } from "./run-process.ts";

/** Runs a command and gathers what it prints; `onText` sees all of it so far. */
async function run(
  command: string,
  options: Partial<ProcessOptions> = {},
  onText: (text: string) => void = () => {},
) {
  const chunks: Uint8Array[] = [];
  const text = (): string => Buffer.concat(chunks).toString();
  const result = await runProcess(command, {
    shell: "/bin/sh",
    env: { PATH: process.env["PATH"] },
    timeoutMs: 20_000,
    ...options,
    onOutput(chunk) {
      chunks.push(chunk);
      onText(text());
    },
  });
  return { ...result, text: text() };
}

const pidsIn = (text: string): readonly number[] => text.trim().split(/\s+/).map(Number);

test("SH-1: both outputs come in the order they were written, to the last byte", async () => {
  const lines = "i=0; while [ $i -lt 200 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done; exit 7";
  const { text, ...end } = await run(lines);
  expect(text).toBe(Array.from({ length: 200 }, (_, i) => `o${i}\ne${i}\n`).join(""));
  expect(end).toEqual({ end: "exited", exitCode: 7, signal: null, problem: null });
});

test("SH-1: what the shell itself complains about is output too, with the right line", async () => {
  const broken = await run("echo 'open");
  expect(broken.exitCode).toBeGreaterThan(0);
  expect(broken.text).not.toBe("");
  const { text } = await run("true\nno-such-command", { shell: "/bin/bash" });
  expect(text).toContain("line 2: no-such-command");
});

test("SH-1: raw bytes, no input, and no environment but the given one", async () => {
  const { text } = await run("cat; printf 'a\\000\\377b'; echo \"[$HOME$X]\"", {
    env: { PATH: process.env["PATH"], X: "x" },
  });
  expect(text).toBe(Buffer.from("a\0\xffb[x]\n", "latin1").toString());
});

test("SH-16: a program that dies of a signal has no exit code", async () => {
  expect(await run("kill -9 $$")).toMatchObject({
    end: "exited",
    exitCode: null,
    signal: "SIGKILL",
  });
});

test("SH-4: the time is told by the clock, and everybody in the group ends", async () => {
  const clock = new FakeClock();
  let pids: readonly number[] = [];
  const result = await run(
    "sleep 60 & echo $! $$; sleep 60",
    { clock, timeoutMs: 5_000 },
    (text) => {
      pids = pidsIn(text);
      void clock.advance(5_000);
    },
  );
  expect(result).toMatchObject({ end: "timed-out", exitCode: null });
  expect(pids).toHaveLength(2);
  expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
});

test("SH-4: those who do not listen are killed two seconds later", async () => {
  const clock = new FakeClock();
  const stop = new AbortController();
  // Its child ignores the request as well.
  const deaf = "trap '' TERM; sleep 60 >/dev/null & echo $! $$; wait; sleep 60";
  const running = run(deaf, { clock, signal: stop.signal }, () => stop.abort());
  // The time limit and the kill.
  await clock.whenPending(2);
  await clock.advance(1_999);
  expect(await Promise.race([running, Bun.sleep(30)])).toBeUndefined();
  await clock.advance(1);
  const { end, text } = await running;
  expect(end).toBe("aborted");
  expect(await Promise.all(pidsIn(text).map(processGone))).toEqual([true, true]);
});

test("SH-4: who wants to tidy up may; what it says then is still heard", async () => {
  const stop = new AbortController();
  const tidy = "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done";
  const { end, text } = await run(tidy, { signal: stop.signal }, () => stop.abort());
  expect(end).toBe("aborted");
  expect(text).toEndWith("bye\n");
});

test("LOOP-9: nothing starts after an abort", async () => {
  const { end, text } = await run("echo x", { signal: AbortSignal.abort() });
  expect({ end, text }).toEqual({ end: "aborted", text: "" });
});

test("SH-5: a child in the background that holds the pipe does not hold up the end", async () => {
  const { end, text } = await run("sleep 60 & echo $!");
  expect(end).toBe("exited");
  process.kill(Number(text), "SIGKILL");
});

test("SH-5: output behind the exit is waited for", async () => {
  expect(await run("(sleep 0.1; echo late) & echo early")).toMatchObject({
    end: "exited",
    text: "early\nlate\n",
  });
});

test("a shell or a folder that is missing, and a command with a NUL, are no crash", async () => {
  const missing = [
    await run("echo x", { shell: "/no/such/shell" }),
    await run("echo x", { cwd: "/no/such/folder" }),
    await run("echo \0"),
  ];
  for (const result of missing) {
    expect(result).toMatchObject({ end: "failed-to-start", exitCode: null, text: "" });
    expect(result.problem).not.toBe("");
  }
});

test("SH-14: when this process exits, its commands end with it", async () => {
  const script = `
    import { runProcess } from ${JSON.stringify(`${import.meta.dir}/run-process.ts`)};
    void runProcess("echo $$; trap '' TERM; sleep 60", {
      shell: "/bin/sh", env: process.env, timeoutMs: 60_000,
      onOutput: (chunk) => { process.stdout.write(chunk); process.exit(0); },
    });`;
  const parent = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  const pid = Number(await new Response(parent.stdout).text());
  expect(pid).toBeGreaterThan(1);
  expect(await processGone(pid)).toBe(true);
});
