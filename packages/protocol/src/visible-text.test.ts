import { expect, test } from "bun:test";
import fc from "fast-check";
import { visibleText } from "./visible-text.ts";

test("PERM-10 (part): what cannot be seen is written out", () => {
  expect(visibleText("rm -rf\u00a0build\u200b # \u202eevil")).toBe(
    "rm -rf⟨U+00A0⟩build⟨U+200B⟩ # ⟨U+202E⟩evil",
  );
  expect(visibleText("\u001b[2J\r\u0000\u{e0041}\ud800")).toBe(
    "⟨U+001B⟩[2J⟨U+000D⟩⟨U+0000⟩⟨U+E0041⟩⟨U+D800⟩",
  );
  expect(visibleText("ein\tTäst\nmit 漢字 und 👍")).toBe("ein\tTäst\nmit 漢字 und 👍");
});

const odd = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({
    unit: fc.constantFrom("a", " ", "\n", "\u200b", "\u202e", "⟨", "⟩", "U+200B", "\r"),
  }),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
);

/** The text that was shown, read back. */
function readBack(shown: string): string {
  return shown.replace(/⟨U\+([0-9A-F]+)⟩/g, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  );
}

test("PERM-10 (part): what is shown tells exactly what was meant, and holds nothing unseen", () => {
  fc.assert(
    fc.property(odd, (text) => {
      const shown = visibleText(text);
      expect(readBack(shown)).toBe(text);
      expect(/[\p{Cc}\p{Cf}\p{Cs}]/u.test(shown.replaceAll(/[\n\t]/g, ""))).toBe(false);
    }),
  );
});
