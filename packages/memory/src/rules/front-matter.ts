/** What stands in front matter: a text, or a list of texts. */
export type FrontValue = string | readonly string[];

export type FrontMatter =
  | {
      readonly ok: true;
      readonly fields: ReadonlyMap<string, FrontValue>;
      readonly body: string;
    }
  | { readonly ok: false; readonly problem: string };

const FENCE = "---";
const FIELD = /^([A-Za-z][\w-]*):(?=\s|$)/;
const ITEM = /^\s*-\s/;
/** Files come from others: what is longer was not written by hand. */
const MOST_LINE_CHARS = 8_000;
const MOST_ITEMS = 256;

/**
 * Front matter as people write it for rules. Not all of YAML, and more than it: `globs: *.ts, *.tsx` has no quotes, and
 * is what other tools write.
 */
export function readFrontMatter(text: string): FrontMatter {
  const [first, ...lines] = text.replace(/^\ufeff/, "").split(/\r?\n/);
  if (first?.trimEnd() !== FENCE) return { ok: true, fields: new Map(), body: text.trim() };
  const end = lines.findIndex((line) => line.trimEnd() === FENCE);
  if (end < 0) return { ok: false, problem: "the front matter has no end: a line --- is missing" };
  const body = lines
    .slice(end + 1)
    .join("\n")
    .trim();
  const fields = readFields(lines.slice(0, end));
  return fields instanceof Map
    ? { ok: true, fields, body }
    : { ok: false, problem: fields.problem };
}

type Problem = { readonly problem: string };

function readFields(lines: readonly string[]): Map<string, FrontValue> | Problem {
  const fields = new Map<string, FrontValue>();
  let open: OpenField | null = null;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    if (line.length > MOST_LINE_CHARS) return { problem: `line ${at + 2} is too long` };
    const [head, name] = FIELD.exec(line) ?? [];
    const [dash] = ITEM.exec(line) ?? [];
    if (head !== undefined && name !== undefined) {
      if (fields.has(name)) return { problem: `${name} is given twice` };
      const value = readValue(line.slice(head.length));
      if (value === null) return { problem: `line ${at + 2}: a list or a quote is not closed` };
      fields.set(name, value);
      open = { name, items: typeof value === "string" ? [] : [...value] };
    } else if (dash !== undefined && open !== null) {
      const value = readValue(line.slice(dash.length));
      if (typeof value !== "string") return { problem: `line ${at + 2} is no text` };
      if (open.items.push(value) > MOST_ITEMS)
        return { problem: `${open.name} is too long a list` };
      fields.set(open.name, open.items);
    } else return { problem: `line ${at + 2} is neither "key: value" nor an item of a list` };
  }
  return fields;
}

/** The last field: items below it are added to its list. */
type OpenField = { readonly name: string; readonly items: string[] };

/** Null: it has a beginning and no end. */
function readValue(raw: string): FrontValue | null {
  const text = raw.trim();
  if (text.startsWith("[")) {
    if (!text.endsWith("]")) return null;
    const items = splitList(text.slice(1, -1)).map(unquoted);
    return items.every((item) => item !== null) ? items.filter((item) => item !== "") : null;
  }
  return unquoted(text);
}

function unquoted(raw: string): string | null {
  const text = raw.trim();
  const [quote] = text;
  if (quote !== '"' && quote !== "'") return text;
  return text.length > 1 && text.endsWith(quote) ? text.slice(1, -1) : null;
}

/** At commas that are in no braces and no quotes: `src/{a,b}.ts` is one pattern. */
export function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, part, quote] = [0, "", ""];
  for (const char of text) {
    if (quote !== "") quote = char === quote ? "" : quote;
    else if ((char === '"' || char === "'") && part.trim() === "") quote = char;
    else if (char === "{") depth++;
    else if (char === "}") depth = Math.max(0, depth - 1);
    if (char === "," && depth === 0 && quote === "") {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}
