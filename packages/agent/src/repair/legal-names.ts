/** What all vendors accept as the name of a function; one of them wants no digit or dash first. */
const LEGAL = /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/;
const LONGEST = 64;

/**
 * A name that every vendor accepts for each name that a tool came with, whatever that is. No two
 * share one, so each leads back to its own: names that are fine stay, the others are numbered where
 * they would become alike (C12). The same names in any order give the same.
 */
export function legalNames(names: Iterable<string>): ReadonlyMap<string, string> {
  const originals = [...new Set(names)].sort();
  const legal = new Map<string, string>();
  for (const name of originals) if (LEGAL.test(name)) legal.set(name, name);
  const taken = new Set(legal.keys());
  for (const name of originals) {
    if (legal.has(name)) continue;
    const made = unlessTaken(sanitised(name), taken);
    taken.add(made);
    legal.set(name, made);
  }
  return legal;
}

function sanitised(name: string): string {
  const plain = name
    .replaceAll(/[^a-zA-Z0-9_-]+/g, "_")
    .replace(/^(?=[0-9-])/, "_")
    .slice(0, LONGEST);
  return plain === "" ? "tool" : plain;
}

function unlessTaken(name: string, taken: ReadonlySet<string>): string {
  let made = name;
  for (let n = 2; taken.has(made); n++) {
    const ending = `_${n}`;
    made = name.slice(0, LONGEST - ending.length) + ending;
  }
  return made;
}
