import type { FetchPort } from "@squire/llm";
import { PRESETS } from "@squire/llm";
import { createFetch, openDatabase, runShell, systemClock } from "@squire/platform";
import type { ThinkingLevel, UserFailure } from "@squire/protocol";
import { statSync } from "node:fs";
import { join } from "node:path";
import { createConfigValues } from "./credentials/config-value.ts";
import type { ConfigValues } from "./credentials/config-value.ts";
import { createCredentials } from "./credentials/credentials.ts";
import type { Credentials } from "./credentials/credentials.ts";
import { keySourcesOf } from "./credentials/key-sources.ts";
import { openCredentialStore } from "./credentials/store.ts";
import type { CredentialStore } from "./credentials/store.ts";
import { ModelAccess } from "./models/access.ts";
import { localOnly } from "./models/offline.ts";
import { withVertex } from "./models/vertex-credentials.ts";
import { trustedReader, trustStateOf } from "./safety/trust-state.ts";
import { loadDotenv } from "./settings/dotenv.ts";
import type { Env } from "./settings/env.ts";
import { squireHome } from "./settings/env.ts";
import { loadSettings, userConfigFile } from "./settings/load.ts";
import type { LoadedSettings } from "./settings/load.ts";
import type { Warn } from "./credentials/ports.ts";
import { formatProblem, type Problem } from "./settings/problem.ts";
import type { Settings } from "./settings/to-settings.ts";

export type HostInput = {
  readonly env: Env;
  readonly cwd: string;
  readonly userHome: string;
  readonly configFile?: string;
  readonly offline: boolean;
  readonly model?: string;
  readonly provider?: string;
  readonly apiKey?: string;
  readonly thinking?: ThinkingLevel;
  /** Told whatever the user should know, at once or later; a line each. */
  readonly warn: Warn;
};

/** The running engine, as far as it goes without sessions. */
export type Host = {
  /** Where it was opened: the workspace. */
  readonly cwd: string;
  /** The process's variables with the user's `.env` below them. */
  readonly env: Env;
  /** Squire's folder. */
  readonly home: string;
  /** The network as the settings allow it: proxies, certificates, `--offline`. */
  readonly fetch: FetchPort;
  /** Nothing but this machine is asked (SEC-10). */
  readonly offline: boolean;
  /** Whether the user trusts this folder with its present contents (PERM-17). */
  readonly trusted: boolean;
  /** The user's settings file, whether or not it is there. */
  readonly userFile: string;
  readonly loaded: LoadedSettings;
  readonly models: ModelAccess;
  readonly credentials: Credentials;
  readonly store: CredentialStore;
  /** Set when going on would do something else than the user asked for. */
  readonly fatal: UserFailure | null;
};

/** Reads settings and keys and wires the parts together. Asks nobody on the network. */
export async function openHost(given: HostInput): Promise<Host> {
  const own = await environment(given, false);
  const home = squireHome(own, given);
  const trust = await trustStateOf(home, given);
  const trusted = trust?.type === "trusted";
  const input = { ...given, env: trusted ? await environment(given, true) : own };
  const { env, warn } = input;
  const loaded = await loadSettings({ ...input, home, readTrusted: trustedReader(trust) });
  const { problems, warnings, settings } = loaded;
  const { path, required } = userConfigFile({ ...input, home });
  const unread = required ? problems.find((problem) => isUnread(problem, path)) : undefined;
  for (const problem of [...problems, ...warnings]) {
    if (problem !== unread) warn(formatProblem(problem));
  }
  const direct = createFetch({ env });
  const fetch = input.offline ? localOnly(direct) : direct;
  const values = createConfigValues({ env, runShell, warn });
  const store = openCredentialStore({
    file: join(home, "credentials.db"),
    openDatabase,
    now: systemClock.now,
    warn,
  });
  let access: ModelAccess | undefined;
  const credentials = openCredentials(input, {
    fetch,
    values,
    store,
    settings,
    chosenProvider: () => input.provider ?? access?.chosenProvider,
  });
  access = new ModelAccess({
    settings,
    env,
    ports: { fetch, clock: systemClock, random: Math.random },
    credentials,
    values,
    ...explicitModel(input),
    ...(input.thinking === undefined ? {} : { thinking: input.thinking }),
  });
  for (const { message } of access.problems) warn(message);
  for (const message of access.fallbackProblems()) warn(message);
  const fatal = unread === undefined ? missingFolder(input.cwd) : unreadFile(unread);
  return {
    cwd: input.cwd,
    env,
    home,
    trusted,
    fetch,
    offline: input.offline,
    userFile: path,
    loaded,
    models: access,
    credentials,
    store,
    fatal,
  };
}

/** The process's variables, with those of the folder if it is trusted and the user's own below (MODL-21). */
async function environment(
  { env, userHome, cwd, warn }: HostInput,
  trusted: boolean,
): Promise<Env> {
  const loaded = await loadDotenv({
    env,
    userHome,
    projectDir: cwd,
    trusted,
    keyNames: new Set(),
  });
  for (const message of loaded.warnings) warn(message);
  return loaded.env;
}

type CredentialParts = {
  readonly fetch: FetchPort;
  readonly values: ConfigValues;
  readonly store: CredentialStore;
  readonly settings: Settings;
  readonly chosenProvider: () => string | undefined;
};

function openCredentials(input: HostInput, parts: CredentialParts): Credentials {
  const { env, userHome, warn, apiKey } = input;
  const { fetch, values, store, settings, chosenProvider } = parts;
  const credentials = createCredentials({
    ...(apiKey === undefined ? {} : { flagKey: { secret: apiKey, provider: chosenProvider } }),
    store,
    flows: [],
    env,
    sources: keySourcesOf(PRESETS, settings.providers),
    values,
    ports: { fetch, clock: systemClock },
    warn,
  });
  return withVertex(credentials, { env, userHome, fetch, clock: systemClock, warn });
}

/** `--provider x --model y` is `x/y`; either alone stands for itself. */
function explicitModel({ provider, model }: HostInput): { readonly explicit?: string } {
  if (provider !== undefined && model !== undefined) {
    const prefixed = model.startsWith(`${provider}/`);
    return { explicit: prefixed ? model : `${provider}/${model}` };
  }
  const explicit = model ?? provider;
  return explicit === undefined ? {} : { explicit };
}

function missingFolder(cwd: string): UserFailure | null {
  if (statSync(cwd, { throwIfNoEntry: false })?.isDirectory() === true) return null;
  return {
    code: "invalid",
    message: `There is no folder ${cwd}.`,
    advice: "Check --cwd.",
    retryable: false,
  };
}

function isUnread({ code, origin }: Problem, path: string): boolean {
  return code === "unreadable" && origin === path;
}

/** A file the user named must be read: to go on without it would be another run than asked for. */
function unreadFile(problem: Problem): UserFailure {
  return {
    code: "invalid",
    message: formatProblem(problem),
    advice: "Check --config and SQUIRE_CONFIG.",
    retryable: false,
  };
}
