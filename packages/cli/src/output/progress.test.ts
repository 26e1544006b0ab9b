import { expect, test } from "bun:test";
import type { AgentEvent } from "@squire/protocol";
import { fakeIo } from "../testing/fake-io.ts";
import { progressFor } from "./progress.ts";
import type { Clock } from "./progress.ts";

const run = { runId: "r" } as const;
const asking: AgentEvent = { type: "step.started", ...run, step: 1, model: "mock/m" };
const said = (text: string): AgentEvent => ({ type: "text.delta", ...run, block: 0, text });

function handClock(): Clock & { advance(ms: number): void } {
  let now = 0;
  let tick = (): void => {};
  return {
    now: () => now,
    every: (_ms, call) => {
      tick = call;
      return () => (tick = () => {});
    },
    advance: (ms) => {
      now += ms;
      tick();
    },
  };
}

test("CLI-4 (part): one line says what is going on, and is gone at the end", () => {
  const io = fakeIo({ isTty: true, env: { NO_COLOR: "1" } });
  const clock = handClock();
  const progress = progressFor(io, false, clock);
  progress.event(asking);
  clock.advance(2_000);
  progress.stderr.write("squire: a note\n");
  progress.event({
    type: "tool.started",
    ...run,
    callId: "c",
    name: "bash",
    summary: "npm test\u001b[2J",
    effect: "execute",
    args: {},
  });
  progress.stop();
  expect(io.err().split("\r\u001B[K")).toEqual([
    "",
    "asking mock/m…",
    "asking mock/m… (2 s)",
    "squire: a note\n",
    "npm test␛[2J…",
    "",
  ]);
  clock.advance(2_000);
  expect(io.err()).toEndWith("\r\u001B[K");
});

test("CLI-4 (part): it does not come between the words of an answer", () => {
  const io = fakeIo({ isTty: true, env: { NO_COLOR: "1" } });
  const clock = handClock();
  const progress = progressFor(io, false, clock);
  progress.stdout.write("half a ");
  progress.event(said("half a "));
  clock.advance(5_000);
  expect([io.out(), io.err()]).toEqual(["half a ", ""]);
  progress.stdout.write("line\n");
  clock.advance(1_000);
  expect(io.err()).toBe("\r\u001B[Kwriting… (6 s)");
  progress.stop();
});

test("CLI-4 (part): a pipe, --plain and a dumb terminal get nothing of it", () => {
  const outsides = [
    [fakeIo(), false],
    [fakeIo({ isTty: true }), true],
    [fakeIo({ isTty: true, env: { TERM: "dumb" } }), false],
  ] as const;
  for (const [io, plain] of outsides) {
    const clock = handClock();
    const progress = progressFor(io, plain, clock);
    progress.event(asking);
    clock.advance(3_000);
    progress.stop();
    expect(io.err()).toBe("");
  }
});

test("CLI-4 (part): the line never wraps, whatever a tool says of itself", () => {
  const env = { LANG: "C", NO_COLOR: "1" };
  const io = fakeIo({ isTty: true, env, columns: 40 });
  const progress = progressFor(io, false, handClock());
  for (const model of ["x".repeat(200), "漢字".repeat(100)]) {
    progress.event({ ...asking, model });
  }
  progress.stop();
  const lines = io.err().split("\r\u001B[K");
  const width = (line: string): number =>
    Array.from(line).reduce((sum, char) => sum + (char > "\u1100" && char !== "…" ? 2 : 1), 0);
  expect(lines).toHaveLength(4);
  expect(Math.max(...lines.map(width))).toBeLessThan(40);
  expect(lines[1]).toEndWith("...");
});
