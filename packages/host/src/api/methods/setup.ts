import { modelKey, PRESETS } from "@squire/llm";
import type { JsonValue, MethodResult } from "@squire/protocol";
import { hostAudit } from "../../safety/host-audit.ts";
import { untrustedNote } from "../../safety/untrusted-note.ts";
import { firstMode } from "../../session/first-mode.ts";
import { explainKey, listKeys } from "../../settings/explain.ts";
import type { ListedKey } from "../../settings/explain.ts";
import { formatProblem } from "../../settings/problem.ts";
import type { TomlValue } from "../../settings/toml-value.ts";
import { setUserKey, setUserKeyText, unsetUserKey } from "../../settings/write.ts";
import { refuse } from "../failures.ts";
import type { Handlers, Scene } from "../handlers.ts";

type Names = "settings.get" | "settings.set" | "doctor.run" | "setup.get" | "gateway.share";

export const setupHandlers: Handlers<Names> = {
  "settings.get": async ({ key }, { host }) => {
    const all = listKeys(host.loaded);
    const wanted =
      key === undefined
        ? all
        : all.filter((one) => one.key === key || one.key.startsWith(`${key}.`));
    if (key !== undefined && wanted.length === 0) {
      const found = explainKey(key, host.loaded);
      return refuse("not_found", found.known ? `${key} is not set.` : found.message);
    }
    return { settings: wanted.map(settingOf) };
  },

  "settings.set": async ({ key, value, typed = false }, { host }) => {
    const file = { path: host.userFile };
    if (value === null) await unsetUserKey(file, key);
    else if (typed && typeof value === "string") await setUserKeyText(file, key, value);
    else await setUserKey(file, key, tomlOf(value));
    await hostAudit(host).append({ kind: "config", key, layer: host.userFile });
    return { file: host.userFile };
  },

  "doctor.run": async (_params, { host }) => {
    const { diagnose } = await import("../../doctor/diagnose.ts");
    const { signal } = new AbortController();
    return { checks: await diagnose(host, { online: false, offline: host.offline, signal }) };
  },

  "gateway.share": async (wanted, { share }) =>
    share === undefined
      ? refuse("unsupported", "This host cannot be shared.", "Run squire web instead.")
      : share(wanted),

  "setup.get": async ({ probe = false }, scene) => welcome(scene, probe),
};

function settingOf({ key, about, value, layer }: ListedKey) {
  return { key, value: asJson(value), origin: layer ?? "unset", description: about };
}

/** Dates become text; the rest of TOML is JSON. */
function asJson(value: TomlValue | undefined): JsonValue {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as JsonValue);
}

function tomlOf(value: JsonValue): TomlValue {
  if (value === null) return refuse("invalid", "A list or table of settings cannot hold null.");
  if (Array.isArray(value)) return value.map(tomlOf);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, tomlOf(one)]));
}

async function welcome(scene: Scene, probe: boolean): Promise<MethodResult<"setup.get">> {
  const { host, desks, version } = scene;
  if (probe && !host.offline) await host.models.discover();
  const choice = await host.models.choose();
  const { sessions } = await desks.store.list(host.cwd);
  const untrusted = await untrustedNote(host);
  const problems = [...host.loaded.problems, ...host.loaded.warnings].map(formatProblem);
  return {
    version,
    cwd: host.cwd,
    trusted: host.trusted,
    offline: host.offline,
    mode: firstMode(host),
    model: choice.ok ? modelKey(choice.model) : null,
    ...(choice.ok ? {} : { problem: choice.failure }),
    ...(choice.ok && choice.stopgap === true ? { stopgap: true } : {}),
    keys: foundKeys(scene),
    servers: foundServers(scene),
    sessions: sessions.length,
    notes: [...problems, ...(untrusted === null ? [] : [untrusted])],
  };
}

/** Only names: a key itself never leaves the host. */
function foundKeys({ host }: Scene) {
  return PRESETS.flatMap(({ name: provider, keyEnv = [] }) => {
    const variable = keyEnv.find((key) => (host.env[key] ?? "") !== "");
    return variable === undefined ? [] : [{ provider, variable }];
  });
}

function foundServers({ host }: Scene) {
  const found = host.models.registry.models.filter(({ source }) => source === "discovered");
  const names = new Set(found.map(({ provider }) => provider));
  return [...names].map((provider) => {
    const models = found.filter((model) => model.provider === provider);
    return { provider, url: models[0]?.baseUrl ?? "", models: models.map(({ id }) => id) };
  });
}
