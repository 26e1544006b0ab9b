import { expect, test } from "bun:test";
import { FakeClock, processGone } from "@squire/testkit";
import { Processes, type ProcessOptions } from "./processes.ts";
import type { Limits } from "./run-group.ts";

type Options = ProcessOptions & Limits & { readonly shell: string };

/** Runs a command and gathers what it prints; `onText` sees all of it so far. */
async function run(
  command: string,
  { shell = "/bin/sh", ...options }: Partial<Options> = {},
  onText: (text: string) => void = () => {},
) {
  const chunks: Uint8Array[] = [];
  const text = (): string => Buffer.concat(chunks).toString();
  await using processes = new Processes();
  const program = { file: shell, args: ["-c", command], merged: true } as const;
  const result = await processes.run(program, {
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

/** Of the first line: behind it a shell may say that its child was ended. */
const pidsIn = (text: string): readonly number[] =>
  text.split("\n", 1)[0]?.split(" ").map(Number) ?? [];

test("SH-1: both outputs come in the order they were written, to the last byte", async () => {
  const lines = "i=0; while [ $i -lt 200 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done; exit 7";
  const { text, ...end } = await run(lines);
  expect(text).toBe(Array.from({ length: 200 }, (_, i) => `o${i}\ne${i}\n`).join(""));
  expect(end).toEqual({ end: "exited", exitCode: 7, signal: null, problem: null, strays: 0 });
});

test("SH-1: what the shell itself complains about is output too, with the right line", async () => {
  const broken = await run("echo 'open");
  expect(broken.exitCode).toBeGreaterThan(0);
  expect(broken.text).not.toBe("");
  const { text } = await run("true\nno-such-command", { shell: "/bin/bash" });
  expect(text).toContain("line 2: no-such-command");
});

test("SH-1: raw bytes, no input, and no environment but the given one and the mark", async () => {
  const { text } = await run("cat; printf 'a\\000\\377b'; echo \"[$HOME$X]\"", {
    env: { PATH: process.env["PATH"], X: "x" },
  });
  expect(text).toBe(Buffer.from("a\0\xffb[x]\n", "latin1").toString());
  const names = await run("env | cut -d= -f1 | sort", { env: { PATH: process.env["PATH"] } });
  expect(names.text).toBe("PATH\nPWD\nSQUIRE_CALL_ID\n");
});

test("SH-16: a program that dies of a signal has no exit code", async () => {
  expect(await run("kill -9 $$")).toMatchObject({
    end: "exited",
    exitCode: null,
    signal: "SIGKILL",
  });
});

test("SH-1: memory stays flat: nothing is read while the reader is busy", async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let [bytes, handedOn] = [0, 0];
  await using processes = new Processes();
  const program = { file: "head", args: ["-c", "8000000", "/dev/zero"], merged: true } as const;
  const running = processes.start(program, {
    env: { PATH: process.env["PATH"] },
    onOutput(chunk) {
      bytes += chunk.length;
      handedOn++;
      if (handedOn === 1) void Bun.sleep(50).then(open);
      return gate;
    },
  });
  if (running instanceof Error) throw running;
  await gate;
  // One chunk from each pipe at most, and they are far from being all.
  expect(handedOn).toBe(1);
  expect(bytes).toBeLessThan(2_000_000);
  expect(await running.ended).toMatchObject({ exitCode: 0 });
  expect(bytes).toBe(8_000_000);
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

test.each([
  ["SH-4: those who do not listen are killed two seconds later", "timed-out", 2_000],
  ["LOOP-9: on an abort they are killed before the loop has lost its patience", "aborted", 500],
] as const)("%s", async (_, why, graceMs) => {
  const clock = new FakeClock();
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  // Its child ignores the request as well.
  const deaf = "trap '' TERM; sleep 60 >/dev/null & echo $! $$; wait; sleep 60";
  const limits = { clock, signal: stop.signal, timeoutMs: 5_000 };
  const running = run(deaf, limits, () => started.resolve());
  await started.promise;
  if (why === "aborted") stop.abort();
  else await clock.advance(5_000);
  // The kill, and the time limit that is still there on an abort.
  await clock.whenPending(why === "aborted" ? 2 : 1);
  await clock.advance(graceMs - 1);
  expect(await Promise.race([running, Bun.sleep(30)])).toBeUndefined();
  await clock.advance(1);
  const { end, text } = await running;
  expect(end).toBe(why);
  expect(await Promise.all(pidsIn(text).map(processGone))).toEqual([true, true]);
  expect(clock.pending).toBe(0);
});

test("SH-4: who wants to tidy up may; what it says then is still heard", async () => {
  const stop = new AbortController();
  const tidy = "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.01; done";
  // On a clock that stands still: however long it takes, nobody is killed before.
  const limits = { signal: stop.signal, clock: new FakeClock() };
  const { end, text } = await run(tidy, limits, () => stop.abort());
  expect(end).toBe("aborted");
  expect(text).toEndWith("bye\n");
});

test("LOOP-9: nothing starts after an abort", async () => {
  const { end, text } = await run("echo x", { signal: AbortSignal.abort() });
  expect({ end, text }).toEqual({ end: "aborted", text: "" });
});

test("SH-5: a child in the background neither holds up the end nor outlives it", async () => {
  const { end, exitCode, strays, text } = await run("sleep 60 & echo $!; exit 3");
  expect({ end, exitCode, strays }).toEqual({ end: "exited", exitCode: 3, strays: 1 });
  expect(await processGone(Number(text))).toBe(true);
});

test("SH-5: output behind the exit is waited for", async () => {
  // It goes on as soon as its parent has ended, and needs no other program for that.
  const late = "while kill -0 $$ 2>/dev/null; do :; done; echo late";
  expect(await run(`(${late}) & echo early`)).toMatchObject({
    end: "exited",
    text: "early\nlate\n",
    strays: 0,
  });
});

test("a program or a folder that is missing, and a command with a NUL, are no crash", async () => {
  expect(await run("echo x", { shell: "/no/such/shell" })).toMatchObject({ exitCode: 127 });
  const missing = [await run("echo x", { cwd: "/no/such/folder" }), await run("echo \0")];
  for (const result of missing) {
    expect(result).toMatchObject({ end: "failed-to-start", exitCode: null, text: "" });
    expect(result.problem).not.toBe("");
  }
});

test("SH-14 (part): when its owner ends, everything ends, and nothing starts any more", async () => {
  const processes = new Processes();
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = {
    env: { PATH: process.env["PATH"] },
    onOutput: (chunk: Uint8Array) => resolve(Buffer.from(chunk).toString()),
  };
  const sleeper = { file: "/bin/sh", args: ["-c", "sleep 60 & echo $! $$; wait"] };
  const running = processes.start(sleeper, options);
  if (running instanceof Error) throw running;
  const pids = pidsIn(await promise);
  await processes[Symbol.asyncDispose]();
  expect(await running.ended).toMatchObject({ end: "stopped", exitCode: null });
  expect(await Promise.all(pids.map(processGone))).toEqual([true, true]);
  expect(processes.start(sleeper, options)).toBeInstanceOf(Error);
});
