import { kindOf } from "./parse-source.ts";
import type { SourceNode } from "./parse-source.ts";

const MOST_CHARS = 60;
const FUNCTIONS = ["arrow_function", "function_expression", "function", "class", "func_literal"];
/** Values that are worth a chunk only where they fill lines of their own. */
const VALUES = ["variable_declarator", "public_field_definition", "field_definition", "var_spec"];

/** What a node is called; null when it is not worth a chunk. */
export function nameOf(node: SourceNode): string | null {
  const kind = kindOf(node);
  if (VALUES.includes(kind) && !isLarge(node)) return null;
  const name = ownName(kind, node);
  return name === null || name.startsWith("{") || name.startsWith("[") ? null : short(name);
}

/** Whether the members of a box have names, too; a test holds only statements. */
export function hasMembers(node: SourceNode): boolean {
  return kindOf(node) !== "call_expression" || /^(?:describe|suite|context)\b/.test(node.text());
}

/** The part of a node that other nodes stand in: braces, or the block of Python. */
export function bodyOf(node: SourceNode): SourceNode | null {
  const body = node.field("body");
  if (body !== null) return body;
  if (kindOf(node) === "call_expression") return lastArgument(node)?.field("body") ?? null;
  const value = node.field("value") ?? node.field("right") ?? node.field("type");
  if (value === null) return null;
  const fields = value.children().find((child) => kindOf(child) === "field_declaration_list");
  return value.field("body") ?? fields ?? null;
}

function ownName(kind: string, node: SourceNode): string | null {
  switch (kind) {
    case "call_expression":
      return testName(node);
    case "assignment_expression":
      return isFunction(node.field("right")) ? (node.field("left")?.text() ?? null) : null;
    case "impl_item":
      return headOf(node);
    case "method_declaration":
      return methodName(node);
    case "function_definition":
    case "type_definition":
      return node.field("name")?.text() ?? declaredName(node);
    default:
      return node.field("name")?.text() ?? null;
  }
}

/** `test("adds", () => …)` is what a test file has instead of functions. */
function testName(node: SourceNode): string | null {
  const [title] = node.field("arguments")?.namedChildren() ?? [];
  const isTitle = title !== undefined && ["string", "template_string"].includes(kindOf(title));
  if (!isTitle || !isFunction(lastArgument(node))) return null;
  const callee = /^\w+/.exec(node.field("function")?.text() ?? "")?.[0];
  return callee === undefined ? null : `${callee} ${title.text().slice(1, -1)}`;
}

function lastArgument(node: SourceNode): SourceNode | null {
  return node.field("arguments")?.namedChildren().at(-1) ?? null;
}

/** `impl Display for Point`: all that stands before conditions and braces. */
function headOf(node: SourceNode): string | null {
  const where = node.children().find((child) => kindOf(child) === "where_clause");
  const rest = where ?? node.field("body");
  if (rest === null) return null;
  return node.text().slice(0, rest.range().start.index - node.range().start.index);
}

/** In Go with the type it belongs to. */
function methodName(node: SourceNode): string | null {
  const name = node.field("name")?.text() ?? null;
  const receiver = node.field("receiver")?.text();
  if (name === null || receiver === undefined) return name;
  const type = /(\w+)(?:\[[^\]]*\])?\s*\)$/.exec(receiver)?.[1];
  return type === undefined ? name : `${type}.${name}`;
}

/** In C the name stands inside of what is declared: `int *(*f(int))(void)`. */
function declaredName(node: SourceNode): string | null {
  let at = node.field("declarator");
  for (let inner = at; inner !== null;) {
    at = inner;
    inner =
      inner.field("declarator") ??
      inner.namedChildren().find((child) => kindOf(child).endsWith("_declarator")) ??
      null;
  }
  return at?.text() ?? null;
}

function isLarge(node: SourceNode): boolean {
  const { start, end } = node.range();
  return end.line > start.line || isFunction(node.field("value"));
}

function isFunction(node: SourceNode | null): boolean {
  return node !== null && FUNCTIONS.includes(kindOf(node));
}

function short(name: string): string {
  return name.replaceAll(/\s+/g, " ").trim().slice(0, MOST_CHARS);
}
