import { manifests } from "./manifests.ts";
import type { Rule, Violation } from "./source-file.ts";

const LIST = "docs/dependencies.md";

/** GEN-6: every dependency is listed with its version and reason, and nothing else is. */
export const dependencies: Rule = (files) => {
  const list = files.find(({ path }) => path === LIST)?.text ?? "";
  const listed = new Map(
    [...list.matchAll(/^\| `([^`]+)` \| ([^ |]+) \|/gm)].map(([, name = "", version = ""]) => [
      name,
      version,
    ]),
  );
  const used = manifests(files).flatMap(({ path, dependencies: own, devDependencies }) =>
    Object.entries({ ...own, ...devDependencies })
      .filter(([name]) => !name.startsWith("@squire/"))
      .map(([name, version]) => ({ path, name, version })),
  );
  const names = new Set(used.map(({ name }) => name));
  return [
    ...used.flatMap(({ path, name, version }): Violation[] =>
      listed.get(name) === version
        ? []
        : [{ path, message: `${name} ${version} is not in ${LIST}: say why it is needed.` }],
    ),
    ...[...listed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => ({ path: LIST, message: `${name} is listed but no package.json has it.` })),
  ];
};
