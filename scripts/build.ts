import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compile, workersIn } from "./build/compile.ts";

const ROOT = dirname(import.meta.dir);

const { values } = parseArgs({
  options: {
    entry: { type: "string", default: join(ROOT, "packages/cli/src/main.ts") },
    outfile: { type: "string", default: join(ROOT, "dist/squire") },
  },
});

/** `npm run build`: the one program that ships. */
try {
  const { path, bytes, ms } = await compile(
    resolve(values.entry),
    resolve(values.outfile),
    workersIn(join(ROOT, "packages")),
  );
  const size = (bytes / 1024 / 1024).toFixed(1);
  console.log(`${relative(process.cwd(), path)}: ${size} MB in ${(ms / 1000).toFixed(1)} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
