import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parsePartialJson } from "@squire/llm";
import { Tally } from "./judge.ts";
import type { Judge } from "./judge.ts";

type Case = {
  readonly id: string;
  readonly expect: "accept" | "reject" | "either";
  readonly bytesBase64: string;
};

/** The reader of half-streamed arguments on a public parser suite, whole and cut at every character. */
export const jsonJudge: Judge = {
  name: "json",
  needs: "judges/json",
  async run(folder) {
    const tally = new Tally();
    const lines = readFileSync(join(folder, "parsing.jsonl"), "utf8").trim().split("\n");
    for (const line of lines) {
      const item = JSON.parse(line) as Case;
      const text = strictText(Buffer.from(item.bytesBase64, "base64"));
      const accepted = text !== undefined && parsePartialJson(text).complete;
      const right = item.expect === "either" || accepted === (item.expect === "accept");
      tally.check(right, () => `${item.id}: ${accepted ? "accepted" : "rejected"}`);
      if (text !== undefined && text.length <= MOST_CUT) cutEverywhere(item.id, text, tally);
    }
    return tally.verdict(`${lines.length} documents, cut at every character`);
  },
};

// Longer documents of the suite repeat one character 100,000 times: their cuts are all alike.
const MOST_CUT = 2000;

function cutEverywhere(id: string, text: string, tally: Tally): void {
  for (let cut = 0; cut < text.length; cut++) {
    let survived = true;
    try {
      parsePartialJson(text.slice(0, cut));
    } catch {
      survived = false;
    }
    tally.check(survived, () => `${id} cut at ${cut}: threw`);
  }
}

function strictText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
