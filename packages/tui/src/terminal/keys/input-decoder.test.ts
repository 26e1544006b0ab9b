import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { InputDecoder } from "./input-decoder.ts";
import { chordOf, type InputEvent } from "./key.ts";

const ESC = "\u001b";
const utf8 = new TextEncoder();

function decode(text: string, cuts: readonly number[] = []): readonly InputEvent[] {
  const bytes = utf8.encode(text);
  const decoder = new InputDecoder();
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b)];
  const events = places.flatMap((from, index) =>
    decoder.push(bytes.subarray(from, places[index + 1] ?? bytes.length)),
  );
  return [...events, ...decoder.flush()];
}

function words(events: readonly InputEvent[]): readonly string[] {
  return events.map((event) => {
    if (event.type === "key") return chordOf(event.key);
    return event.type === "paste" ? `paste:${event.text}` : event.reply.type;
  });
}

describe("TUI-10: input", () => {
  test("TUI-10: keys, pastes and answers in one stream", () => {
    const text = `hi${ESC}[A${ESC}[200~two\nlines ${ESC}[31m${ESC}[201~${ESC}[?1u${ESC}[?12;40R${ESC}[Iü`;
    expect(words(decode(text))).toEqual([
      "h",
      "i",
      "up",
      `paste:two\nlines ${ESC}[31m`,
      "keyboard",
      "cursor",
      "focus",
      "ü",
    ]);
  });

  test("TUI-10: the background colour, with both ends", () => {
    const reply = { type: "background", colour: "rgb:1e1e/1e1e/2e2e" };
    for (const end of ["\u0007", `${ESC}\\`]) {
      expect(decode(`${ESC}]11;rgb:1e1e/1e1e/2e2e${end}x`)).toMatchObject([
        { type: "reply", reply },
        { type: "key" },
      ]);
    }
  });

  test("TUI-10: a lone ESC waits, two of them are two keys", () => {
    const decoder = new InputDecoder();
    expect(decoder.push(utf8.encode(ESC))).toEqual([]);
    expect(decoder.waiting).toBe(true);
    expect(words(decoder.flush())).toEqual(["escape"]);
    expect(decoder.waiting).toBe(false);
    expect(words(decode(`${ESC}${ESC}`))).toEqual(["escape", "escape"]);
    expect(words(decode(`${ESC}${ESC}x`))).toEqual(["escape", "alt+x"]);
  });

  test("TUI-10: an endless answer does not swallow the keys behind it", () => {
    expect(words(decode(`${ESC}]52;c;${"A".repeat(5000)}`)).length).toBeGreaterThan(500);
  });

  test("TUI-10: wherever the bytes are cut, the same events come out", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ESC,
        `${ESC}[A`,
        `${ESC}[1;5C`,
        `${ESC}[27;5;99~`,
        `${ESC}[99;5u`,
        `${ESC}OP`,
      ),
      fc.constantFrom(
        `${ESC}[200~`,
        `${ESC}[201~`,
        `${ESC}]11;rgb:0/0/0`,
        "\u0007",
        "[",
        "$",
        "\r",
      ),
      fc.constantFrom("漢字", "😀", "é", "x", `${ESC}[7$`, `${ESC}[[B`),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    const input = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(input, fc.array(fc.nat(), { maxLength: 10 }), (text, cuts) => {
        expect(decode(text, cuts)).toEqual(decode(text));
      }),
      { numRuns: 3000 },
    );
  });

  test("TUI-10: a megabyte of paste comes out whole, in pieces of any size", () => {
    const text = "0123456789abcdef漢\n".repeat(55_000);
    const bytes = utf8.encode(`${ESC}[200~${text}${ESC}[201~`);
    const decoder = new InputDecoder();
    const events: InputEvent[] = [];
    for (let at = 0; at < bytes.length; at += 1021) {
      events.push(...decoder.push(bytes.subarray(at, at + 1021)));
    }
    expect(events).toEqual([{ type: "paste", text }]);
  });
});
