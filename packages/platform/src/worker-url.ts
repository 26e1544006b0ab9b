/** Where the compiled program keeps its files. */
const COMPILED = /\/(?:\$bunfs|~BUN)\//;

/**
 * The file of a worker that lies beside the module at `from`: `workerUrl("x.worker.ts",
 * import.meta.url)`. The build finds it by its name and puts it at the root of the program.
 */
export function workerUrl(name: string, from: string): URL {
  const isCompiled = COMPILED.test(from);
  return new URL(isCompiled ? `./${name.replace(/\.ts$/, ".js")}` : `./${name}`, from);
}
