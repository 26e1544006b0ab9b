import { join, resolve } from "node:path";
import type { Env } from "./env.ts";
import { printable } from "./problem.ts";
import { readProjectText, readTextFile, type ReadText } from "./read-text.ts";

/**
 * Reads `KEY=value` lines. Quotes are taken off, `export` and comments are understood, nothing is
 * expanded. The last of two equal keys wins; what is no such line is skipped. Never throws.
 */
export function parseDotenv(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const start = /[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*/y;
  const source = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  for (let at = 0; at < source.length;) {
    start.lastIndex = at;
    const match = start.exec(source);
    if (match === null) {
      at = nextLine(source, at);
      continue;
    }
    const { value, end } = readValue(source, at + match[0].length);
    found.set(match[1] ?? "", value);
    at = nextLine(source, end);
  }
  return found;
}

type Read = { readonly value: string; readonly end: number };

function readValue(source: string, at: number): Read {
  const quote = source[at];
  if (quote === '"' || quote === "'") {
    const end = closingQuote(source, at + 1, quote);
    if (end !== -1) {
      const inner = source.slice(at + 1, end);
      return { value: quote === '"' ? unescape(inner) : inner, end };
    }
  }
  const end = lineBreak(source, at);
  return {
    value: source
      .slice(at, end)
      .replace(/(?:^|[ \t])#.*$/, "")
      .trim(),
    end,
  };
}

function closingQuote(source: string, start: number, quote: string): number {
  for (let at = start; at < source.length; at++) {
    if (source[at] === quote) return at;
    if (source[at] === "\\" && quote === '"') at++;
  }
  return -1;
}

function unescape(text: string): string {
  const words: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };
  return text.replaceAll(/\\([nrt"\\])/g, (_, char: string) => words[char] ?? char);
}

function lineBreak(source: string, at: number): number {
  const newline = source.indexOf("\n", at);
  return newline === -1 ? source.length : newline;
}

function nextLine(source: string, at: number): number {
  return lineBreak(source, at) + 1;
}

export type DotenvInput = {
  readonly env: Env;
  readonly userHome: string;
  readonly projectDir: string;
  /** The user has said that this project may be believed. Until then its file is not even read. */
  readonly trusted: boolean;
  /** Variables that hold keys of providers: all that a project's file may supply. */
  readonly keyNames: ReadonlySet<string>;
  readonly readText?: ReadText;
};

/**
 * The environment with `.env` files below it (MODL-21): the process wins, then the project's file,
 * then the one in the home folder. A project can come from anybody (S29): even when trusted, its
 * file supplies keys only, never addresses, proxies or our own switches.
 */
export async function loadDotenv(
  input: DotenvInput,
): Promise<{ readonly env: Env; readonly warnings: readonly string[] }> {
  const { env, userHome, projectDir, readText = readTextFile } = input;
  const homeFile = join(resolve(userHome), ".env");
  const projectFile = join(resolve(projectDir), ".env");
  const readProject = input.trusted && projectFile !== homeFile;
  const [home, project] = await Promise.all([
    readDotenv(homeFile, readText),
    readProject ? readDotenv(projectFile, input.readText ?? readProjectText) : NOTHING,
  ]);
  const keys = [...project.found].filter(([name]) => input.keyNames.has(name));
  return {
    env: { ...Object.fromEntries(home.found), ...Object.fromEntries(keys), ...definedOnly(env) },
    warnings: [...project.warnings, ...home.warnings],
  };
}

type Dotenv = {
  readonly found: ReadonlyMap<string, string>;
  readonly warnings: readonly string[];
};

const NOTHING: Dotenv = { found: new Map(), warnings: [] };

async function readDotenv(path: string, readText: ReadText): Promise<Dotenv> {
  const file = await readText(path);
  if (file.type === "missing") return NOTHING;
  if (file.type === "text") return { found: parseDotenv(file.text), warnings: [] };
  return { ...NOTHING, warnings: [`${printable(path)} cannot be read: ${file.reason}.`] };
}

function definedOnly(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
