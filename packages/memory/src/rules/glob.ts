/** Patterns come from files of others: braces must not multiply without end. */
const MOST_PATTERNS = 256;
const MOST_CHARS = 1_000;

/** Why a glob cannot be used and would match nothing; null: it can. */
export function globProblem(glob: string): string | null {
  if (glob.length > MOST_CHARS) return `a glob has more than ${MOST_CHARS} characters`;
  if (alternatives(glob) !== null) return null;
  return `the braces of a glob stand for more than ${MOST_PATTERNS} patterns`;
}

/**
 * Whether a path, relative and with `/`, is one of those that globs mean: `*` and `?` stop at a slash, a part `**` does not,
 * `{a,b}` is either, `[a-z]` one of some. A glob without a slash means the name in any folder, one that ends in a
 * slash all below it, and `!` takes out again. Never slower than pattern times path.
 */
export function matchesGlobs(globs: readonly string[], path: string): boolean {
  const isOne = (glob: string): boolean => matches(glob, path);
  const [out, wanted] = [
    globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1)),
    globs.filter((glob) => !glob.startsWith("!")),
  ];
  return wanted.some(isOne) && !out.some(isOne);
}

function matches(glob: string, path: string): boolean {
  const parts = path.split("/").map((name) => Array.from(name));
  return (alternatives(glob) ?? []).some((pattern) => fitsPath(partsOf(pattern), parts));
}

function partsOf(pattern: string): readonly string[] {
  const plain = pattern.replace(/^\.?\/+/, "");
  const whole = plain.endsWith("/") ? `${plain}**` : plain;
  return (whole.includes("/") || pattern.startsWith("/") ? whole : `**/${whole}`).split("/");
}

/** Without braces: one pattern for each choice. Null: too many. */
function alternatives(glob: string): readonly string[] | null {
  let done: readonly string[] = [glob];
  for (;;) {
    const next = done.flatMap(openBrace);
    if (next.length === done.length) return done;
    if (next.length > MOST_PATTERNS) return null;
    done = next;
  }
}

/** The innermost first, so that braces in braces come out. */
function openBrace(pattern: string): readonly string[] {
  const found = findBrace(pattern);
  if (found === null) return [pattern];
  const [head, tail] = [pattern.slice(0, found.from), pattern.slice(found.to + 1)];
  const choices = pattern.slice(found.from + 1, found.to).split(",");
  return choices.map((choice) => `${head}${choice}${tail}`);
}

type Brace = { readonly from: number; readonly to: number };

/** The first with a comma and no other in it, in one go. */
function findBrace(pattern: string): Brace | null {
  let [from, comma] = [-1, false];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "{") [from, comma] = [at, false];
    else if (char === ",") comma = true;
    else if (char === "}") {
      if (from !== -1 && comma) return { from, to: at };
      from = -1;
    }
  }
  return null;
}

type Chars = readonly string[];

function fitsPath(pattern: readonly string[], path: readonly Chars[]): boolean {
  return runs(
    pattern.map((part) => (part === "**" ? null : charsOf(part))),
    path,
    PARTS,
  );
}

type Rules<P, I> = {
  readonly isAny: (part: P) => boolean;
  readonly fits: (part: P, item: I) => boolean;
};

const CHARS: Rules<string, string> = { isAny: (part) => part === "*", fits: fitsChar };
/** Null stands for any number of folders. */
const PARTS: Rules<Chars | null, Chars> = {
  isAny: (part) => part === null,
  fits: (part, name) => part !== null && runs(part, name, CHARS),
};

/** Going back to the last part that stands for any number is enough, and keeps it from exploding. */
function runs<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  { isAny, fits }: Rules<P, I>,
): boolean {
  let [at, part, any, resume] = [0, 0, -1, 0];
  while (at < items.length) {
    const [current, item] = [pattern[part], items[at]];
    if (current !== undefined && isAny(current)) [any, resume] = [part++, at];
    else if (current !== undefined && item !== undefined && fits(current, item))
      [at, part] = [at + 1, part + 1];
    else if (any === -1) return false;
    else [at, part] = [++resume, any + 1];
  }
  return pattern.slice(part).every(isAny);
}

/** Characters, with a class such as `[a-z]` as one; one that is not closed is a bracket. */
function charsOf(part: string): readonly string[] {
  return part.match(/\[[!^]?[^\]]+\]|\*+|[^]/gu)?.map((one) => one.replace(/^\*+$/, "*")) ?? [];
}

function fitsChar(part: string, char: string): boolean {
  if (part === "?" || part === char) return true;
  if (part.length < 3 || !part.startsWith("[")) return false;
  const isNot = part[1] === "!" || part[1] === "^";
  const set = part.slice(isNot ? 2 : 1, -1);
  const inSet = [...set.matchAll(/([^])-([^])|([^])/gu)].some(([, low, high, one]) =>
    one === undefined ? (low ?? "") <= char && char <= (high ?? "") : one === char,
  );
  return inSet !== isNot;
}
