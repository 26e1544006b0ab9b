import { hashText } from "../hashline/line-hash.ts";
import { bodyOf, hasMembers, nameOf } from "./name-of.ts";
import { GRAMMARS } from "./grammars.ts";
import type { Grammar } from "./grammars.ts";
import { kindOf, parseSource } from "./parse-source.ts";
import type { Language, SourceNode } from "./parse-source.ts";

/** A named part of a file: whole lines, from `from` up to, not including, `to`. */
export type Chunk = {
  /** `Class/method`; `.` is the whole file. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Of its text; another text has another sum. */
  readonly sum: string;
  /** The lines inside of it, where more can be put; null where they are not lines of their own. */
  readonly inside: { readonly from: number; readonly to: number } | null;
};

export const WHOLE_FILE = ".";

export type Outline = {
  /** In the order of the file; whoever holds others comes first. */
  readonly chunks: readonly Chunk[];
  /** The first line that does not parse, from 0. */
  readonly broken: number | null;
};

/** The chunks of a text, given as lines without their ends (EDIT-5). */
export async function outlineOf(language: Language, lines: readonly string[]): Promise<Outline> {
  const root = await parseSource(language, lines.join("\n"));
  const walk = new Walk(GRAMMARS[language], lines);
  walk.visit(root.children(), "");
  const error = root.find({ rule: { kind: "ERROR" } });
  return { chunks: walk.chunks, broken: error?.range().start.line ?? null };
}

type Span = { readonly from: number; readonly to: number };

class Walk {
  readonly #grammar: Grammar;
  readonly #lines: readonly string[];
  readonly #paths = new Map<string, number>();
  readonly chunks: Chunk[] = [];

  constructor(grammar: Grammar, lines: readonly string[]) {
    this.#grammar = grammar;
    this.#lines = lines;
    const span = { from: 0, to: lines.length };
    this.chunks.push({ path: WHOLE_FILE, ...span, sum: this.#sumOf(span), inside: span });
  }

  visit(nodes: readonly SourceNode[], parent: string): void {
    // Comments and attributes on the lines right above belong to what follows.
    let above: Span | null = null;
    for (const node of nodes) {
      const own = this.#spanOf(node);
      const span: Span =
        above !== null && own.from <= above.to ? { ...own, from: above.from } : own;
      const isAbove = this.#grammar.above.includes(kindOf(node));
      if (!isAbove) this.#take(node, parent, span);
      above = isAbove && this.#beginsLine(node) ? span : null;
    }
  }

  #take(node: SourceNode, parent: string, span: Span): void {
    const core = this.#coreOf(node);
    const name = core === null ? null : nameOf(core);
    if (core !== null && name !== null && this.#ownsLines(node)) {
      const path = this.#pathOf(parent, name);
      const body = bodyOf(core);
      this.chunks.push({ path, ...span, sum: this.#sumOf(span), inside: this.#insideOf(body) });
      const isBox = this.#grammar.chunks[kindOf(core)] === "box" && hasMembers(core);
      if (isBox) this.visit(body?.children() ?? [], path);
    } else if (this.#grammar.through.includes(kindOf(node))) {
      this.visit(node.children(), parent);
    }
  }

  /** The node that has the name, inside of those around it; null where that is not one alone. */
  #coreOf(node: SourceNode): SourceNode | null {
    const kind = kindOf(node);
    if (kind in this.#grammar.chunks) return node;
    if (!this.#grammar.around.includes(kind)) return null;
    const cores = node.namedChildren().flatMap((child) => this.#coreOf(child) ?? []);
    return cores.length === 1 ? (cores[0] ?? null) : null;
  }

  #pathOf(parent: string, name: string): string {
    const path = parent === "" ? name : `${parent}/${name}`;
    const count = (this.#paths.get(path) ?? 0) + 1;
    this.#paths.set(path, count);
    return count === 1 ? path : `${path}~${count}`;
  }

  #spanOf(node: SourceNode): Span {
    const { start, end } = node.range();
    // A node that ends with a line end reaches to the start of the next line.
    return {
      from: start.line,
      to: end.column === 0 && end.line > start.line ? end.line : end.line + 1,
    };
  }

  /** Whether nothing else of meaning stands on its first and last line. */
  #ownsLines(node: SourceNode): boolean {
    const { end } = node.range();
    const rest = (this.#lines[end.line] ?? "").slice(end.column);
    return (
      this.#beginsLine(node) &&
      (end.column === 0 || /^\s*[;,]?\s*(?:(?:\/\/|#|\/\*).*)?$/.test(rest))
    );
  }

  #beginsLine(node: SourceNode): boolean {
    const { line, column } = node.range().start;
    return /^[\s;]*(?:[@#].*\s)?$/.test((this.#lines[line] ?? "").slice(0, column));
  }

  #insideOf(body: SourceNode | null): Span | null {
    if (body === null) return null;
    const { start, end } = body.range();
    if (!body.text().startsWith("{")) return this.#blockSpan(body);
    const head = (this.#lines[start.line] ?? "").slice(start.column + 1);
    const tail = (this.#lines[end.line] ?? "").slice(0, end.column - 1);
    const isOpen = /^\s*(?:\/\/.*|\/\*.*\*\/\s*)?$/.test(head) && tail.trim() === "";
    return isOpen && end.line > start.line ? { from: start.line + 1, to: end.line } : null;
  }

  /** A block of Python; what says what it is for stays on top. */
  #blockSpan(body: SourceNode): Span | null {
    if (kindOf(body) !== "block" || !this.#beginsLine(body)) return null;
    const { from, to } = this.#spanOf(body);
    const first = body.namedChildren()[0];
    const isText = first?.namedChildren()[0]?.is("string") === true;
    return { from: first !== undefined && isText ? this.#spanOf(first).to : from, to };
  }

  #sumOf({ from, to }: Span): string {
    return hashText(this.#lines.slice(from, to).join("\n"));
  }
}
