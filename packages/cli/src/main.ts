#!/usr/bin/env bun
import { VERSION } from "./version.ts";

// `--version` is answered before anything else is loaded: it is what scripts probe with.
const first = process.argv[2];
if (process.argv.length === 3 && (first === "--version" || first === "-V" || first === "version")) {
  process.stdout.write(`squire ${VERSION}\n`);
} else {
  const { main } = await import("./program.ts");
  process.exitCode = await main(process.argv.slice(2));
}
