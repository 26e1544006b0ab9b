import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { startFace } from "./testing/running-face.ts";
import {
  approval,
  delta,
  question,
  reply,
  toolFinished,
  toolStarted,
  turnFinished,
  turnStarted,
} from "./testing/script.ts";

const ESC = "\u001b";

const keys = fc.constantFrom(
  ...[
    "a",
    "/",
    "@",
    "!",
    "#",
    " ",
    "漢",
    "👩‍👩‍👧",
    "e\u0301",
    "ש",
    "\r",
    "\t",
    ESC,
    "\u007f",
    "\u0012",
    "\u0014",
    "\u000f",
  ],
  ...[
    `${ESC}[A`,
    `${ESC}[B`,
    `${ESC}[C`,
    `${ESC}[D`,
    `${ESC}[Z`,
    `${ESC}\r`,
    `${ESC}t`,
    `${ESC}[3~`,
    `${ESC}[1;5D`,
  ],
  ...[
    "\u0001",
    "\u0005",
    "\u000b",
    "\u0015",
    "\u0017",
    "\u0019",
    "\u001f",
    "\u000c",
    "\u0010",
    "\u0007",
  ],
  `${ESC}[200~pasted\n${"line\n".repeat(15)}${ESC}[201~`,
  `${ESC}[99;5:3u`,
  `${ESC}]11;rgb:ffff/ffff/ffff\u0007`,
);
const size = fc.record({
  columns: fc.constantFrom(20, 33, 80, 300),
  rows: fc.constantFrom(6, 12, 40),
});
const step = fc.oneof(
  {
    weight: 12,
    arbitrary: fc
      .array(keys, { minLength: 1, maxLength: 12 })
      .map((all) => ({ type: "keys", text: all.join("") }) as const),
  },
  { weight: 1, arbitrary: size.map((to) => ({ type: "size", ...to }) as const) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("turn", "text", "tool", "ask", "question", "end")
      .map((what) => ({ type: what }) as const),
  },
);

test("TUI-11: any keys, pastes, sizes and events: it goes on, and the terminal is put back", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const face = await startFace();
      for (const [index, one] of steps.entries()) {
        if (one.type === "keys") await face.type(one.text);
        else if (one.type === "size") await face.terminal.resize(one.columns, one.rows);
        else face.host.emit(...happening(one.type, index));
        await face.timers.pass(30);
      }
      await face.stop();
      expect(face.terminal.raw).toBe(false);
      expect(face.terminal.modes).toEqual({ paste: false, cursorHidden: false, kitty: 0 });
      expect(face.terminal.emulator.clears).toBe(0);
    }),
    { numRuns: Number(process.env["SQUIRE_TORTURE_RUNS"] ?? 25) },
  );
}, 600_000);

function happening(what: "turn" | "text" | "tool" | "ask" | "question" | "end", index: number) {
  const callId = `c${index}`;
  switch (what) {
    case "turn":
      return turnStarted("go");
    case "text":
      return [delta("words 漢字 ".repeat(index)), delta("\n\n```ts\nlet x\n")];
    case "tool":
      return [reply("", { calls: [callId] }), toolStarted(callId, "run"), toolFinished(callId)];
    case "ask":
      return [toolStarted(callId, "push"), approval({ approvalId: callId, callId })];
    case "question":
      return [question({ questionId: callId })];
    case "end":
      return [turnFinished()];
  }
}

test("CMD-8: a megabyte is pasted, shown as a mark and sent whole", async () => {
  const face = await startFace();
  const text = "0123456789abcdef\n".repeat(62_000);
  await face.type(`${ESC}[200~${text}${ESC}[201~`);
  expect(await face.screen()).toContain("[paste #1: 62001 lines]");
  await face.type("\r");
  expect(face.host.called("chat.send")).toEqual([{ sessionKey: "s1", message: text }]);
  await face.stop();
});
