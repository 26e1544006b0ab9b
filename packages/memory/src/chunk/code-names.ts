const MODIFIERS =
  "(?:(?:export|default|declare|async|public|private|protected|internal|static|abstract|final|sealed|open|override|virtual|inline|unsafe|extern|readonly|data|suspend|pub(?:\\([^)]*\\))?|local|my|our)\\s+)*";
const KINDS =
  "function\\*?|class|interface|type|enum|struct|trait|impl|fn|func|fun|def|module|mod|namespace|object|record|union|protocol|extension|macro_rules!|sub|proc|table|view|resource";
const VALUES =
  /^(?:export\s+|pub\s+|static\s+)*(?:const|let|var|val)\s+(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/u;

/** In this order: the first that fits gives the name. */
const FORMS: readonly RegExp[] = [
  // A test is called by its title.
  /^(?:test|it|describe|bench|suite|context|specify)(?:\.\w+)*\(\s*(["'`])(?<name>.{1,200}?)\1/,
  // Go: a method stands with its receiver.
  /^func\s+\(\s*\w*\s*\*?(?<owner>\w+)[^)]*\)\s*(?<name>\w+)/,
  new RegExp(
    `^${MODIFIERS}(?:${KINDS})\\s+["'\`]?(?<name>[\\p{L}_$#][\\p{L}\\p{N}_$:.-]*[\\p{L}\\p{N}_$]|[\\p{L}_$])`,
    "u",
  ),
  /^create\s+(?:or\s+replace\s+|temp(?:orary)?\s+|unique\s+|virtual\s+)*\w+\s+(?:if\s+not\s+exists\s+)?["'`]?(?<name>[\w.]+)/i,
  // A section of a settings file, a target of a makefile.
  /^\[+(?<name>[\w.\-" ]+)\]+\s*$/,
  // A method, or a function of C: words, then a name with a bracket.
  /^(?!(?:if|for|while|switch|return|throw|await|catch|else|do|with|new|yield|expect|case|default|super)\b)(?:[\w:<>,*&~[\]?.\s]+[\s*&])?(?<name>[#~]?[\p{L}_$][\p{L}\p{N}_$:]*)\s*(?:<[^>]*>)?\([^;]*$/u,
  // A key with something below it, a rule of a style sheet.
  /^(?!return\b|default\b|try\b|do\b|else\b|finally\b|case\b)["']?(?<name>[.#@]?[\w-][\w\-. >:]{0,60}?)["']?\s*[:{]\s*[{[|>]?\s*$/,
];
const LONGEST_LINE = 400;
const LONGEST_NAME = 80;

/** What a line declares; null when that cannot be told. A value has a name only at the outside. */
export function nameIn(line: string, isInner = false): string | null {
  const words = line.trim().slice(0, LONGEST_LINE);
  for (const form of isInner ? FORMS : [VALUES, ...FORMS]) {
    const { name, owner } = form.exec(words)?.groups ?? {};
    if (name === undefined) continue;
    return (owner === undefined ? name : `${owner}.${name}`).trim().slice(0, LONGEST_NAME);
  }
  return null;
}

/** `readFileSync` as `read File Sync`, `max_size` as `max size`, `src/user-store.ts` as `src user store ts`. */
export function apart(name: string): string {
  return name
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replaceAll(/[_\-./\\#:$]+/g, " ")
    .trim();
}

const TESTS =
  /(?:^|[/._-])(?:tests?|specs?|fixtures?|__tests__|testdata|testing|mocks?)(?:[/._-]|$)/i;

/** Whether a file is there to try another one. */
export function isTestPath(path: string): boolean {
  return TESTS.test(path);
}

/** Folders that say nothing of what lies in them. */
const PLAIN_FOLDERS = new Set(["src", "lib", "packages", "source", "main", "app", "pkg", "."]);

/** The words of a path that say something. */
export function pathWords(path: string): string {
  const parts = path.replace(/\.\w{1,8}$/, "").split("/");
  const telling = parts.filter((part, at) => at === parts.length - 1 || !PLAIN_FOLDERS.has(part));
  return apart(telling.join(" "));
}
