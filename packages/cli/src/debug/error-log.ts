import { appendFile, mkdir, readFile, rename, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A fault of ours, as it is kept for `squire debug report`. */
export type LoggedError = {
  readonly at: number;
  readonly version: string;
  readonly message: string;
  readonly stack: string;
};

const MOST_BYTES = 256 * 1024;
const MOST_SHOWN = 20;

export function errorLogPath(home: string): string {
  return join(home, "logs", "errors.jsonl");
}

/** Never rejects: it is called where something has gone wrong already. */
export async function logError(home: string, error: LoggedError): Promise<void> {
  const file = errorLogPath(home);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const size = await stat(file).then(
      (found) => found.size,
      () => 0,
    );
    if (size > MOST_BYTES) await rename(file, `${file}.old`);
    await appendFile(file, `${JSON.stringify(error)}\n`, { mode: 0o600 });
  } catch {
    return; // a full disk is not made better by saying so here
  }
}

/** The last of them, the newest last; lines that are torn are left out. */
export async function readErrors(home: string): Promise<readonly LoggedError[]> {
  const text = await readFile(errorLogPath(home), "utf8").catch(() => "");
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.slice(-MOST_SHOWN).flatMap((line) => {
    try {
      const { at, version, message, stack } = JSON.parse(line) as Partial<LoggedError>;
      const known = typeof at === "number" && typeof message === "string";
      return known ? [{ at, version: String(version), message, stack: String(stack) }] : [];
    } catch {
      return [];
    }
  });
}
