import { parseArgs } from "node:util";
import type { ParseArgsOptionsConfig } from "node:util";

/** Who develops Squire mistypes, too: `--help` tells the usage, an unknown flag is named in one line. */
export function flagsOf<const Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
): ReturnType<typeof parseArgs<{ options: Options }>>["values"] {
  if (process.argv.includes("--help") || process.argv.includes("-h")) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const [first = ""] = (error instanceof Error ? error.message : String(error)).split(". ");
    console.error(`${first}.\n${usage}`);
    process.exit(2);
  }
}
