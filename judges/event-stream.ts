import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sseFrames } from "@squire/llm";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";

type Case = {
  readonly name: string;
  readonly bytesBase64: string;
  readonly expectedEvents: readonly { readonly type: string; readonly data: string }[];
};

/** Framing of the web platform tests, whole and at every split into two. */
export const eventStreamJudge: Judge = {
  name: "event-stream",
  needs: "judges/json",
  async run(folder) {
    const tally = new Tally();
    const lines = readFileSync(join(folder, "event-stream.jsonl"), "utf8").trim().split("\n");
    for (const line of lines) {
      const item = JSON.parse(line) as Case;
      const bytes = Buffer.from(item.bytesBase64, "base64");
      const expected = JSON.stringify(item.expectedEvents.map(({ type, data }) => [type, data]));
      for (let split = 0; split <= bytes.length; split++) {
        const got = framesOf([bytes.subarray(0, split), bytes.subarray(split)]);
        tally.check(got === expected, () => `${item.name} split at ${split}: ${got}`);
      }
    }
    return tally.verdict(`${lines.length} streams, each at every split`);
  },
};

function framesOf(chunks: readonly Uint8Array[]): string {
  const frames = sseFrames();
  const seen = chunks.flatMap((chunk) => frames.push(chunk));
  return JSON.stringify(seen.map((frame) => [frame.event ?? "message", frame.data]));
}
