import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { RedactingSink } from "./redacting-sink.ts";
import { createRedactor, type Redactor } from "./redactor.ts";
import { madeUpSecrets } from "./testing/made-up-secrets.ts";

function streamed(redactor: Redactor, chunks: readonly string[]): string {
  const out: string[] = [];
  const sink = new RedactingSink(redactor, (text) => out.push(text));
  for (const chunk of chunks) sink.push(chunk);
  sink.end();
  return out.join("");
}

const plain = createRedactor();

test("SEC-1 (part): a secret cut at any place is found", () => {
  for (const { secret } of madeUpSecrets(1)) {
    const text = `one\nkey: ${secret}\ntwo`;
    const whole = plain.redact(text);
    expect(whole).not.toContain(secret);
    for (let cut = 0; cut <= text.length; cut++) {
      expect(streamed(plain, [text.slice(0, cut), text.slice(cut)])).toBe(whole);
    }
    expect(streamed(plain, text.split(""))).toBe(whole);
    // The twin: piece by piece without the sink the secret would go through.
    const half = text.indexOf(secret) + Math.floor(secret.length / 2);
    const naive = plain.redact(text.slice(0, half)) + plain.redact(text.slice(half));
    expect(naive).not.toBe(whole);
  }
});

test("SEC-1 (part): in any pieces the stream says what the whole would", () => {
  const secrets = madeUpSecrets(3).map(({ secret }) => secret);
  const known = createRedactor({ values: [{ value: "line one\nline two of it", kind: "mine" }] });
  const piece = fc.oneof(
    fc.constantFrom(
      ...secrets,
      "line one\nline two of it",
      "line one\n",
      "token=",
      "q7Zk29Lw0xTb5RfN",
    ),
    fc.constantFrom(
      "\n",
      "\r\n",
      " ",
      "word",
      "-----BEGIN PRIVATE KEY-----\n",
      "AAAA\n",
      "Bearer ",
    ),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 10 }),
      fc.array(fc.nat(400), { maxLength: 12 }),
      (pieces, cuts) => {
        const text = pieces.join("");
        const chunks: string[] = [];
        let at = 0;
        for (const cut of cuts) {
          chunks.push(text.slice(at, at + cut));
          at += cut;
        }
        chunks.push(text.slice(at));
        expect(streamed(known, chunks)).toBe(known.redact(text));
      },
    ),
    { numRuns: 400 },
  );
});

test("lines go on at once; only what may become a secret waits", () => {
  const out: string[] = [];
  const sink = new RedactingSink(plain, (text) => out.push(text));
  sink.push("first\nsec");
  expect(out).toEqual(["first\n"]);
  sink.push("ond\n-----BEGIN PRIVATE KEY-----\n");
  expect(out.join("")).toBe("first\nsecond\n");
  sink.push("no key after all\n");
  expect(out.join("")).toEndWith("no key after all\n");
  sink.end();
  sink.end();
  expect(out.join("")).toBe("first\nsecond\n-----BEGIN PRIVATE KEY-----\nno key after all\n");
});

test("a line without end does not fill the memory", () => {
  let seen = 0;
  let longest = 0;
  const sink = new RedactingSink(plain, (text) => (seen += text.length));
  for (let round = 1; round <= 100; round++) {
    sink.push("x ".repeat(5_000));
    longest = Math.max(longest, round * 10_000 - seen);
  }
  sink.end();
  expect(seen).toBe(1_000_000);
  expect(longest).toBeLessThan(70_000);
});
