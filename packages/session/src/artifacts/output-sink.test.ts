import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { faultTree } from "../snapshots/testing/fault-tree.ts";
import { memoryTree } from "../snapshots/testing/memory-tree.ts";
import type { TreeDisk } from "../snapshots/tree-disk.ts";
import { OutputDecoder } from "./output-cleaner.ts";
import { OutputSink, type OutputDump } from "./output-sink.ts";
import { openArtifacts, type ArtifactStore } from "./store.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function artifactsOn(disk: TreeDisk): ArtifactStore {
  let count = 0;
  return openArtifacts({ disk, clock: { now: () => 1 }, ids: () => `${++count}` }, "/artifacts");
}

async function dumpOf(
  chunks: readonly Uint8Array[],
  capacity?: number,
  artifacts: ArtifactStore | null = artifactsOn(memoryTree()),
): Promise<OutputDump> {
  const sink = new OutputSink({ artifacts, tool: "bash", ...(capacity ? { capacity } : {}) });
  for (const chunk of chunks) await sink.write(chunk);
  return sink.dump();
}

/** Cuts wherever it is told, also between the bytes of a character. */
function cut(whole: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const at = [...new Set(places.map((place) => place % (whole.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((start, index) => whole.subarray(start, at[index] ?? whole.length));
}

const nasty = fc.constantFrom("a", "\n", "\r", "\r\n", "\0", "é", "世", "👍🏽", "\x1b[31m", "\uFEFF");
const output = fc.oneof(
  fc.array(nasty, { maxLength: 60 }).map((parts) => bytes(parts.join(""))),
  fc.uint8Array({ maxLength: 80 }),
);

describe("URL-3: output sink", () => {
  test("URL-3: short output comes as it is, without NUL and CR LF, and makes no artifact", async () => {
    const dump = await dumpOf([bytes("a\0b\r\nc\rd\x1b[31m\n")]);
    expect(dump).toEqual({
      text: "ab\nc\rd\x1b[31m\n",
      truncated: false,
      droppedBytes: 0,
      droppedLines: 0,
      totalBytes: 12,
      totalLines: 2,
      rawBytes: 14,
    });
  });

  test("URL-3: long output keeps head and tail, says what is missing, and spills all of it", async () => {
    const artifacts = artifactsOn(memoryTree());
    const lines = Array.from({ length: 40_000 }, (_, at) => `line ${at}\n`).join("");
    const dump = await dumpOf(cut(bytes(lines), [7, 99_000, 200_000]), undefined, artifacts);
    expect(dump).toMatchObject({ truncated: true, totalLines: 40_000, totalBytes: lines.length });
    expect(dump.text.startsWith("line 0\nline 1\n")).toBe(true);
    expect(dump.text.endsWith("line 39998\nline 39999\n")).toBe(true);
    const mark = `\n[… ${dump.droppedBytes} bytes, ${dump.droppedLines} lines left out …]\n`;
    expect(dump.text).toContain(mark);
    expect(dump.text.length - mark.length + dump.droppedBytes).toBe(lines.length);
    expect(dump.text.length - mark.length).toBe(100_000);
    const kept = await artifacts.read(dump.artifactId ?? "", { offset: 0, limit: 1_000_000 });
    expect(kept.kind === "found" && new TextDecoder().decode(kept.bytes) === lines).toBe(true);
  });

  test("URL-3: the cuts fall between characters", async () => {
    const text = "👍".repeat(100);
    for (const capacity of [10, 11, 12, 13, 14, 15, 16, 17]) {
      const dump = await dumpOf([bytes(text)], capacity);
      const shown = dump.text.replace(/\n\[… .* …\]\n/, "");
      expect(shown).toBe("👍".repeat((dump.totalBytes - dump.droppedBytes) / 4));
    }
  });

  test("URL-3: bytes in any chunks give the same dump", async () => {
    const places = fc.array(fc.nat(), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        output,
        places,
        fc.integer({ min: 1, max: 90 }),
        async (raw, at, capacity) => {
          const whole = await dumpOf([raw], capacity);
          expect(await dumpOf(cut(raw, at), capacity)).toEqual(whole);
          expect(whole.rawBytes).toBe(raw.length);
          expect(whole.artifactId !== undefined).toBe(raw.length > capacity);
          if (whole.truncated) expect(whole.droppedBytes).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("URL-3: text for a screen, chunk by chunk, adds up to the same text", () => {
    fc.assert(
      fc.property(output, fc.array(fc.nat(), { maxLength: 12 }), (raw, at) => {
        const decoder = new OutputDecoder();
        const parts = cut(raw, at).map((chunk) => decoder.push(chunk));
        const whole = new OutputDecoder();
        expect(parts.join("") + decoder.end()).toBe(whole.push(raw) + whole.end());
      }),
      { numRuns: 300 },
    );
    const decoder = new OutputDecoder();
    expect([decoder.push(bytes("é").subarray(0, 1)), decoder.push(bytes("é").subarray(1))]).toEqual(
      ["", "é"],
    );
  });

  test("URL-3: the counts add up, and agree with the text when nothing is missing", async () => {
    await fc.assert(
      fc.asyncProperty(output, async (raw) => {
        const dump = await dumpOf([raw], 1000);
        const expected = new TextDecoder("utf-8", { ignoreBOM: true })
          .decode(raw.filter((byte) => byte !== 0))
          .replaceAll("\r\n", "\n");
        expect(dump.text).toBe(expected);
        const lines = expected.split("\n");
        expect(dump.totalLines).toBe(lines.at(-1) === "" ? lines.length - 1 : lines.length);
      }),
      { numRuns: 200 },
    );
  });

  test("PKG-6 URL-3: a full disk costs the artifact, not the output", async () => {
    for (let at = 1; at <= 12; at++) {
      const full = faultTree(memoryTree(), { at, type: "fail_from_then_on", code: "ENOSPC" });
      const dump = await dumpOf(
        cut(bytes("x".repeat(500)), [100, 200, 300]),
        50,
        artifactsOn(full),
      );
      expect(dump).toMatchObject({ truncated: true, totalBytes: 500, rawBytes: 500 });
      expect(dump.artifactId === undefined).toBe(dump.spillFailure?.includes("ENOSPC") === true);
    }
  });

  test("URL-3: an artifact has a largest size; without a store there is none", async () => {
    const artifacts = artifactsOn(memoryTree());
    const sink = new OutputSink({ artifacts, tool: "t", capacity: 10, maxArtifactBytes: 25 });
    for (let count = 0; count < 9; count++) await sink.write(bytes("0123456789"));
    const dump = await sink.dump();
    expect(dump).toMatchObject({ rawBytes: 90, artifactCut: true });
    expect(await artifacts.find(dump.artifactId ?? "")).toMatchObject({ size: 25 });
    expect(await sink.dump()).toEqual(dump);
    expect(await dumpOf([bytes("x".repeat(99))], 10, null)).not.toHaveProperty("artifactId");
  });

  test("URL-3: short output is kept too where it is wanted", async () => {
    const artifacts = artifactsOn(memoryTree());
    const sink = new OutputSink({ artifacts, tool: "bash" });
    await sink.write(bytes("short"));
    const dump = await sink.dump(({ totalBytes }) => totalBytes === 5);
    expect(await artifacts.find(dump.artifactId ?? "")).toMatchObject({ size: 5 });
    expect(dump).toMatchObject({ text: "short", truncated: false });
  });

  test("URL-3: a running command can be looked at", async () => {
    const sink = new OutputSink({ artifacts: null, tool: "bash" });
    await sink.write(bytes("half a li"));
    expect(sink.view()).toMatchObject({ text: "half a li", totalLines: 1 });
    await sink.write(bytes("ne\n"));
    expect(sink.view()).toMatchObject({ text: "half a line\n", totalLines: 1 });
  });
});
