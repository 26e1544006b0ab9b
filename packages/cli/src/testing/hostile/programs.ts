import { pathToFileURL } from "node:url";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../../..");

/** The program from source, as the launcher starts it. */
export async function sealedProgram(
  entry = join(ROOT, "packages/cli/src/main.ts"),
): Promise<readonly string[]> {
  const launcher: unknown = await import(
    pathToFileURL(join(ROOT, "scripts/launch/sealed.mjs")).href
  );
  return [process.execPath, ...flagsOf(launcher), entry];
}

/** The launcher's own flags, not a copy of them. */
function flagsOf(launcher: unknown): readonly string[] {
  const { sealed } = launcher as { readonly sealed?: (root: string) => readonly string[] };
  if (sealed === undefined) throw new Error("The launcher has no flags for Bun.");
  return sealed(ROOT);
}

/** A twin: Bun as it is, which takes what lies in the current folder. */
export function unsealedProgram(): readonly string[] {
  return [process.execPath, join(ROOT, "packages/cli/src/main.ts")];
}

/** A twin: a program that believes the folder it is opened in. */
export function carelessProgram(): Promise<readonly string[]> {
  return sealedProgram(join(import.meta.dirname, "careless-main.ts"));
}
