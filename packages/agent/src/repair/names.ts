/** From other spellings to tool names (C5). Never told to the model. */
export type Aliases = Readonly<Record<string, string>>;

export type NameMatch =
  | { readonly type: "exact" | "alias" | "variant"; readonly name: string }
  /** `closest` are suggestions for the model (RPR-7), never names to run. */
  | { readonly type: "unknown"; readonly closest: readonly string[] };

const MOST_SUGGESTIONS = 3;
/** Longer ones are no names. */
const LONGEST = 120;
/** Some models put the name of their own container before a tool's. */
const CONTAINERS = /^(?:functions|tools|default_api)[.:]/i;

/**
 * The tool a name stands for: itself, an alias, or the same letters in other case and with other
 * separators, if only one tool has them. Anything less alike is not run but suggested.
 */
export function matchName(
  written: string,
  known: readonly string[],
  aliases: Aliases = {},
): NameMatch {
  if (known.includes(written)) return { type: "exact", name: written };
  const alias = Object.hasOwn(aliases, written) ? aliases[written] : undefined;
  if (alias !== undefined && known.includes(alias)) return { type: "alias", name: alias };
  const plain = plainName(written.trim().replace(CONTAINERS, ""));
  const alike = only(known.filter((name) => plainName(name) === plain));
  if (alike !== undefined) return { type: "variant", name: alike };
  const named = Object.entries(aliases)
    .filter(([from, to]) => plainName(from) === plain && known.includes(to))
    .map(([, to]) => to);
  const meant = only([...new Set(named)]);
  if (meant !== undefined) return { type: "alias", name: meant };
  return { type: "unknown", closest: closestNames(written, known) };
}

/** The names most like one, the most alike first; none when nothing comes near. */
export function closestNames(written: string, known: readonly string[]): readonly string[] {
  if (written === "" || written.length > LONGEST) return [];
  return [...new Set(known)]
    .map((name) => ({ name, alike: likeness(written, name) }))
    .filter(({ alike }) => alike >= 0.5)
    .sort((a, b) => b.alike - a.alike || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]/g, "");
}

function only(names: readonly string[]): string | undefined {
  return names.length === 1 && names[0] !== "" ? names[0] : undefined;
}

/** From 0 to 1: by letters, or by the words of which both are made. */
function likeness(a: string, b: string): number {
  const [one, other] = [plainName(a), plainName(b)];
  const longest = Math.max(one.length, other.length);
  if (longest === 0 || longest > LONGEST) return 0;
  const byLetters = 1 - editDistance(one, other) / longest;
  const words = wordsOf(a);
  const others = wordsOf(b);
  const shared = [...words].filter((word) => others.has(word)).length;
  return Math.max(byLetters, (2 * shared) / (words.size + others.size));
}

function wordsOf(name: string): ReadonlySet<string> {
  const apart = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ").toLowerCase();
  return new Set(apart.split(/[^\p{L}\d]+/u).filter((word) => word !== ""));
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
