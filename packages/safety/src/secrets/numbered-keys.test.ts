import { expect, test } from "bun:test";
import { createRedactor } from "./redactor.ts";
import { RedactingSink } from "./redacting-sink.ts";

// Put together here, so that no scanner takes this file for one with a key.
const KEY = "PRIVATE KEY";
const LINES = [
  `-----BEGIN OPENSSH ${KEY}-----`,
  ...Array.from({ length: 6 }, (_, at) => `Q2FuYXJ5T2ZUaGVLZXk${at}`.repeat(3)),
  `-----END OPENSSH ${KEY}-----`,
];
const { redact } = createRedactor();

const NUMBERED = {
  "a tab": (line: string, at: number) => `${at + 1}\t${line}`,
  "a colon": (line: string, at: number) => `${at + 1}:${line}`,
  "a bar": (line: string, at: number) => `${at + 1} | ${line}`,
  "blanks and a tab": (line: string, at: number) => `    ${at + 1}\t${line}`,
} as const;

for (const [how, number] of Object.entries(NUMBERED)) {
  test(`SEC-1 (part): a private key goes as a whole when its lines have numbers behind them and ${how}`, () => {
    const text = ["before", ...LINES, "after"].map(number).join("\n");
    const shown = redact(text);
    expect(shown).toContain("[REDACTED:private-key]");
    expect(shown).not.toContain("Q2FuYXJ5");
    expect(shown).not.toContain("-----END");
    expect(shown.startsWith(number("before", 0))).toBe(true);
    expect(shown.endsWith(number("after", LINES.length + 1))).toBe(true);
  });
}

test("SEC-1 (part): so it does wherever the text is cut on its way", () => {
  const text = `${LINES.map(NUMBERED["a tab"]).join("\n")}\n10\tafter\n`;
  for (let at = 0; at <= text.length; at++) {
    let out = "";
    const sink = new RedactingSink(createRedactor(), (part) => void (out += part));
    sink.push(text.slice(0, at));
    sink.push(text.slice(at));
    sink.end();
    expect(out).toBe(redact(text));
  }
});
