import type { Rule } from "./source-file.ts";
import { lineAt } from "./source-file.ts";

/** The lockfile pins versions and contents, not the address one machine fetched them from. */
export const lockfile: Rule = (files) =>
  files
    .filter(({ path }) => path === "package-lock.json")
    .flatMap(({ path, text }) =>
      [...text.matchAll(/"resolved": "https?:/g)].map(({ index }) => ({
        path,
        line: lineAt(text, index),
        message: "an address in the lockfile: run npm install with the .npmrc of this repository.",
      })),
    );
