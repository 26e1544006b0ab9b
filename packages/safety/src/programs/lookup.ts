import type { ProgramSpec } from "./spec.ts";
import { ARCHIVES } from "./tables/archives.ts";
import { BUILD } from "./tables/build.ts";
import { BUILTINS } from "./tables/builtins.ts";
import { CONTAINERS } from "./tables/containers.ts";
import { FILES } from "./tables/files.ts";
import { GIT } from "./tables/git.ts";
import { NETWORK } from "./tables/network.ts";
import { PACKAGES } from "./tables/packages.ts";
import { RUNTIMES } from "./tables/runtimes.ts";
import { SEARCH } from "./tables/search.ts";
import { SYSTEM } from "./tables/system.ts";
import { TEXT } from "./tables/text.ts";
import { WRITERS } from "./tables/writers.ts";
import { SHELLS, WRAPPERS } from "../shell/wrappers.ts";

const TABLES = [
  BUILTINS,
  FILES,
  TEXT,
  SEARCH,
  GIT,
  SYSTEM,
  ARCHIVES,
  PACKAGES,
  RUNTIMES,
  BUILD,
  CONTAINERS,
  NETWORK,
  WRITERS,
  SHELLS,
];

/** What the tables say about a program; null when they do not know it. */
export function programSpec(name: string): ProgramSpec | null {
  // `python3.12` is what `python3` is.
  const names = [
    name,
    name.replace(/(?<=^(?:python|pip|lua|ruby|php|perl|clang|gcc|g\+\+)[\d-]*)\d+(?:\.\d+)*$/, ""),
  ];
  for (const known of names) {
    const table = TABLES.find((one) => Object.hasOwn(one, known));
    if (table?.[known] !== undefined) return table[known];
  }
  return null;
}

export function isProgram(name: string): boolean {
  return programSpec(name) !== null || Object.hasOwn(WRAPPERS, name);
}

/** All programs that only read, at least when called without options; for people to look at. */
export function readingPrograms(): readonly string[] {
  return TABLES.flatMap((table) => Object.entries(table))
    .filter(([, { effect }]) => effect === "read")
    .map(([name]) => name)
    .sort();
}
