import { globSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BunPlugin } from "bun";
import { embedAssets } from "./embed.ts";

export type CompileOptions = {
  readonly workers?: readonly string[];
  /** A file in which a run of the program has noted what it needed. */
  readonly order?: string | null;
};

/**
 * How much later than usual code becomes machine code. Most of what a run does it does a few hundred
 * times: to compile that takes longer than it saves, and memory as well.
 */
const JIT_POLICY = 12;

export type Compiled = { readonly path: string; readonly bytes: number; readonly ms: number };

/**
 * One program from an entry file and all it imports. It runs in folders of strangers, so it must
 * not read `.env`, `bunfig.toml`, `tsconfig.json` or `package.json` of the current one.
 */
export async function compile(
  entry: string,
  outfile: string,
  { workers = [], order = null }: CompileOptions = {},
): Promise<Compiled> {
  const startedAt = performance.now();
  mkdirSync(dirname(outfile), { recursive: true });
  const built = await Bun.build({
    entrypoints: [entry, ...workers],
    // Nobody imports a worker: it is found by its name at the root (`workerUrl` in platform).
    naming: { entry: "[name].[ext]" },
    target: "bun",
    format: "esm",
    minify: { whitespace: true, syntax: true, identifiers: true, keepNames: true },
    bytecode: true,
    // What is imported late is also loaded late: `--version` starts a fifth faster.
    splitting: true,
    throw: false,
    // React's development half is twice as slow and as large.
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [await embedAssets(), withoutDevtools()],
    compile: {
      outfile,
      bytecodeOrder: order,
      jitPolicy: JIT_POLICY,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
  if (!built.success) {
    throw new Error(built.logs.map((log) => Bun.inspect(log, { colors: false })).join("\n"));
  }
  const path = built.outputs[0]?.path ?? outfile;
  return { path, bytes: statSync(path).size, ms: performance.now() - startedAt };
}

/** Ink can talk to React's devtools, which nobody has installed: an empty module stands for them. */
function withoutDevtools(): BunPlugin {
  return {
    name: "without-devtools",
    setup(build) {
      build.onResolve({ filter: /^react-devtools-core$/ }, () => ({
        path: "react-devtools-core",
        namespace: "without-devtools",
      }));
      build.onLoad({ filter: /.*/, namespace: "without-devtools" }, () => ({
        contents: "export default {};",
        loader: "js",
      }));
    },
  };
}

/** Every `*.worker.ts` of the packages. */
export function workersIn(packages: string): readonly string[] {
  return globSync("*/src/**/*.worker.ts", { cwd: packages })
    .map((path) => join(packages, path))
    .sort();
}
