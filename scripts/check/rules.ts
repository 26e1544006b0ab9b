import { arrows } from "./arrows.ts";
import { borders } from "./borders.ts";
import { cycles } from "./cycles.ts";
import { declared } from "./declared.ts";
import { dependencies } from "./dependencies.ts";
import { hygiene } from "./hygiene.ts";
import { lockfile } from "./lockfile.ts";
import { packages } from "./packages.ts";
import { runtime } from "./runtime.ts";
import { sizes } from "./sizes.ts";
import type { Rule } from "./source-file.ts";

/** The rules of our own, by the name `--only` takes. */
export const RULES: Readonly<Record<string, Rule>> = {
  sizes,
  arrows,
  borders,
  runtime,
  declared,
  packages,
  cycles,
  lockfile,
  hygiene,
  dependencies,
};
