import { join } from "node:path";
import { ifThere } from "./disk.ts";
import type { Disk } from "./disk.ts";
import type { Summary } from "./summary.ts";

/** A summary and the place in the log up to which it was folded. */
export type Summarised = {
  readonly size: number;
  readonly line: number;
  /** The hash of the last line, which the next one must name. */
  readonly h: string;
  readonly version: number;
  readonly summary: Summary;
};

/** By the name of the log. */
export type SummaryIndex = ReadonlyMap<string, Summarised>;

const FILE = "index.json";
const FORMAT = 2;

/** The kept summaries of a project. They are a copy of what the logs say: without them it is slower. */
export async function readIndex(disk: Disk, folder: string): Promise<SummaryIndex> {
  const bytes = await ifThere(disk.readFile(join(folder, FILE)));
  if (bytes === null) return new Map();
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (!isRecord(value) || value["format"] !== FORMAT || !isRecord(value["logs"]))
      return new Map();
    const logs = Object.entries(value["logs"]);
    return new Map(logs.flatMap(([name, item]) => (isSummarised(item) ? [[name, item]] : [])));
  } catch {
    return new Map();
  }
}

/** Whole or not at all; a reader never sees half of it. Never rejects. */
export async function writeIndex(
  disk: Disk,
  folder: string,
  index: SummaryIndex,
  token: string,
): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, logs: Object.fromEntries(index) });
  const temporary = join(folder, `.${FILE}.${token}`);
  try {
    const file = await disk.open(temporary, "w");
    try {
      await file.append(new TextEncoder().encode(text));
    } finally {
      await file.close();
    }
    await disk.rename(temporary, join(folder, FILE));
  } catch {
    // A full or read-only disk makes the next list slower, not wrong.
    await disk.unlink(temporary).catch(() => undefined);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The shape as this version writes it; anything else is folded again. */
function isSummarised(value: unknown): value is Summarised {
  if (!isRecord(value) || !isRecord(value["summary"])) return false;
  const { size, line, h, version, summary } = value;
  const numbers = [
    size,
    line,
    version,
    summary["createdAt"],
    summary["updatedAt"],
    summary["turns"],
  ];
  if (!numbers.every((number) => typeof number === "number")) return false;
  const texts = [h, summary["id"], summary["cwd"]];
  if (!texts.every((text) => typeof text === "string")) return false;
  if (typeof summary["imported"] !== "boolean") return false;
  const maybe = ["name", "parentSession", "title", "preview", "lastRunId"];
  const isText = (text: unknown): boolean => text === null || typeof text === "string";
  if (!maybe.every((key) => isText(summary[key]))) return false;
  const usage = summary["usage"];
  return isRecord(usage) && Object.values(usage).every((count) => typeof count === "number");
}
