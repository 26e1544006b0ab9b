import type { CodeFiles } from "../code/code-files.ts";

export type MapFiles = CodeFiles & {
  /** Null removes. The time is that of the change unless it is given. */
  set(path: string, text: string | null, modifiedMs?: number): void;
  /** Paths that were opened, in order. */
  readonly opened: string[];
};

/** A workspace in memory. Files are old unless they say otherwise. */
export function mapFiles(first: Readonly<Record<string, string>> = {}): MapFiles {
  const files = new Map<string, { readonly text: string; readonly modifiedMs: number }>();
  const opened: string[] = [];
  let tick = 1;
  const set = (path: string, text: string | null, modifiedMs = tick++): void => {
    if (text === null) files.delete(path);
    else files.set(path, { text, modifiedMs });
  };
  for (const [path, text] of Object.entries(first)) set(path, text);
  return {
    set,
    opened,
    list: () => Promise.resolve([...files.keys()].toSorted()),
    look: (path) => {
      const file = files.get(path);
      if (file === undefined) return null;
      return { bytes: Buffer.byteLength(file.text), modifiedMs: file.modifiedMs };
    },
    read: (path) => {
      opened.push(path);
      return Promise.resolve(files.get(path)?.text ?? null);
    },
  };
}
