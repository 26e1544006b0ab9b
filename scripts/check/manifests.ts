import type { SourceFile } from "./source-file.ts";

export type Manifest = {
  readonly path: string;
  readonly name: string;
  /** How the package may be imported: its name, and its name with each path it exports. */
  readonly doors: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};

/** The package.json files of the repository: the root's and one per package. */
export function manifests(files: readonly SourceFile[]): readonly Manifest[] {
  return files
    .filter(({ path }) => /^(?:packages\/[^/]+\/)?package\.json$/.test(path))
    .map(({ path, text }) => {
      const read: Written = JSON.parse(text);
      const name = read.name ?? "";
      return {
        path,
        name,
        doors: Object.keys(read.exports ?? {}).map((door) => name + door.slice(1)),
        dependencies: { ...read.dependencies, ...read.optionalDependencies },
        devDependencies: { ...read.devDependencies },
      };
    });
}

type Written = {
  readonly name?: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
};
