import { dirname, join, relative, resolve } from "node:path";
import { flagsOf } from "./flags.ts";
import { compile, workersIn } from "./build/compile.ts";
import { trained } from "./build/train.ts";

const ROOT = dirname(import.meta.dir);

const MAIN = join(ROOT, "packages/cli/src/main.ts");

const values = flagsOf("npm run build -- [--entry FILE] [--outfile FILE]", {
  entry: { type: "string", default: MAIN },
  outfile: { type: "string", default: join(ROOT, "dist/squire") },
});

/** `npm run build`: the one program that ships. It is made twice: the first one shows what it needs. */
try {
  const startedAt = performance.now();
  const [entry, outfile] = [resolve(values.entry), resolve(values.outfile)];
  const workers = workersIn(join(ROOT, "packages"));
  let made = await compile(entry, outfile, { workers });
  if (entry === MAIN) {
    await trained(outfile, async (order) => {
      made = await compile(entry, outfile, { workers, order });
    });
  }
  const size = (made.bytes / 1024 / 1024).toFixed(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${relative(process.cwd(), made.path)}: ${size} MB in ${seconds} s`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
