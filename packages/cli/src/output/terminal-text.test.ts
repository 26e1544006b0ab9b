import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { terminalText, TerminalStream } from "./terminal-text.ts";

test("SEC-8: escape sequences in a reply become visible marks", () => {
  expect(terminalText("a\u001b]52;c;ZXZpbA==\u0007b")).toBe("a␛]52;c;ZXZpbA==␇b");
  expect(terminalText("\u009b2J\u202eevil")).toBe("\\u009b2J\\u202eevil");
});

test("ordinary text, tabs and both line endings pass", () => {
  expect(terminalText("ein\tTäst\r\nmit 漢字 und 👩‍💻\n")).toBe("ein\tTäst\nmit 漢字 und 👩‍💻\n");
});

test("S42: a reply in pieces is shown as the whole is, wherever it is cut", () => {
  const piece = fc.constantFrom(
    "a",
    "\r",
    "\n",
    "\r\n",
    "\u001b[31m",
    "\u009b",
    "漢",
    "👩‍💻",
    "\u202e",
    "\t",
  );
  fc.assert(
    fc.property(fc.array(fc.array(piece)), (deltas) => {
      const stream = new TerminalStream();
      const texts = deltas.map((parts) => parts.join(""));
      const shown = [...texts, "\n"].map((text) => stream.push(text)).join("");
      expect(shown).toBe(terminalText(`${texts.join("")}\n`));
      // oxlint-disable-next-line no-control-regex
      expect(shown).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f]/);
    }),
    { numRuns: 300 },
  );
});
