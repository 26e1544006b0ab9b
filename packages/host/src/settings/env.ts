import { join, resolve } from "node:path";
import { parseKeyPath } from "./key-path.ts";
import type { KeyPath, TomlValue } from "./toml-value.ts";

export type Env = Readonly<Record<string, string | undefined>>;

/** An environment variable that Squire reads. */
export type EnvironmentVariable = {
  readonly name: string;
  readonly about: string;
  /** The settings key it overrides, if it does. */
  readonly key?: string;
  /** How its text is read; absent = as text. */
  readonly as?: "number" | "switch";
};

/** Every `SQUIRE_*` variable (CFG-9). A test fails when code reads one that is not here. */
export const ENVIRONMENT: readonly EnvironmentVariable[] = [
  { name: "SQUIRE_HOME", about: "Folder for settings, sessions and keys; default ~/.squire." },
  { name: "SQUIRE_CONFIG", about: "Settings file to use instead of config.toml in that folder." },
  { name: "SQUIRE_MODEL", key: "default_model", about: "The model to use." },
  { name: "SQUIRE_SMOL_MODEL", key: "roles.smol", about: "Model for small jobs." },
  { name: "SQUIRE_SLOW_MODEL", key: "roles.slow", about: "Model for hard thinking." },
  { name: "SQUIRE_PLAN_MODEL", key: "roles.plan", about: "Model for plan mode." },
  { name: "SQUIRE_LANG", key: "language", about: "Language of menus and messages." },
  {
    name: "SQUIRE_CACHE_RETENTION",
    key: "network.cache_retention",
    about: "long = ask providers to keep the prompt cache longer.",
  },
  { name: "SQUIRE_EDIT_VARIANT", key: "edit.variant", about: "How the model writes edits." },
  { name: "SQUIRE_SEARCH", key: "search", as: "switch", about: "off = no web search." },
  { name: "SQUIRE_MEMORY", key: "memory.enabled", as: "switch", about: "off = no memory." },
  { name: "SQUIRE_HOST", key: "gateway.host", about: "Address the gateway listens on." },
  { name: "SQUIRE_PORT", key: "gateway.port", as: "number", about: "Port of the gateway." },
  {
    name: "SQUIRE_NOTIFICATIONS",
    key: "tui.notifications",
    as: "switch",
    about: "off = no desktop notifications.",
  },
  { name: "SQUIRE_TOKEN", about: "Token of the gateway, instead of the one in its file." },
  { name: "SQUIRE_CHROMIUM", about: "The browser that tests use." },
  { name: "SQUIRE_NULL_PROMPT", about: "true = send no built-in instructions." },
  { name: "SQUIRE_NO_PTY", about: "1 = commands get no terminal." },
  { name: "SQUIRE_BASH_NO_LOGIN", about: "Set = commands see nothing of your login shell." },
  { name: "SQUIRE_BASH_NO_CI", about: "Set = commands are not told CI=true." },
  { name: "SQUIRE_SHELL_PREFIX", about: "Put before every shell command." },
  { name: "SQUIRE_SANDBOX", about: "Set for commands: what they are confined by." },
  { name: "SQUIRE_CALL_ID", about: "Set for commands: the call they belong to." },
  { name: "SQUIRE_FS_SCAN_CACHE_TTL_MS", about: "How long a look at a folder may be used again." },
  {
    name: "SQUIRE_FS_SCAN_CACHE_EMPTY_RECHECK_MS",
    about: "From which age on an empty result is looked at again.",
  },
  { name: "SQUIRE_NO_TITLE", about: "Set = no model is asked to name sessions." },
  { name: "SQUIRE_LOG", about: "What to log on stderr: error, warn, info or debug." },
  { name: "SQUIRE_LOG_FILE", about: "File that the log goes to instead of stderr." },
  { name: "SQUIRE_DEBUG_STARTUP", about: "1 = say on stderr what happens during start." },
  { name: "SQUIRE_TIMING", about: "1 = say on stderr how long parts of the start took." },
  {
    name: "SQUIRE_TUI_WRITE_LOG",
    about: "File that gets every byte the terminal face writes.",
  },
  {
    name: "SQUIRE_TUI_DEBUG",
    about: "1 = a row of numbers below the status line of the terminal face.",
  },
  { name: "SQUIRE_DEBUG_REDRAW", about: "1 = the terminal face draws every frame whole." },
  { name: "SQUIRE_HARDWARE_CURSOR", about: "1 = the terminal face leaves the cursor visible." },
  {
    name: "SQUIRE_CLEAR_ON_SHRINK",
    about: "1 = the terminal face clears below when it gets smaller.",
  },
];

/** The table as Markdown, for the documentation. */
export function environmentMarkdown(): string {
  const rows = ENVIRONMENT.map(
    ({ name, about, key }) =>
      `| \`${name}\` | ${about} | ${key === undefined ? "" : `\`${key}\``} |`,
  );
  return ["| Variable | Meaning | Settings key |", "|---|---|---|", ...rows, ""].join("\n");
}

/** A setting that came from a flag or a variable. */
export type NamedSetting = {
  /** `--max-steps`, `SQUIRE_PORT`. */
  readonly origin: string;
  readonly path: KeyPath;
  readonly value: TomlValue;
};

/** What the environment sets. An empty variable sets nothing. */
export function settingsFromEnv(env: Env): readonly NamedSetting[] {
  return ENVIRONMENT.flatMap(({ name, key, as }) => {
    const text = key === undefined ? undefined : readEnv(env, name);
    const path = key === undefined || text === undefined ? null : parseKeyPath(key);
    return text === undefined || path === null
      ? []
      : [{ origin: name, path, value: readAs(text, as) }];
  });
}

function readAs(text: string, as: EnvironmentVariable["as"]): TomlValue {
  if (as === "number") return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (as !== "switch") return text;
  if (/^(0|off|false|no)$/i.test(text)) return false;
  return /^(1|on|true|yes)$/i.test(text) ? true : text;
}

/** A variable's text without spaces around it; undefined when it is unset or empty. */
export function readEnv(env: Env, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === "" ? undefined : text;
}

/** Folders that paths are relative to. */
export type Places = {
  /** The user's home folder, `~`. */
  readonly userHome: string;
  readonly cwd: string;
};

/** The folder all state lives in (C4). */
export function squireHome(env: Env, { userHome, cwd }: Places): string {
  const chosen = readEnv(env, "SQUIRE_HOME");
  return chosen === undefined ? join(userHome, ".squire") : absolutePath(chosen, userHome, cwd);
}

/** `~/x` and paths relative to `base` as absolute ones. */
export function absolutePath(path: string, userHome: string, base: string): string {
  if (path === "~" || /^~[/\\]/.test(path)) return join(userHome, path.slice(1));
  return resolve(base, path);
}
