import { dirname, isAbsolute, join, resolve } from "node:path";
import { checkLayer } from "./check.ts";
import {
  absolutePath,
  readEnv,
  settingsFromEnv,
  type Env,
  type NamedSetting,
  type Places,
} from "./env.ts";
import { findProjectFile, type ProjectFile } from "./find-project.ts";
import { formatKeyPath, parseKeyPath, startsWith } from "./key-path.ts";
import { fileLayer, type Layer } from "./layer.ts";
import type { KeyGroup } from "./key-spec.ts";
import { mergeTables, settleAppends, settledName } from "./merge.ts";
import type { Problem } from "./problem.ts";
import { readProjectText, readTextFile, type ReadText } from "./read-text.ts";
import { defaultValues, rootKeys, SECTIONS } from "./schema.ts";
import { isStringList } from "./toml-literal.ts";
import { toSettings, type Settings } from "./to-settings.ts";
import {
  isTable,
  tableOf,
  valueAt,
  withValue,
  type KeyPath,
  type TomlTable,
  type TomlValue,
} from "./toml-value.ts";

/** A flag that overrides a setting, e.g. `{ flag: "--model", key: "default_model", value }`. */
export type FlagSetting = {
  readonly flag: string;
  readonly key: string;
  readonly value: TomlValue;
};

export type LoadInput = Places & {
  /** Squire's own folder, see `squireHome`. */
  readonly home: string;
  readonly env: Env;
  readonly flags?: readonly FlagSetting[];
  /** `--config FILE`; goes before the variable. */
  readonly configFile?: string;
  readonly readText?: ReadText;
  /** The text of a project's file if the user trusts it as it is (PERM-17); absent: none is. */
  readonly readTrusted?: (path: string) => Promise<string | null>;
};

