import { ToolError, type ToolContext } from "@squire/agent";
import { ANY_PATH, pathGlob } from "../search/glob-match.ts";
import { rootOf, type Root } from "../search/root.ts";
import type { SearchServices } from "../search/services.ts";
import { findTargets, isKept } from "../search/targets.ts";
import type { ScanLimits } from "../search/watch.ts";
import { languageNamed, languageOf } from "./language-of.ts";
import type { Language } from "./languages.ts";

export type SourceQuery = {
  readonly lang?: string | undefined;
  readonly path?: string | readonly string[] | undefined;
  readonly glob?: string | undefined;
};

export type SourceFile = {
  readonly path: string;
  readonly name: string;
  readonly language: Language;
};

/** The files that a call means, sorted by path, with their languages. */
export async function sourceFiles(
  { lang, path, glob: globText }: SourceQuery,
  services: SearchServices,
  context: ToolContext,
  limits: ScanLimits,
): Promise<readonly SourceFile[]> {
  const asked = lang === undefined ? null : languageNamed(lang);
  const glob = globText === undefined ? ANY_PATH : await pathGlob(globText, { dot: true });
  const files: SourceFile[] = [];
  for (const target of await findTargets(path, services, context)) {
    const root = await rootOf(target, glob);
    if (root === null) continue;
    const fits = (below: string): boolean => glob.fits(below);
    for (const below of await pathsBelow(root, fits, { services, limits })) {
      const language = languageFor(below, asked, root.only !== null);
      const absolute = `${root.path}/${below}`;
      if (language === null || !isKept(absolute, services)) continue;
      files.push({ path: absolute, name: root.nameOf(below), language });
    }
  }
  return files;
}

/** A file that is named is read in the language that is named, whatever its ending. */
function languageFor(path: string, asked: Language | null, isNamed: boolean): Language | null {
  const own = languageOf(path);
  if (asked === null) {
    if (own === null && isNamed) {
      throw new ToolError(`The language of ${path} cannot be told by its ending; name it as lang.`);
    }
    return own;
  }
  return isNamed || own?.id === asked.id ? asked : null;
}

async function pathsBelow(
  root: Root,
  fits: (path: string) => boolean,
  { services, limits }: { readonly services: SearchServices; readonly limits: ScanLimits },
): Promise<readonly string[]> {
  if (root.only !== null) return [root.only];
  const { entries } = await services.scans.find(
    { root: root.path, hidden: true, gitignore: true },
    ({ path, type }) => type === "file" && languageOf(path) !== null && fits(path),
    limits,
  );
  return entries.map(({ path }) => path);
}
