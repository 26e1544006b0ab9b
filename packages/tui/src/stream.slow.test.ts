import { expect, test } from "bun:test";
import { startFace } from "./testing/running-face.ts";
import {
  delta,
  reply,
  toolFinished,
  toolStarted,
  turnFinished,
  turnStarted,
} from "./testing/script.ts";

const SECONDS = 60;
const TOKENS_PER_BEAT = 20;

/** A long answer with code, lists and words of many lengths: about four letters a token. */
function token(index: number): string {
  if (index % 500 === 0) return `\n\n## Part ${index / 500}\n\n`;
  if (index % 500 === 150) return "\n\n```ts\n";
  if (index % 500 > 150 && index % 500 < 230) return index % 8 === 0 ? ";\nconst x" : ` v${index}`;
  if (index % 500 === 230) return "\n```\n\n";
  if (index % 97 === 0) return "\n\n";
  return ["the ", "stream ", "goes ", "on ", "and ", "on, ", "word ", "by "][index % 8] ?? "";
}

test("TUI-3: a minute of streaming with tool cards and resizes changes only what changes", async () => {
  const face = await startFace({ columns: 100, rows: 30 });
  face.host.emit(...turnStarted("go"));
  await face.timers.pass(200);
  const { emulator } = face.terminal;
  emulator.written.length = 0;
  let text = "";
  let shown = 0;
  let index = 0;
  let above: readonly string[] = [];
  for (let beat = 0; beat < SECONDS * 10; beat++) {
    for (let count = 0; count < TOKENS_PER_BEAT; count++) {
      const next = token(++index);
      text += next;
      face.host.emit(delta(next));
    }
    if (beat % 50 === 49) {
      // The reply ends, a tool runs, the next reply begins.
      const callId = `c${beat}`;
      face.host.emit(reply(text, { calls: [callId] }), toolStarted(callId, `run step ${beat}`));
      await face.timers.pass(100);
      face.host.emit(toolFinished(callId), {
        type: "step.started",
        runId: "r1",
        step: beat,
        model: "mock/test-1",
      });
      shown += text.length + 160;
      text = "";
    }
    await face.timers.pass(100);
    // What stands above the region is never touched again.
    const all = await emulator.lines();
    expect(all.at(-2)).toStartWith("▸ ");
    if (above.length > 0) expect(all.slice(0, above.length)).toEqual([...above]);
    above = all.slice(0, Math.max(0, all.length - 30));
    if (beat === 200 || beat === 400) {
      above = [];
      await face.terminal.resize(beat === 200 ? 80 : 100, 30);
      await face.timers.pass(100);
    }
    // Typing goes on meanwhile.
    if (beat % 10 === 0) face.terminal.type("x");
  }
  face.host.emit(reply(text), turnFinished());
  await face.timers.pass(300);
  shown += text.length;
  expect(emulator.clears).toBe(0);
  expect(emulator.bytes / shown).toBeLessThan(3);
  const lines = await emulator.lines();
  // Nothing was printed twice and nothing is missing.
  for (let part = 1; part <= Math.floor(index / 500); part++) {
    expect(lines.filter((line) => line.trim() === `Part ${part}`).length).toBe(1);
  }
  expect(lines.filter((line) => line.includes("run step")).length).toBe(12);
  expect(lines.at(-2)).toStartWith(`▸ ${"x".repeat(60)}`);
  await face.stop();
});