export type LoadedSettings = {
  readonly settings: Settings;
  /** From the strongest to the weakest (CFG-1). */
  readonly layers: readonly Layer[];
  /** Errors: something the user wrote is not in effect. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
};

/** Reads and merges all layers. Never rejects: what cannot be used is in `problems` (CFG-1, CFG-2). */
export async function loadSettings(input: LoadInput): Promise<LoadedSettings> {
  const { cwd, userHome, readText = readTextFile } = input;
  const userFile = userConfigFile(input);
  const [userText, project] = await Promise.all([
    readText(userFile.path),
    findProjectFile(cwd, userHome, input.readText ?? readProjectText),
  ]);
  const user = fileLayer(userText, { name: "user", ...userFile });
  const layers = [
    namedLayer("flags", flagSettings(input.flags ?? [])),
    namedLayer("environment", settingsFromEnv(input.env)),
    ...(await projectLayers(project, userFile.path, input)),
    user,
  ].map((layer) => withAbsolutePaths(layer, input));
  return combine([...layers, defaultLayer()]);
}

/** Which file is the user's own, and whether it has to exist. */
export function userConfigFile(
  input: Pick<LoadInput, "home" | "env" | "cwd" | "userHome" | "configFile">,
): { readonly path: string; readonly required: boolean } {
  const chosen = input.configFile ?? readEnv(input.env, "SQUIRE_CONFIG");
  if (chosen === undefined) return { path: join(input.home, "config.toml"), required: false };
  return { path: absolutePath(chosen, input.userHome, input.cwd), required: true };
}

async function projectLayers(
  project: ProjectFile | null,
  userPath: string,
  { readTrusted }: Pick<LoadInput, "readTrusted">,
): Promise<readonly Layer[]> {
  // Given as --config, the file has been read with the user's own rights already.
  if (project === null || project.path === userPath) return [];
  const source = { name: "project", path: project.path, required: false } as const;
  const text = (await readTrusted?.(project.path)) ?? null;
  return [
    text === null
      ? withoutEffect(fileLayer(project.file, source))
      : fileLayer({ type: "text", text }, source),
  ];
}

/**
 * Nobody has said yet that this project may be believed: it may forbid, and its file is otherwise
 * only talked about (PERM-17). The gate passes its allow rules over.
 */
function withoutEffect(layer: Layer): Layer {
  const rules = rulesOf(layer.values);
  const kept = Object.keys(rules ?? {}).filter((key) => !key.startsWith("allow"));
  const given = Object.values(layer.values).flatMap((value) =>
    isTable(value) ? Object.keys(value) : [value],
  );
  if (given.length === kept.length) return layer;
  const problem: Problem = {
    severity: "warning",
    code: "untrusted",
    origin: layer.origin,
    message:
      kept.length === 0
        ? "has no effect until you trust this folder."
        : "only forbids and asks until you trust this folder; all else has no effect.",
  };
  const values = tableOf(rules === null ? [] : [["permissions", rules]]);
  return { ...layer, values, problems: [...layer.problems, problem] };
}

const RULE_KEYS: ReadonlySet<string> = new Set(["deny", "ask", "allow"]);

function rulesOf(values: TomlTable): TomlTable | null {
  const table = values["permissions"];
  if (!isTable(table)) return null;
  const rules = Object.entries(table).filter(([key, value]) =>
    RULE_KEYS.has(settledName(key, value)),
  );
  return rules.length === 0 ? null : tableOf(rules);
}

function flagSettings(flags: readonly FlagSetting[]): NamedSetting[] {
  return flags.map(({ flag, key, value }) => {
    return { origin: flag, path: parseKeyPath(key) ?? [key], value };
  });
}

/** A layer of single settings: flags or variables. */
function namedLayer(name: "flags" | "environment", settings: readonly NamedSetting[]): Layer {
  const originOf = (path: KeyPath): string =>
    settings.findLast((setting) => startsWith(path, setting.path))?.origin ??
    settings.find((setting) => startsWith(setting.path, path))?.origin ??
    name;
  const raw = settings.reduce(
    (table, { path, value }) => withValue(table, path, value),
    tableOf([]),
  );
  const { values, errors, warnings } = checkLayer(raw, {
    scope: "user",
    locate: (path) => ({ origin: originOf(path) }),
  });
  const status = errors.length > 0 ? "error" : settings.length === 0 ? "not-found" : "ok";
  return { name, status, origin: name, values, problems: [...errors, ...warnings], originOf };
}

function defaultLayer(): Layer {
  const origin = "defaults";
  let made: TomlTable | undefined;
  return {
    name: origin,
    status: "ok",
    origin,
    // Made for those who look at layers: `toSettings` fills in what nobody has set.
    get values() {
      return (made ??= defaultValues());
    },
    problems: [],
    originOf: () => "default",
  };
}

/** A relative path means the same wherever Squire is started: relative to the file that names it. */
function withAbsolutePaths(layer: Layer, { cwd, userHome }: Places): Layer {
  if (Object.keys(layer.values).length === 0) return layer;
  const base = isAbsolute(layer.origin) ? dirname(layer.origin) : resolve(cwd);
  const absolute = (path: string): string => absolutePath(path, userHome, base);
  const values = fileKeysIn(layer.values).reduce((table, path) => {
    const value = valueAt(table, path);
    if (typeof value === "string") return withValue(table, path, absolute(value));
    return isStringList(value) ? withValue(table, path, value.map(absolute)) : table;
  }, layer.values);
  return { ...layer, values };
}

/** Where a layer names files. */
function fileKeysIn(values: TomlTable): KeyPath[] {
  return Object.entries(values).flatMap(([name, value]): KeyPath[] => {
    if (!isTable(value)) return isFileKey(rootKeys, name, value) ? [[name]] : [];
    const group = Object.hasOwn(SECTIONS, name) ? SECTIONS[name as keyof typeof SECTIONS] : {};
    return Object.entries(value).flatMap(([key, inner]) =>
      isFileKey(group, key, inner) ? [[name, key]] : [],
    );
  });
}

function isFileKey(group: KeyGroup, name: string, value: TomlValue): boolean {
  const key = settledName(name, value);
  return Object.hasOwn(group, key) && group[key]?.file === true;
}

function combine(layers: readonly Layer[]): LoadedSettings {
  // Defaults are known to be valid; `toSettings` lays them below.
  const given = layers
    .filter(({ name }) => name !== "defaults")
    .reduceRight((lower, layer) => mergeTables(lower, mergeable(layer)), tableOf([]));
  // Each layer is valid by itself; together they can still clash, e.g. with one name twice.
  const { values, errors } = checkLayer(settleAppends(given), {
    scope: "user",
    locate: (path) => ({ origin: originAmong(layers, path) }),
  });
  const all = layers.flatMap(({ problems }) => problems);
  return {
    settings: toSettings(values),
    layers,
    problems: [...all.filter(({ severity }) => severity === "error"), ...errors],
    warnings: all.filter(({ severity }) => severity === "warning"),
  };
}

/** Lists replace each other; rules of a project are never in the way of the user's own. */
function mergeable({ name, values }: Layer): TomlTable {
  const table = values["permissions"];
  if (name !== "project" || !isTable(table)) return values;
  const others = Object.entries(table).filter(
    ([key, value]) => !RULE_KEYS.has(settledName(key, value)),
  );
  return { ...values, permissions: tableOf(others) };
}

function originAmong(layers: readonly Layer[], path: KeyPath): string {
  const top = path.slice(0, 1);
  const layer = layers.find(({ values }) => valueAt(settleAppends(values), top) !== undefined);
  return layer?.originOf(path) ?? formatKeyPath(path);
}
