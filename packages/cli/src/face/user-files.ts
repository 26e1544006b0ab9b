import { appendFileSync, mkdirSync, readFileSync, watch } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ThemePort } from "@squire/tui";

/** `themes/*.json` of the user's home (TUI-9). */
export function userThemes(home: string): ThemePort {
  const folder = join(home, "themes");
  return {
    list: async () => {
      const names = await readdir(folder).catch(() => []);
      return names.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
    },
    read: (name) => readFile(join(folder, `${name}.json`), "utf8").catch(() => null),
    watch: (changed) => {
      try {
        const watcher = watch(folder, { persistent: false }, changed);
        watcher.on("error", () => {});
        return () => watcher.close();
      } catch {
        // No folder, no themes: nothing changes.
        return () => {};
      }
    },
  };
}

const KEPT_PROMPTS = 500;

/** Prompts of all sessions, one JSON string a line; private to the user. */
export function promptHistory(home: string): {
  readonly read: () => readonly string[];
  readonly add: (prompt: string) => void;
} {
  const file = join(home, "prompts.jsonl");
  return {
    read: () => {
      try {
        return readFileSync(file, "utf8").split("\n").slice(-KEPT_PROMPTS).flatMap(promptIn);
      } catch {
        return [];
      }
    },
    add: (prompt) => {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      appendFileSync(file, `${JSON.stringify(prompt)}\n`, { mode: 0o600 });
    },
  };
}

function promptIn(line: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "string" ? [value] : [];
  } catch {
    return [];
  }
}
