import type { LanguageFn } from "highlight.js";

type Loader = () => Promise<{ readonly default: LanguageFn }>;

/** One grammar each, loaded when a text first needs it. */
const LOADERS: Readonly<Record<string, Loader>> = {
  bash: () => import("highlight.js/lib/languages/bash"),
  c: () => import("highlight.js/lib/languages/c"),
  cpp: () => import("highlight.js/lib/languages/cpp"),
  csharp: () => import("highlight.js/lib/languages/csharp"),
  css: () => import("highlight.js/lib/languages/css"),
  diff: () => import("highlight.js/lib/languages/diff"),
  dockerfile: () => import("highlight.js/lib/languages/dockerfile"),
  go: () => import("highlight.js/lib/languages/go"),
  ini: () => import("highlight.js/lib/languages/ini"),
  java: () => import("highlight.js/lib/languages/java"),
  javascript: () => import("highlight.js/lib/languages/javascript"),
  json: () => import("highlight.js/lib/languages/json"),
  kotlin: () => import("highlight.js/lib/languages/kotlin"),
  lua: () => import("highlight.js/lib/languages/lua"),
  makefile: () => import("highlight.js/lib/languages/makefile"),
  markdown: () => import("highlight.js/lib/languages/markdown"),
  php: () => import("highlight.js/lib/languages/php"),
  python: () => import("highlight.js/lib/languages/python"),
  ruby: () => import("highlight.js/lib/languages/ruby"),
  rust: () => import("highlight.js/lib/languages/rust"),
  sql: () => import("highlight.js/lib/languages/sql"),
  swift: () => import("highlight.js/lib/languages/swift"),
  typescript: () => import("highlight.js/lib/languages/typescript"),
  xml: () => import("highlight.js/lib/languages/xml"),
  yaml: () => import("highlight.js/lib/languages/yaml"),
};

const OTHER_NAMES: Readonly<Record<string, string>> = {
  "c++": "cpp",
  cs: "csharp",
  docker: "dockerfile",
  golang: "go",
  html: "xml",
  js: "javascript",
  jsx: "javascript",
  jsonc: "json",
  kt: "kotlin",
  make: "makefile",
  md: "markdown",
  patch: "diff",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  console: "bash",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** The name of a grammar for what stands behind a fence; null: there is none. */
export function languageOf(info: string): string | null {
  const word = (/^[\w+#-]+/.exec(info.trim())?.[0] ?? "").toLowerCase();
  const name = OTHER_NAMES[word] ?? word;
  return Object.hasOwn(LOADERS, name) ? name : null;
}

export async function loadLanguage(name: string): Promise<LanguageFn | null> {
  return (await LOADERS[name]?.())?.default ?? null;
}
