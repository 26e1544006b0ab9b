const HINTS: Readonly<Record<string, string>> = {
  chat: "Ask something",
  plan: "What should be planned?",
  research: "What should be looked up?",
  code: "What should be done?",
};

/** What could be written; with the keys that help, where there is room. */
export function hintOf(mode: string): string {
  const hint = HINTS[mode] ?? "";
  return innerWidth < 760 ? hint : `${hint} — / for commands, @ for files`;
}
