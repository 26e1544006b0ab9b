import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import type { EmbeddedFile } from "../../packages/platform/src/embedded-table.ts";
import { bundlePage } from "../../packages/platform/src/bundle-page.ts";
import { packFiles } from "../../packages/platform/src/packed-files.ts";
import { DOC_PAGES } from "../../packages/host/src/workbench/urls/doc-pages.ts";
import {
  EMBEDDED_MODEL,
  installedModelFiles,
} from "../../packages/memory/src/embed/model-files.ts";
import { EMBEDDED_VECTORS } from "../../packages/memory/src/index/vector-store.ts";
import { LANGUAGES } from "../../packages/tools/src/ast/languages.ts";

const ROOT = dirname(dirname(import.meta.dir));
const CACHE = join(ROOT, ".cache", "embedded");
const WORKER = join(ROOT, "packages/tools/src/search/own/worker.ts");
const WEB_PAGE = join(ROOT, "packages/web/src/page/index.html");
const TOOLS = join(ROOT, "packages/tools/package.json");
const TABLE = /[/\\]packages[/\\]platform[/\\]src[/\\]embedded-table\.ts$/;

const LARGE = 32 * 1024 * 1024;

/**
 * Puts into the program what it cannot do without and cannot import: ripgrep, the parsers, and the
 * source of the thread that searches. Takes the place of the empty table in `platform`.
 */
export async function embedAssets(): Promise<Bun.BunPlugin> {
  // Made before the build begins: a build inside of a build waits for itself.
  const worker = await bundled(WORKER);
  const web = await webPack();
  return {
    name: "embed-assets",
    setup(build) {
      build.onLoad({ filter: TABLE }, () => ({ loader: "ts", contents: tableSource(worker, web) }));
    },
  };
}

function tableSource(worker: string, web: string): string {
  const assets = { ...assetPaths(), "web.pack": web };
  const files = Object.entries(assets).map(([name, path]) => ({
    name,
    ...packed(name, path),
  }));
  const imports = files.map(
    ({ path }, at) => `import file${at} from ${JSON.stringify(path)} with { type: "file" };`,
  );
  const rows = files.map(
    ({ name, hash, bytes }, at) =>
      `${JSON.stringify(name)}: { path: file${at}, hash: "${hash}", bytes: ${bytes} },`,
  );
  const texts = { "search-worker": worker };
  return [
    ...imports,
    `export const EMBEDDED = { isCompiled: true, texts: ${JSON.stringify(texts)}, files: {`,
    ...rows,
    "} };",
  ].join("\n");
}

/** Of this platform. What its package does not have for it is left out. */
function assetPaths(): Readonly<Record<string, string>> {
  const require = createRequire(TOOLS);
  const program = process.platform === "win32" ? "rg.exe" : "rg";
  const names = {
    [program]: () =>
      createRequire(require.resolve("@vscode/ripgrep")).resolve(
        `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${program}`,
      ),
    "ast-grep.node": () => nativeParser(require),
    ...modelAssets(),
    [EMBEDDED_VECTORS]: () => vectorLibrary(),
    ...Object.fromEntries(
      DOC_PAGES.map((page) => [`docs-${page}.md`, () => join(ROOT, "docs", `${page}.md`)]),
    ),
    ...Object.fromEntries(
      LANGUAGES.flatMap(({ id, grammar }) =>
        grammar === null ? [] : [[`grammar-${id}.so`, () => require(grammar).libraryPath]],
      ),
    ),
  };
  const found = Object.entries(names).flatMap(([name, find]) => {
    const path = attempt(find);
    if (path !== null) return [[name, path] as const];
    console.warn(`${name} is not part of the program: there is none for this platform.`);
    return [];
  });
  return Object.fromEntries(found);
}

/** The embedding model, so that the one file that ships remembers as well as an installation does. */
function modelAssets(): Readonly<Record<string, () => string>> {
  const files = installedModelFiles();
  const entries = Object.entries(EMBEDDED_MODEL).map(([part, name]) => {
    const find = (): string => {
      if (files === null) throw new Error("no model");
      return files[part as keyof typeof files];
    };
    return [name, find] as const;
  });
  return Object.fromEntries(entries);
}

function vectorLibrary(): string {
  const own = createRequire(join(ROOT, "packages/memory/package.json"));
  const ending = { win32: "dll", darwin: "dylib" }[process.platform as string] ?? "so";
  const system = process.platform === "win32" ? "windows" : process.platform;
  return own.resolve(`sqlite-vec-${system}-${process.arch}/vec0.${ending}`);
}

function nativeParser(require: NodeJS.Require): string {
  const manifest = join(dirname(require.resolve("@ast-grep/napi")), "package.json");
  const { optionalDependencies } = JSON.parse(readFileSync(manifest, "utf8"));
  const own = createRequire(manifest);
  for (const name of Object.keys(optionalDependencies)) {
    const path = attempt(() => own.resolve(name));
    if (path?.endsWith(".node") === true) return path;
  }
  throw new Error("no native parser");
}

function attempt(find: () => string): string | null {
  try {
    return find();
  } catch {
    return null;
  }
}

/** Compressed once per content: a fifth of the size. */
function packed(name: string, path: string): EmbeddedFile {
  const content = readFileSync(path);
  const hash = createHash("sha256").update(content).digest("hex");
  const packedPath = join(CACHE, `${name}-${hash}.zst`);
  if (!existsSync(packedPath)) {
    mkdirSync(CACHE, { recursive: true });
    // Weights are noise: to press them hard takes a minute and saves nothing.
    const level = content.length > LARGE ? 3 : 19;
    const params = { [constants.ZSTD_c_compressionLevel]: level };
    const temp = `${packedPath}.${process.pid}.tmp`;
    writeFileSync(temp, zstdCompressSync(content, { params }));
    renameSync(temp, packedPath);
  }
  return { path: packedPath, hash, bytes: content.length };
}

/** The files of the web face as one file. */
async function webPack(): Promise<string> {
  const files = await bundlePage({ page: WEB_PAGE });
  const path = join(CACHE, "web.pack");
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(path, packFiles(files));
  return path;
}

async function bundled(entry: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: "bun",
    format: "esm",
    minify: true,
  });
  const [output] = built.outputs;
  if (output === undefined) throw new Error(`${entry} could not be bundled.`);
  return output.text();
}
