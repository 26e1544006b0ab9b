/** The pages of `docs/` that the program has with it; the build puts them in under these names. */
export const DOC_PAGES = [
  "commands",
  "configuration",
  "glossary",
  "research",
  "safety",
  "threats",
  "tools",
  "vendors",
] as const;
