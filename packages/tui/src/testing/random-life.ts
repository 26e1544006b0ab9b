import * as fc from "fast-check";
import { startFace } from "./running-face.ts";
import {
  approval,
  delta,
  question,
  reply,
  toolFinished,
  toolStarted,
  turnFinished,
  turnStarted,
} from "./script.ts";

const ESC = "\u001b";
const CONTROLS = [1, 5, 7, 11, 12, 15, 16, 18, 20, 21, 23, 25, 31, 127].map((code) =>
  String.fromCharCode(code),
);
const SEQUENCES = ["[A", "[B", "[C", "[D", "[Z", "\r", "t", "[3~", "[1;5D", "[99;5:3u"].map(
  (rest) => ESC + rest,
);
const CHARACTERS = ["a", "/", "@", "!", "#", " ", "漢", "👩‍👩‍👧", "e\u0301", "ש", "\r", "\t", ESC];
const LONG = [
  `${ESC}[200~pasted\n${"line\n".repeat(15)}${ESC}[201~`,
  `${ESC}]11;rgb:ffff/ffff/ffff\u0007`,
];

const keys = fc.constantFrom(...CHARACTERS, ...CONTROLS, ...SEQUENCES, ...LONG);
const typed = fc
  .array(keys, { minLength: 1, maxLength: 12 })
  .map((all) => ({ type: "keys", text: all.join("") }) as const);
const resized = fc
  .record({ columns: fc.constantFrom(20, 33, 80, 300), rows: fc.constantFrom(6, 12, 40) })
  .map((size) => ({ type: "size", ...size }) as const);
const happened = fc
  .constantFrom("turn", "text", "tool", "ask", "question", "end")
  .map((type) => ({ type }) as const);
const step = fc.oneof(
  { weight: 12, arbitrary: typed },
  { weight: 1, arbitrary: resized },
  { weight: 2, arbitrary: happened },
);

export type Life = { readonly keySequences: number };

/** Lives of the whole face with any keys, pastes, sizes and events. Throws where one goes wrong. */
export async function liveRandomly(runs: number, seed?: number): Promise<Life> {
  let keySequences = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const face = await startFace();
      for (const [index, one] of steps.entries()) {
        if (one.type === "keys") await face.type(one.text);
        else if (one.type === "size") await face.terminal.resize(one.columns, one.rows);
        else face.host.emit(...happening(one.type, index));
        await face.timers.pass(30);
        keySequences += one.type === "keys" ? 1 : 0;
      }
      await face.stop();
      const { raw, modes, emulator } = face.terminal;
      const isPutBack = !raw && !modes.paste && !modes.cursorHidden && modes.kitty === 0;
      if (!isPutBack) throw new Error(`The terminal was left in ${JSON.stringify({ raw, modes })}`);
      // Among the keys may be a /clear, which is two sequences in one write.
      const wished = emulator.written.filter((text) => text === "\u001b[2J\u001b[H").length * 2;
      if (emulator.clears > wished) throw new Error("The screen was cleared.");
    }),
    { numRuns: runs, ...(seed === undefined ? {} : { seed }) },
  );
  return { keySequences };
}

type Happening = "turn" | "text" | "tool" | "ask" | "question" | "end";

function happening(what: Happening, index: number) {
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
