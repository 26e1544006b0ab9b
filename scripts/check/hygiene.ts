import type { Rule } from "./source-file.ts";
import { lineAt } from "./source-file.ts";

const FOREIGN = [
  ...["work", "root"].map((folder) => ({
    pattern: new RegExp(`(?<![\\w.~$}/-])/${folder}/`, "g"),
    what: "a path of one machine",
  })),
  { pattern: /registry\.npmjs/g, what: "the address of a registry" },
];

/** Nothing in the repository depends on the machine it was written on. */
export const hygiene: Rule = (files) =>
  files.flatMap(({ path, text }) =>
    FOREIGN.flatMap(({ pattern, what }) =>
      [...text.matchAll(pattern)].map((match) => ({
        path,
        line: lineAt(text, match.index),
        message: `${match[0]} is ${what}.`,
      })),
    ),
  );
