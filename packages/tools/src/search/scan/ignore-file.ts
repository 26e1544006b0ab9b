import { asBytes, ignoreGlob } from "./ignore-glob.ts";

/** What an ignore file says about a path; null when nothing. */
export type Verdict = "ignore" | "keep" | null;

type Rule = { readonly verdict: "ignore" | "keep"; readonly onlyFolders: boolean };
type PathRule = Rule & { readonly order: number; readonly glob: RegExp };
type Numbered = Rule & { readonly order: number };

/**
 * The rules of one ignore file. Nearly all rules name a file or an ending; those are looked up, and
 * only the others are tried one by one.
 */
export class IgnoreFile {
  readonly #names = new Map<string, Numbered[]>();
  readonly #endings = new Map<string, Numbered[]>();
  readonly #paths: PathRule[] = [];

  constructor(text: string) {
    const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
    for (const [order, line] of lines.entries()) this.#add(line, order);
    this.#paths.reverse();
  }

  get isEmpty(): boolean {
    return this.#names.size + this.#endings.size + this.#paths.length === 0;
  }

  /** `path` is relative to the folder of the file, `name` its last part. The last rule that fits wins. */
  verdict(path: string, name: string, isFolder: boolean): Verdict {
    let last = lastOf(this.#names.get(name), isFolder, null);
    const dot = name.lastIndexOf(".");
    if (dot >= 0 && this.#endings.size > 0) {
      last = lastOf(this.#endings.get(name.slice(dot)), isFolder, last);
    }
    const bytes = this.#paths.length === 0 ? "" : asBytes(path);
    for (const rule of this.#paths) {
      if (last !== null && rule.order < last.order) break;
      if (rule.onlyFolders && !isFolder) continue;
      if (rule.glob.test(bytes)) return rule.verdict;
    }
    return last?.verdict ?? null;
  }

  #add(whole: string, order: number): void {
    const parsed = parseLine(whole);
    if (parsed === null) return;
    const { body, anchored, ...rule } = parsed;
    const numbered = { ...rule, order };
    if (!anchored && !body.includes("/")) {
      if (!/[*?[\\{},]/.test(body)) {
        push(this.#names, body, numbered);
        return;
      }
      const ending = /^\*(\.[^*?[\\{},.]+)$/.exec(body)?.[1];
      if (ending !== undefined) {
        push(this.#endings, ending, numbered);
        return;
      }
    }
    const glob = ignoreGlob(wholePathGlob(body, anchored));
    if (glob !== null) this.#paths.push({ ...numbered, glob });
  }
}

function push(map: Map<string, Numbered[]>, key: string, rule: Numbered): void {
  const rules = map.get(key);
  if (rules === undefined) map.set(key, [rule]);
  else rules.push(rule);
}

function lastOf(
  rules: readonly Numbered[] | undefined,
  isFolder: boolean,
  best: Numbered | null,
): Numbered | null {
  let last = best;
  for (const rule of rules ?? []) {
    if (rule.onlyFolders && !isFolder) continue;
    if (last === null || rule.order > last.order) last = rule;
  }
  return last;
}

type Line = Rule & { readonly body: string; readonly anchored: boolean };

function parseLine(whole: string): Line | null {
  if (whole.startsWith("#")) return null;
  let line = whole.endsWith("\\ ") ? whole : whole.trimEnd();
  if (line === "") return null;
  let verdict: Rule["verdict"] = "ignore";
  let anchored = false;
  if (line.startsWith("\\!") || line.startsWith("\\#")) {
    line = line.slice(1);
  } else {
    if (line.startsWith("!")) {
      verdict = "keep";
      line = line.slice(1);
    }
    if (line.startsWith("/")) {
      anchored = true;
      line = line.slice(1);
    }
  }
  const onlyFolders = line.endsWith("/");
  if (onlyFolders) line = line.replace(/\\?\/$/, "");
  return line === "" ? null : { verdict, onlyFolders, body: line, anchored };
}

function wholePathGlob(body: string, anchored: boolean): string {
  const isAnywhere = !anchored && !body.includes("/") && body !== "**";
  const glob = isAnywhere ? `**/${body}` : body;
  // What is below a folder, not the folder itself.
  return glob.endsWith("/**") ? `${glob}/*` : glob;
}
