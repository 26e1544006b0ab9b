import { JsonValueSchema } from "@squire/protocol";
import type { JsonValue } from "@squire/protocol";
import type { Disk } from "../disk.ts";
import { countAt, fieldsAt, numberAt, own, parseFields, textAt } from "../exchange/fields.ts";
import type { Fields } from "../exchange/fields.ts";
import { splitLines } from "../log/split-lines.ts";
import { TRANSCRIPT_VERSION } from "./record.ts";
import type { Transcript, TranscriptMeta, TranscriptRecord, TranscriptUsage } from "./record.ts";

/** Rejects only when the disk does (TRN-2). */
export async function readTranscript(disk: Disk, path: string): Promise<Transcript> {
  const reading = startReading();
  const decoder = new TextDecoder("utf-8");
  for await (const lines of splitLines(disk, path)) {
    for (const { bytes, tooLong } of lines) {
      if (tooLong) reading.skipped++;
      else readLine(reading, decoder.decode(bytes));
    }
  }
  return reading;
}

/** Empty and malformed lines are skipped and counted. Never throws. */
export function parseTranscript(text: string): Transcript {
  const reading = startReading();
  for (const line of text.split("\n")) readLine(reading, line);
  return reading;
}

type Reading = { meta: TranscriptMeta | null; records: TranscriptRecord[]; skipped: number };

function startReading(): Reading {
  return { meta: null, records: [], skipped: 0 };
}

function readLine(reading: Reading, line: string): void {
  if (line.trim() === "") return;
  const fields = parseFields(line);
  const meta = textAt(fields, "role") === "_meta" ? metaOf(fields) : null;
  const record = meta === null ? recordOf(fields) : null;
  if (meta !== null) reading.meta ??= meta;
  else if (record !== null) reading.records.push(record);
  else reading.skipped++;
}

function metaOf(fields: Fields | null): TranscriptMeta | null {
  const [model, prefixHash, task] = ["model", "prefixHash", "task"].map((key) =>
    textAt(fields, key),
  );
  return {
    role: "_meta",
    version: countAt(fields, "version") ?? TRANSCRIPT_VERSION,
    source: textAt(fields, "source") ?? "unknown",
    startedAt: textAt(fields, "startedAt") ?? "",
    ...(model === undefined ? {} : { model }),
    ...(prefixHash === undefined ? {} : { prefixHash }),
    ...(task === undefined ? {} : { task }),
  };
}

/** A field that may be missing and has the wrong type is as good as missing. */
function recordOf(fields: Fields | null): TranscriptRecord | null {
  const ts = textAt(fields, "ts");
  const turn = countAt(fields, "turn");
  const role = textAt(fields, "role");
  const content = textAt(fields, "content");
  if (ts === undefined || turn === undefined || role === undefined || content === undefined) {
    return null;
  }
  const usage = usageOf(fieldsAt(fields, "usage"));
  const args = jsonAt(fields, "args");
  const planState = jsonAt(fields, "planState");
  return {
    ts,
    turn,
    role,
    content,
    ...textFields(fields),
    ...(args === undefined ? {} : { args }),
    ...(usage === null ? {} : { usage }),
    ...costFields(fields),
    ...(planState === undefined ? {} : { planState }),
  };
}

function textFields(fields: Fields | null): Partial<TranscriptRecord> {
  const [tool, model, prefixHash, error] = ["tool", "model", "prefixHash", "error"].map((key) =>
    textAt(fields, key),
  );
  return {
    ...(tool === undefined ? {} : { tool }),
    ...(model === undefined ? {} : { model }),
    ...(prefixHash === undefined ? {} : { prefixHash }),
    ...(error === undefined ? {} : { error }),
  };
}

function costFields(fields: Fields | null): Partial<TranscriptRecord> {
  const cost = moneyAt(fields, "cost");
  const inputCost = moneyAt(fields, "inputCost");
  return {
    ...(cost === undefined ? {} : { cost }),
    ...(inputCost === undefined ? {} : { inputCost }),
  };
}

function moneyAt(fields: Fields | null, key: string): number | undefined {
  const value = numberAt(fields, key);
  return value === undefined || value < 0 ? undefined : value;
}

function jsonAt(fields: Fields | null, key: string): JsonValue | undefined {
  const value = own(fields, key);
  if (value === undefined || value === null) return undefined;
  try {
    return JsonValueSchema.parse(value);
  } catch {
    // Nested beyond the stack.
    return undefined;
  }
}

function usageOf(fields: Fields | null): TranscriptUsage | null {
  if (fields === null) return null;
  const count = (key: string): number | null => countAt(fields, key) ?? null;
  return {
    input: count("input"),
    output: count("output"),
    cacheRead: count("cacheRead"),
    cacheWrite: count("cacheWrite"),
    reasoning: count("reasoning"),
    total: count("total"),
  };
}
