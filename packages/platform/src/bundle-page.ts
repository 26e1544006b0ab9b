import type { BunPlugin } from "bun";
import { extname } from "node:path";

/** A file as a browser gets it. */
export type PageFile = { readonly type: string; readonly bytes: Uint8Array };

export type BundleOptions = {
  /** An HTML file that names its script and its styles. */
  readonly page: string;
  /** False keeps the code readable, for development. */
  readonly minify?: boolean;
  /** Sources to take in place of files, by the end of their path: for tests with a weakened twin. */
  readonly instead?: Readonly<Record<string, string>>;
};

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".map": "application/json",
};

/**
 * A page with all that it needs, by the path it is served under, without the first slash: `index.html`,
 * and everything else below `assets/` with its hash in the name. What is imported late becomes a file of its own.
 * Rejects with what the bundler has to say.
 */
export async function bundlePage({
  page,
  minify = true,
  instead = {},
}: BundleOptions): Promise<ReadonlyMap<string, PageFile>> {
  const built = await Bun.build({
    entrypoints: [page],
    target: "browser",
    format: "esm",
    splitting: true,
    minify,
    throw: false,
    naming: {
      entry: "[name].[ext]",
      chunk: "assets/[name]-[hash].[ext]",
      asset: "assets/[name]-[hash].[ext]",
    },
    // Lit and others have a second half for development.
    conditions: ["production"],
    define: { "process.env.NODE_ENV": '"production"' },
    publicPath: "/",
    plugins: [oneLanguage(), ...swaps(instead)],
  });
  if (!built.success) {
    throw new Error(built.logs.map((log) => Bun.inspect(log, { colors: false })).join("\n"));
  }
  const files = built.outputs.map(async (output): Promise<readonly [string, PageFile]> => {
    const path = output.path.replace(/^\.?\//, "");
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    return [path, { type, bytes: new Uint8Array(await output.arrayBuffer()) }];
  });
  return withPreloads(new Map(await Promise.all(files)));
}

/** `<meta name="preload" content="a b">`: files that are imported late and needed at once. */
const PRELOAD = /<meta name="preload" content="([\w -]*)"\s*\/?>/;

function withPreloads(files: ReadonlyMap<string, PageFile>): ReadonlyMap<string, PageFile> {
  return new Map(
    [...files].map(([path, file]) => {
      if (!path.endsWith(".html")) return [path, file];
      const html = new TextDecoder().decode(file.bytes).replace(PRELOAD, (_, names: string) =>
        [...files.keys()]
          .filter((name) => names.split(" ").some((stem) => name.startsWith(`assets/${stem}-`)))
          .map((name) => `<link rel="modulepreload" href="/${name}" />`)
          .join(""),
      );
      return [path, { ...file, bytes: new TextEncoder().encode(html) }];
    }),
  );
}

/** The schema library brings its messages in forty languages along; nobody is shown any. */
function oneLanguage(): BunPlugin {
  return {
    name: "one-language",
    setup(build) {
      build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, () => ({
        contents: 'export { default as en } from "./en.js";',
        loader: "js",
      }));
    },
  };
}

function swaps(instead: Readonly<Record<string, string>>): readonly BunPlugin[] {
  return Object.entries(instead).map(([ending, contents]) => ({
    name: `instead of ${ending}`,
    setup(build) {
      build.onLoad({ filter: new RegExp(`${RegExp.escape(ending)}$`) }, () => ({
        contents,
        loader: "ts",
      }));
    },
  }));
}
