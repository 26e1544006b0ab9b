import { outputFor } from "@squire/cli";
import type { RunOutput } from "@squire/protocol";
import { NO_USAGE } from "@squire/protocol";
import { OutputSink, plainText } from "@squire/session";
import type { Tally } from "../judge.ts";

export type Payload = { readonly id: string; readonly live: boolean; readonly text: string };
export type Recording = { readonly id: string; readonly inBase64: string };

/** Anything that a terminal would do something about: controls but line feed and tab, DEL, C1. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]/;

/** Terminal sequences as tool output and as a model's words. */
export async function judgeTerminal(
  payloads: readonly Payload[],
  recordings: readonly Recording[],
  tally: Tally,
): Promise<string> {
  let cuts = 0;
  for (const { id, live, text } of payloads) {
    const bytes = new TextEncoder().encode(text);
    const seen = live ? visible(text) : text;
    const output = await toolOutput([bytes]);
    const words = modelWords([text]);
    tally.check(output.trimEnd() === seen, () => `${id}: as output it reads ${shown(output)}`);
    tally.check(words.includes(seen), () => `${id}: as words it reads ${shown(words)}`);
    cuts += await judgeBytes(id, bytes, tally);
  }
  for (const { id, inBase64 } of recordings) {
    cuts += await judgeBytes(id, Buffer.from(inBase64, "base64"), tally);
  }
  return `terminal inputs ${payloads.length + recordings.length}, cut at ${cuts} places`;
}

/** Nothing active is left, and wherever the bytes are cut the same comes out. */
async function judgeBytes(id: string, bytes: Uint8Array, tally: Tally): Promise<number> {
  const text = new TextDecoder().decode(bytes);
  const output = await toolOutput([bytes]);
  const words = modelWords([text]);
  tally.check(!CONTROL.test(output), () => `${id}: as output it keeps a control character`);
  tally.check(!CONTROL.test(words), () => `${id}: as words it keeps a control character`);
  const wrong: string[] = [];
  for (let at = 1; at < bytes.length; at++) {
    const cut = await toolOutput([bytes.subarray(0, at), bytes.subarray(at)]);
    if (cut !== output) wrong.push(`output at byte ${at}`);
  }
  for (let at = 1; at < text.length; at++) {
    if (modelWords([text.slice(0, at), text.slice(at)]) !== words) wrong.push(`words at ${at}`);
  }
  tally.check(wrong.length === 0, () => `${id}: other when cut: ${wrong.slice(0, 3).join(", ")}`);
  return bytes.length + text.length;
}

/** As a command's output comes to the model and to a screen. */
async function toolOutput(chunks: readonly Uint8Array[]): Promise<string> {
  const sink = new OutputSink({ artifacts: null, tool: "bash" });
  for (const chunk of chunks) await sink.write(chunk);
  return plainText((await sink.dump()).text);
}

/** As a reply that comes piece by piece is written to a terminal. */
function modelWords(deltas: readonly string[]): string {
  let written = "";
  const stdout = { isTty: true, write: (text: string) => void (written += text) };
  const stderr = { isTty: true, write: () => {} };
  const ports = { now: () => 0, requestId: "r", sessionId: () => null, verbose: false };
  const output = outputFor("text", { stdout, stderr, ...ports });
  for (const text of deltas) output.event({ type: "text.delta", runId: "r", block: 0, text });
  output.finish(ENDED);
  return written;
}

const ENDED: RunOutput = {
  text: "",
  sessionId: null,
  usage: NO_USAGE,
  costUsd: null,
  stopReason: "stop",
  citations: [],
  changedFiles: [],
  approvalsNeeded: [],
};

/** What a terminal would show of it, by the book: ECMA-48, written here once more. */
function visible(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)/g, "")
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/\x1b\[[0-?]*[ -/]*[@-~]/g, "")
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\0-\x08\x0b-\x1f\x7f]/g, "")
  );
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
