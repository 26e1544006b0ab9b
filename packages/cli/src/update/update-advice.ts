/** How this program came here. */
export type Installed = "npx" | "npm" | "binary";

/** From the path of what runs; `compiled` is the single program (PKG-2). */
export function installedHow(path: string, compiled: boolean): Installed {
  if (/[\\/]_npx[\\/]/.test(path)) return "npx";
  return compiled && !/[\\/]node_modules[\\/]/.test(path) ? "binary" : "npm";
}

/** What to type for the new version (CLI-6). */
export function updateAdvice(how: Installed, latest: string): string {
  switch (how) {
    case "npx":
      return `npx runs what it has kept: type npx squire@${latest}`;
    case "npm":
      return `npm install --global squire@${latest}`;
    case "binary":
      return "replace this program by the new one";
  }
}
