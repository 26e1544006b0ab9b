import type { Rule, Violation } from "./source-file.ts";
import { packageOf } from "./source-file.ts";

const NEEDED = ["README.md", "package.json", "src/index.ts"];

/** Every package says what lives in it, and has one door. */
export const packages: Rule = (files) => {
  const paths = new Set(files.map(({ path }) => path));
  const names = new Set(files.flatMap(({ path }) => packageOf(path) ?? []));
  return [...names].flatMap((name) =>
    NEEDED.map((needed) => `packages/${name}/${needed}`)
      .filter((path) => !paths.has(path))
      .map((path): Violation => ({ path, message: "is missing: every package has one." })),
  );
};
