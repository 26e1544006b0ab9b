import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { chordOf } from "./key.ts";
import { parseKey } from "./parse-key.ts";

const ESC = "\u001b";

function chord(sequence: string): string | null {
  const key = parseKey(sequence);
  return key === null ? null : chordOf(key);
}

describe("TUI-10: keys", () => {
  test.each([
    ["a", "a"],
    ["A", "A"],
    ["é", "é"],
    ["漢", "漢"],
    ["😀", "😀"],
    [" ", "space"],
    ["\r", "enter"],
    ["\n", "ctrl+j"],
    ["\t", "tab"],
    ["\u007f", "backspace"],
    ["\u0003", "ctrl+c"],
    ["\u0000", "ctrl+space"],
    ["\u001f", "ctrl+_"],
    [ESC, "escape"],
    [`${ESC}[A`, "up"],
    [`${ESC}OA`, "up"],
    [`${ESC}OP`, "f1"],
    [`${ESC}[15~`, "f5"],
    [`${ESC}[[A`, "f1"],
    [`${ESC}[Z`, "shift+tab"],
    [`${ESC}[3~`, "delete"],
    [`${ESC}[1;5C`, "ctrl+right"],
    [`${ESC}[3;3~`, "alt+delete"],
    [`${ESC}[a`, "shift+up"],
    [`${ESC}Oa`, "ctrl+up"],
    [`${ESC}[7^`, "ctrl+home"],
    [`${ESC}[7$`, "shift+home"],
    [`${ESC}t`, "alt+t"],
    [`${ESC}T`, "alt+shift+t"],
    [`${ESC}\r`, "alt+enter"],
    [`${ESC}\u007f`, "alt+backspace"],
    [`${ESC}${ESC}[A`, "alt+up"],
    [`${ESC}[`, "alt+["],
  ])("TUI-10: legacy %j is %s", (sequence, expected) => {
    expect(chord(sequence)).toBe(expected);
  });

  test.each([
    [`${ESC}[27;5;99~`, "ctrl+c"],
    [`${ESC}[27;2;13~`, "shift+enter"],
    [`${ESC}[27;6;80~`, "ctrl+shift+p"],
    [`${ESC}[27;3;116~`, "alt+t"],
  ])("TUI-10: modifyOtherKeys %j is %s", (sequence, expected) => {
    expect(chord(sequence)).toBe(expected);
  });

  test.each([
    [`${ESC}[27u`, "escape"],
    [`${ESC}[13;2u`, "shift+enter"],
    [`${ESC}[99;5u`, "ctrl+c"],
    [`${ESC}[99;5:1u`, "ctrl+c"],
    [`${ESC}[99;5:2u`, "ctrl+c"],
    [`${ESC}[97u`, "a"],
    [`${ESC}[97;2u`, "A"],
    [`${ESC}[97:65;2u`, "A"],
    [`${ESC}[49:33;2;33u`, "!"],
    [`${ESC}[57414u`, "enter"],
    [`${ESC}[57404u`, "5"],
    [`${ESC}[1;3:1A`, "alt+up"],
    [`${ESC}[9;2u`, "shift+tab"],
    [`${ESC}[116;9u`, "super+t"],
  ])("TUI-10: Kitty %j is %s", (sequence, expected) => {
    expect(chord(sequence)).toBe(expected);
  });

  test("TUI-10: Caps Lock and Num Lock change nothing", () => {
    for (const modifiers of [1, 2, 3, 5, 6]) {
      const plain = parseKey(`${ESC}[99;${modifiers}u`);
      expect(plain).not.toBeNull();
      for (const locks of [64, 128, 192]) {
        expect(parseKey(`${ESC}[99;${modifiers + locks}u`)).toEqual(plain);
      }
    }
  });

  test.each([
    "",
    `${ESC}[99;5:3u`,
    `${ESC}[57358u`,
    `${ESC}[57441u`,
    `${ESC}[999~`,
    `${ESC}[1;2;3;4A`,
    `${ESC}[99;0u`,
    `${ESC}[99;999u`,
    `${ESC}[1114112u`,
    `${ESC}[55296u`,
    `${ESC}[<0;1;1M`,
    `${ESC}[?1;2c`,
    `${ESC}]0;x\u0007`,
    `${ESC}OZ`,
    "\u0085",
    "ab",
  ])("TUI-10: %j is no key", (sequence) => {
    expect(parseKey(sequence)).toBeNull();
  });

  test("TUI-10: whatever comes, it is a key or null", () => {
    const piece = fc.constantFrom(ESC, "[", "O", "]", ";", ":", "~", "u", "1", "27", "5", "A", "$");
    const noise = fc.array(fc.oneof(piece, fc.string({ unit: "binary" })), { maxLength: 8 });
    fc.assert(
      fc.property(noise, (pieces) => {
        const key = parseKey(pieces.join(""));
        if (key === null) return;
        expect(key.name).not.toBe("");
        // What a key types is never a control: it would reach the screen.
        expect(key.text ?? "").not.toMatch(/\p{Cc}/u);
      }),
      { numRuns: 3000 },
    );
  });
});
