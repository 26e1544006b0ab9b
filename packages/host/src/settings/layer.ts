import { TomlError } from "smol-toml";
import { checkLayer, type Source } from "./check.ts";
import { createLocator, type Locator } from "./locate.ts";
import { printable, type Problem } from "./problem.ts";
import type { FileText } from "./read-text.ts";
import { parseToml } from "./toml-literal.ts";
import {
  isList,
  isTable,
  tableOf,
  type KeyPath,
  type TomlTable,
  type TomlValue,
} from "./toml-value.ts";

export type LayerName = "flags" | "environment" | "project" | "user" | "defaults";

/** One source of settings, from the strongest to the weakest in a list of them (CFG-1). */
export type Layer = {
  readonly name: LayerName;
  /** `error`: something in it could not be used; what could be is in `values` (CFG-2). */
  readonly status: "ok" | "not-found" | "error";
  /** The file; for other layers a word. */
  readonly origin: string;
  readonly values: TomlTable;
  readonly problems: readonly Problem[];
  /** It could not be read, and there seem to be rules in it that forbid or ask. */
  readonly losesRules?: true;
  /** Where a value comes from: `file:line`, `--flag`, `VARIABLE` or `default`. */
  readonly originOf: (path: KeyPath) => string;
};

export type FileSource = {
  readonly name: "project" | "user";
  readonly path: string;
  /** The user asked for this very file, so it has to be there. */
  readonly required: boolean;
};

/** A layer from a file. Never throws. */
export function fileLayer(file: FileText, source: FileSource): Layer {
  if (file.type === "missing") return missing(source);
  if (file.type === "unreadable") {
    return failed(source, { code: "unreadable", message: `cannot be read: ${file.reason}.` });
  }
  const parsed = parseDocument(file.text);
  if (!parsed.ok) {
    const layer = failed(source, parsed.problem);
    return FORBIDS.test(file.text) ? { ...layer, losesRules: true } : layer;
  }
  const locator = createLocator(file.text);
  const checked = checkLayer(parsed.table, fileOrigin(source, locator));
  return {
    name: source.name,
    status: checked.errors.length > 0 ? "error" : "ok",
    origin: source.path,
    values: checked.values,
    problems: [...checked.errors, ...checked.warnings],
    originOf: (path) => `${source.path}:${locator(path)?.line ?? 1}`,
  };
}

/** By the letters: the file is no TOML, so nothing else can be told about it. */
const FORBIDS = /\b(?:deny|ask)\+?["']?[ \t]*=/;

function fileOrigin({ name, path }: FileSource, locator: Locator): Source {
  return { scope: name, locate: (key) => ({ origin: path, ...locator(key) }) };
}

function missing(source: FileSource): Layer {
  if (source.required) {
    return failed(source, { code: "unreadable", message: "there is no such file." });
  }
  return { ...emptyLayer(source), status: "not-found" };
}

type FileProblem = Pick<Problem, "code" | "message"> & { line?: number; column?: number };

function failed(source: FileSource, problem: FileProblem): Layer {
  const problems = [{ severity: "error", origin: source.path, ...problem } as const];
  return { ...emptyLayer(source), status: "error", problems };
}

function emptyLayer({ name, path }: FileSource): Omit<Layer, "status"> {
  return { name, origin: path, values: tableOf([]), problems: [], originOf: () => path };
}

export type Parsed =
  | { readonly ok: true; readonly table: TomlTable }
  | { readonly ok: false; readonly problem: FileProblem };

// Settings are four levels deep; everything that walks them recurses.
const MAX_DEPTH = 40;

/** Parses a TOML text. The parser's own words quote the line, which may hold a key: only its first line is shown. */
export function parseDocument(text: string): Parsed {
  try {
    const table = parseToml(text);
    if (!isDeeper(table, MAX_DEPTH)) return { ok: true, table };
    return { ok: false, problem: { code: "syntax", message: "is nested too deeply, ignored." } };
  } catch (error) {
    if (!(error instanceof TomlError)) {
      return { ok: false, problem: { code: "syntax", message: "is not valid TOML, ignored." } };
    }
    const { line, column, message } = error;
    const words = (message.split("\n")[0] ?? "").replace(/^Invalid TOML document: /, "");
    const problem = { code: "syntax", line, column } as const;
    return {
      ok: false,
      problem: {
        ...problem,
        message: `is not valid TOML: ${printable(words)}. The file is ignored.`,
      },
    };
  }
}

function isDeeper(value: TomlValue, limit: number): boolean {
  if (limit === 0) return true;
  if (isTable(value)) return Object.values(value).some((inner) => isDeeper(inner, limit - 1));
  return isList(value) && value.some((inner) => isDeeper(inner, limit - 1));
}
