/** Folders of version control, of dependencies and of what was built: nobody reads them by hand. */
const SKIPPED = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  ".yarn",
  ".pnpm-store",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  "dist",
  "build",
  "target",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".gradle",
  ".terraform",
  ".cache",
  "coverage",
  "Pods",
  "DerivedData",
]);

export function isSkippedFolder(name: string): boolean {
  return SKIPPED.has(name);
}
