import { expect, test } from "bun:test";
import { Terminal } from "@xterm/headless";
import { FinishedRows } from "./face-rows.ts";

/** Frames written one after the other, each looked at. */
async function watched(frames: readonly string[]): Promise<number> {
  const terminal = new Terminal({ cols: 40, rows: 6, allowProposedApi: true });
  const finished = new FinishedRows();
  for (const frame of frames) {
    await new Promise<void>((resolve) => terminal.write(frame, resolve));
    finished.look(terminal);
  }
  finished.settle(terminal);
  return finished.touched;
}

const PROMPT = "\r\n▸ type here";

test("rows that are written once and stay are fine; the prompt may change", async () => {
  const frames = [`one\r\ntwo${PROMPT}`, "\r\u001b[Kthree\r\n▸ typed", "\r\u001b[Kfour\r\n▸ more"];
  expect(await watched(frames)).toBe(0);
});

test("a row above that goes away for a moment is seen", async () => {
  const frames = [`one\r\ntwo${PROMPT}`, "\u001b[H\u001b[2K", "\rone\u001b[2B"];
  expect(await watched(frames)).toBeGreaterThan(0);
});
