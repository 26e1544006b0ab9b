import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { EventTooLarge, sseFrames } from "./sse.ts";
import type { SseFrame } from "./sse.ts";

const encoder = new TextEncoder();

function cut(...chunks: readonly Uint8Array[]): readonly SseFrame[] {
  const frames = sseFrames();
  return chunks.flatMap((chunk) => frames.push(chunk));
}

const STREAMS: readonly (readonly [string, string, readonly SseFrame[]])[] = [
  ["one event", "data: a\n\n", [{ data: "a" }]],
  ["a name and an id", "event: x\nid: 7\ndata: a\n\n", [{ event: "x", id: "7", data: "a" }]],
  ["several lines", "data: a\ndata: b\ndata\n\n", [{ data: "a\nb\n" }]],
  ["no space, one space, two spaces", "data:a\ndata: b\ndata:  c\n\n", [{ data: "a\nb\n c" }]],
  ["CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", [{ data: "a" }, { data: "b" }]],
  ["CR", "data: a\r\rdata: b\r\r", [{ data: "a" }, { data: "b" }]],
  [
    "all line ends in one",
    "data: a\r\n\ndata: b\r\r\ndata: c\n\r",
    [{ data: "a" }, { data: "b" }, { data: "c" }],
  ],
  ["a mark at the start", "\uFEFFdata: a\n\n", [{ data: "a" }]],
  ["a mark later is text", "data: \uFEFFa\n\n", [{ data: "\uFEFFa" }]],
  [
    "comments and unknown fields",
    ": hi\n\n:\nfoo: bar\nretry: 5\ndata: a\n: x\n\n",
    [{ data: "a" }],
  ],
  ["many bytes per character", "data: äöü 日本 😀\n\n", [{ data: "äöü 日本 😀" }]],
  ["nothing in it", "event: ping\n\ndata:\n\n", [{ data: "" }]],
  ["no end", "data: a\n\ndata: b\n", [{ data: "a" }]],
];

test.each(STREAMS)("PROV-3: %s, whole and cut at every byte", (_name, text, expected) => {
  const bytes = encoder.encode(text);
  expect(cut(bytes)).toEqual(expected);
  for (let at = 1; at < bytes.length; at++) {
    expect(cut(bytes.subarray(0, at), bytes.subarray(at))).toEqual(expected);
  }
  expect(cut(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});

test("PROV-3: an event arrives with its blank line, not with the next one", () => {
  for (const text of ["data: a\n\n", "data: a\r\n\r\n", "data: a\r\r"]) {
    expect(cut(encoder.encode(text))).toEqual([{ data: "a" }]);
  }
});

test("PROV-3: any cut gives the same events", () => {
  const piece = fc.constantFrom(
    "data: ",
    "event: e",
    "id: 1",
    ":",
    "a",
    "😀",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
  );
  fc.assert(
    fc.property(fc.array(piece), fc.array(fc.nat(50)), (pieces, sizes) => {
      const bytes = encoder.encode(pieces.join(""));
      const chunks: Uint8Array[] = [];
      let at = 0;
      for (const size of sizes) chunks.push(bytes.subarray(at, (at += size)));
      expect(cut(...chunks, bytes.subarray(at))).toEqual(cut(bytes));
    }),
    { numRuns: 300 },
  );
});

test("PROV-3: the event in which a body broke off can be had", () => {
  const frames = sseFrames();
  frames.push(encoder.encode("data: a\n\ndata: b"));
  expect(frames.rest()).toEqual({ data: "b" });
  expect(sseFrames().rest()).toBeNull();
});

test("PROV-3: bytes that are no UTF-8 are replaced, not fatal", () => {
  expect(cut(encoder.encode("data: a"), Uint8Array.of(0xff, 0x0a, 0x0a))).toEqual([
    { data: "a\uFFFD" },
  ]);
});

test("PROV-3: an event beyond the limit is refused, in one piece and in many", () => {
  const line = encoder.encode(`data: ${"x".repeat(100)}\n`);
  expect(() => sseFrames(50).push(encoder.encode(`data: ${"x".repeat(100)}\n\n`))).toThrow(
    EventTooLarge,
  );
  expect(() => sseFrames(50).push(line.subarray(0, 90))).toThrow(EventTooLarge);
  const frames = sseFrames(450);
  for (let n = 0; n < 4; n++) frames.push(line);
  expect(() => frames.push(line)).toThrow(EventTooLarge);
});

test("PROV-3: a large event in small chunks is put together", () => {
  const bytes = encoder.encode(`data: ${"x".repeat(10_000_000)}\n\n`);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += 16_384) chunks.push(bytes.subarray(at, at + 16_384));
  expect(cut(...chunks)[0]?.data.length).toBe(10_000_000);
});
