import { expect, test } from "bun:test";
import { terminalText } from "./terminal-text.ts";

test("SEC-8: escape sequences in a reply become visible marks", () => {
  expect(terminalText("a\u001b]52;c;ZXZpbA==\u0007b")).toBe("a␛]52;c;ZXZpbA==␇b");
  expect(terminalText("\u009b2J\u202eevil")).toBe("\\u009b2J\\u202eevil");
});

test("ordinary text, tabs and both line endings pass", () => {
  expect(terminalText("ein\tTäst\r\nmit 漢字 und 👩‍💻\n")).toBe("ein\tTäst\nmit 漢字 und 👩‍💻\n");
});
