import fc from "fast-check";
import { formatKey, formatKeyPath } from "../key-path.ts";
import { tomlLiteral } from "../toml-literal.ts";
import type { KeyPath } from "../toml-value.ts";

/** A TOML text together with the line every key was put on. */
export type KnownDocument = {
  readonly text: string;
  readonly lines: ReadonlyMap<string, number>;
};

type Entry = { readonly style: EntryStyle; readonly comment: boolean; readonly value: string };
type EntryStyle = "plain" | "dotted" | "quoted" | "multiline" | "literal" | "list" | "inline";
type Section = {
  readonly isList: boolean;
  readonly nested: boolean;
  readonly entries: readonly Entry[];
};

const entry: fc.Arbitrary<Entry> = fc.record({
  style: fc.constantFrom<EntryStyle>(
    "plain",
    "dotted",
    "quoted",
    "multiline",
    "literal",
    "list",
    "inline",
  ),
  comment: fc.boolean(),
  value: fc.string({ unit: "grapheme", maxLength: 10 }),
});

const section: fc.Arbitrary<Section> = fc.record({
  isList: fc.boolean(),
  nested: fc.boolean(),
  entries: fc.array(entry, { maxLength: 5 }),
});

/** Documents in every layout the scanner has to understand. */
export const knownDocument: fc.Arbitrary<KnownDocument> = fc
  .record({
    root: fc.array(entry, { maxLength: 4 }),
    sections: fc.array(section, { maxLength: 5 }),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ root, sections, eol }) => {
    const draft = new Draft();
    root.forEach((item, index) => writeEntry(draft, [], `r${index}`, item));
    sections.forEach((item, index) => writeSection(draft, item, index));
    return { text: draft.lines.join(eol) + eol, lines: draft.places };
  });

class Draft {
  readonly lines: string[] = [];
  readonly places = new Map<string, number>();
  readonly counts = new Map<string, number>();

  /** The path stands on the next line to be written. */
  note(path: KeyPath): void {
    const name = formatKeyPath(path);
    if (!this.places.has(name)) this.places.set(name, this.lines.length + 1);
  }
}

function writeSection(draft: Draft, { isList, nested, entries }: Section, index: number): void {
  // All lists share one name, so that their elements are counted across the document.
  const name = isList ? "list" : `s${index}`;
  const position = draft.counts.get(name) ?? 0;
  const path: KeyPath = isList ? [name, position] : [name];
  draft.counts.set(name, position + 1);
  draft.note([name]);
  draft.note(path);
  draft.lines.push(isList ? `[[ ${name} ]] # [not.this]` : `[${name}]`);
  entries.forEach((item, at) => writeEntry(draft, path, `k${at}`, item));
  if (!nested) return;
  const inner = [...path, "in ner"];
  draft.note(inner);
  draft.lines.push(`  [${name}."in ner"]`);
  entries.forEach((item, at) => writeEntry(draft, inner, `n${at}`, item));
}

function writeEntry(draft: Draft, table: KeyPath, key: string, item: Entry): void {
  if (item.comment) draft.lines.push(`# ${key} = "commented [${key}]"`, "");
  const path = [...table, key];
  const value = tomlLiteral(item.value);
  draft.note(path);
  switch (item.style) {
    case "plain":
      draft.lines.push(`${key} = ${value} # ${key} = 2`);
      return;
    case "quoted":
      draft.places.delete(formatKeyPath(path));
      draft.note([...table, `${key}."= [`]);
      draft.lines.push(`  ${formatKey(`${key}."= [`)}=${value}`);
      return;
    case "dotted":
      draft.note([...path, "x"]);
      draft.lines.push(`${key} . x = ${value}`);
      return;
    case "multiline":
      draft.lines.push(`${key} = """`, `[fake]`, `${key}_no = 1 \\"""`, `""""`);
      return;
    case "literal":
      draft.lines.push(`${key} = '''`, `[fake]`, `'' ${key} = "`, `'''`);
      return;
    case "list":
      draft.lines.push(`${key} = [ # ] no end`);
      draft.note([...path, 0]);
      draft.lines.push(`  ${value},`);
      draft.note([...path, 1]);
      draft.note([...path, 1, "id"]);
      draft.lines.push(`  { id = ${value}, more = [1, 2] },`, `]`);
      return;
    case "inline":
      draft.note([...path, "p"]);
      draft.note([...path, "q"]);
      draft.note([...path, "q", "r"]);
      draft.lines.push(`${key} = { p = ${value}, q.r = [${value}] }`);
      return;
  }
}
