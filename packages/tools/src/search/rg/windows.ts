import { isLong, lineWindow, MOST_WINDOW_BYTES } from "../line-window.ts";
import type { FileHit, Found, HitLine } from "../query.ts";
import { columnArgs } from "./args.ts";
import { plainPath } from "./output.ts";
import { runRg } from "./run.ts";
import type { RgTask } from "./task.ts";

/** How many files are looked at again: as many as can have shown lines. */
const MOST_FILES = 100;
const NEWLINE = 0x0a;
const NUL = 0x00;
const RETURN = 0x0d;

/**
 * Shows long lines around their match. Where that is, ripgrep tells only when asked, and asking
 * costs much for lines with many matches: so only the files are asked that have such lines.
 */
export async function withWindows(search: RgTask, found: Found): Promise<Found> {
  const { query, root, program, limits } = search;
  if (query.output !== "content" || query.multiline) return found;
  const hits = found.hits.filter(({ lines }) => lines.some(needsWindow)).slice(0, MOST_FILES);
  if (hits.length === 0) return found;
  const chunks: Uint8Array[] = [];
  let room = 4 * MOST_WINDOW_BYTES;
  const onOutput = (chunk: Uint8Array): boolean => {
    chunks.push(Uint8Array.from(chunk));
    room -= chunk.length;
    return room > 0;
  };
  const paths = hits.map(({ path }) => path);
  const args = columnArgs(query, paths);
  await runRg({ program, args, cwd: root.path, onOutput }, limits);
  const windows = readColumns(Buffer.concat(chunks), new Set(paths));
  return { ...found, hits: found.hits.map((hit) => windowed(hit, windows)) };
}

function needsWindow({ isMatch, bytes }: HitLine): boolean {
  return isMatch && isLong(bytes);
}

type Windows = ReadonlyMap<string, ReturnType<typeof lineWindow>>;

function windowed(hit: FileHit, windows: Windows): FileHit {
  const lines = hit.lines.map((line) => {
    const window = needsWindow(line) ? windows.get(`${line.number}:${hit.path}`) : undefined;
    return window === undefined ? line : { ...line, ...window };
  });
  return { ...hit, lines };
}

/** Lines such as `path NUL number:column:text`; between them may stand words about binary files. */
function readColumns(output: Buffer, paths: ReadonlySet<string>): Windows {
  const windows = new Map<string, ReturnType<typeof lineWindow>>();
  for (let at = 0; at < output.length;) {
    const nul = output.indexOf(NUL, at);
    if (nul === -1) break;
    const newline = output.indexOf(NEWLINE, nul);
    const end = newline === -1 ? output.length : newline;
    const path = pathIn(output.toString("utf8", at, nul), paths);
    at = end + 1;
    const about = /^(\d+):(\d+):/.exec(output.toString("latin1", nul + 1, nul + 32));
    if (path === null || about === null) continue;
    const [head, number, column] = about;
    let last = end;
    while (output[last - 1] === RETURN) last -= 1;
    const text = output.subarray(nul + 1 + head.length, last);
    windows.set(`${number}:${path}`, lineWindow(text, Number(column) - 1));
  }
  return windows;
}

/** A name may have a newline in it; what stands before one that was asked for is no name. */
function pathIn(text: string, paths: ReadonlySet<string>): string | null {
  for (let start = 0; start !== -1; start = text.indexOf("\n", start + 1)) {
    const path = plainPath(text.slice(start === 0 ? 0 : start + 1));
    if (paths.has(path)) return path;
  }
  return null;
}
