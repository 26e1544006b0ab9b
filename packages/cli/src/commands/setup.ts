import type { Host } from "@squire/host";
import { EXIT_CODES } from "@squire/protocol/values";
import { existsSync } from "node:fs";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { terminalPrompter } from "../prompt.ts";
import type { Prompter } from "../prompt.ts";
import { agrees, askOne } from "../setup/ask-one.ts";
import { modelChoices, providerChoices } from "../setup/provider-choices.ts";
import { tryModel } from "../setup/try-model.ts";
import type { Tried } from "../setup/try-model.ts";
import { closest } from "../spelling.ts";
import { storeKey } from "./login.ts";
import { putOnRecord } from "./put-on-record.ts";
import { printJson, say } from "./sessions-at.ts";

type Setup = Invocation<"setup">;
type Talk = {
  readonly flags: Setup["flags"];
  readonly host: Host;
  /** Null: nobody is asked. */
  readonly prompter: Prompter | null;
  readonly io: Io;
};
/** A choice, or the exit code of a set-up that ends here. */
type Step<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: number };

/** Provider, key and default model, asked for or given by flags; can be run again (CFG-3). */
export async function setupCommand(
  { flags }: Setup,
  io: Io,
  prompter: Prompter | null = terminalPrompter(io),
): Promise<number> {
  const host = await openHostFor(hostFlags(flags), io);
  if (host.fatal !== null) return stop(io, host.fatal.message).code;
  await host.models.discover();
  const talk: Talk = { flags, host, io, prompter: flags.nonInteractive ? null : prompter };
  const provider = await chooseProvider(talk);
  if (!provider.ok) return provider.code;
  const key = await haveKey(provider.value, talk);
  if (!key.ok) return key.code;
  const model = await chooseModel(provider.value, talk);
  if (!model.ok) return model.code;
  const kept = await keepModel(model.value, talk);
  if (!kept.ok) return kept.code;
  const tested = await test(model.value, talk);
  return finish({ provider: provider.value, model: model.value, tested }, talk);
}

/** What the host is opened with; provider and model are what is chosen here. */
function hostFlags({ provider: _p, model: _m, apiKey: _k, ...flags }: Setup["flags"]) {
  return flags;
}

function stop(io: Io, ...messages: readonly string[]): Step<never> & { readonly ok: false } {
  for (const message of messages) say(io, message);
  return { ok: false, code: EXIT_CODES.usage };
}

async function chooseProvider({ flags, host, io, prompter }: Talk): Promise<Step<string>> {
  const choices = providerChoices(host);
  const names = choices.map(({ name }) => name);
  const { provider } = flags;
  if (provider !== undefined && names.includes(provider)) return { ok: true, value: provider };
  if (provider !== undefined) {
    const near = closest(provider, names);
    const meant = near === null ? `Known: ${names.join(", ")}.` : `Did you mean ${near}?`;
    return stop(io, `there is no provider "${provider}". ${meant}`);
  }
  const [first] = choices;
  if (prompter === null) {
    if (first?.ready === true) return { ok: true, value: first.name };
    return stop(
      io,
      "no key was found in the environment, and no model server on this machine.",
      "name a provider: squire setup --provider anthropic --api-key KEY",
    );
  }
  const title = "Who shall be asked? (Ctrl+C leaves everything as it is)";
  const asked = await askOne({ title, options: choices, others: false }, prompter, io);
  return asked === null ? stop(io, "no provider was chosen.") : { ok: true, value: asked };
}

/** Asks for a key where one is needed and none is there. */
async function haveKey(provider: string, { flags, host, io, prompter }: Talk): Promise<Step<null>> {
  const entry = host.models.registry.providers.find(({ name }) => name === provider);
  const needed = entry?.keyless !== true && !host.credentials.has(provider);
  if (!needed && flags.apiKey === undefined) return { ok: true, value: null };
  const where = entry?.keyUrl === undefined ? "" : ` (from ${entry.keyUrl})`;
  const asked = async (): Promise<string> =>
    prompter === null
      ? io.readStdin()
      : prompter.askSecret(`\nKey for ${provider}${where}, not shown: `);
  const key = (flags.apiKey ?? (await asked())).trim();
  if (key === "") {
    const { keyEnv = [] } = entry ?? {};
    const variable = keyEnv.find((name) => name.endsWith("_API_KEY")) ?? keyEnv[0];
    const set = variable === undefined ? "" : `, or set ${variable}`;
    return stop(io, `${provider} needs a key: give --api-key, pipe it in${set}.`);
  }
  const code = await storeKey({ host, provider, key }, io);
  return code === EXIT_CODES.ok ? { ok: true, value: null } : { ok: false, code };
}

async function chooseModel(provider: string, talk: Talk): Promise<Step<string>> {
  const { flags, host, io, prompter } = talk;
  const known = modelChoices(host, provider);
  const withProvider = (model: string): string =>
    model === "" || model.startsWith(`${provider}/`) ? model || provider : `${provider}/${model}`;
  if (flags.model !== undefined) return { ok: true, value: withProvider(flags.model) };
  const [usual] = known;
  if (prompter === null || known.length === 1)
    return { ok: true, value: withProvider(usual ?? "") };
  if (usual === undefined) {
    const typed = await prompter.ask(`\nModel at ${provider}: `);
    return typed === ""
      ? stop(io, "no model was named.")
      : { ok: true, value: withProvider(typed) };
  }
  const options = known.slice(0, MOST_MODELS).map((name) => ({ name, note: "" }));
  const title = `Which model of ${provider}? (others by name)`;
  const asked = await askOne({ title, options, others: true }, prompter, io);
  return asked === null
    ? stop(io, "no model was chosen.")
    : { ok: true, value: withProvider(asked) };
}

const MOST_MODELS = 12;

/** The user's file is made if it is not there, and else only this key of it is changed. */
async function keepModel(model: string, { host, io }: Talk): Promise<Step<null>> {
  const { setUserKey, SettingsRefused, writeDefaultConfig } = await import("@squire/host");
  if (!existsSync(host.userFile)) {
    await writeDefaultConfig(host.userFile);
    say(io, `wrote a commented settings file to ${host.userFile}`);
  }
  try {
    await setUserKey({ path: host.userFile }, "default_model", model);
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error;
    return stop(io, error.message);
  }
  await putOnRecord(host, { key: "default_model", layer: host.userFile }, io);
  return { ok: true, value: null };
}

/** Nothing leaves this machine before somebody said so. */
async function test(model: string, { flags, io, prompter }: Talk): Promise<Tried | null> {
  const question = `\nSend ${model} one tiny request, to see that it works?`;
  const wanted = flags.test || (prompter !== null && (await agrees(question, prompter)));
  if (!wanted) return null;
  say(io, `asking ${model} …`);
  return tryModel(model, hostFlags(flags), io);
}

type Done = { readonly provider: string; readonly model: string; readonly tested: Tried | null };

function finish({ provider, model, tested }: Done, { flags, host, io }: Talk): number {
  const configFile = host.userFile;
  const keyFrom = host.credentials.origin(provider);
  if (flags.json) printJson(io, { provider, model, keyFrom, configFile, tested });
  say(io, `the default model is ${model} now (${configFile}).`);
  if (tested?.ok === true) {
    say(io, `it works: it answered in ${(tested.ms / 1000).toFixed(1)} s.`);
  }
  if (tested?.ok === false) {
    say(io, `it does not work yet: ${tested.message}`);
    if (tested.advice !== null) say(io, tested.advice);
    return io.signal.aborted ? EXIT_CODES.aborted : EXIT_CODES.provider;
  }
  say(io, 'try it: squire run "what is in this folder?"');
  return EXIT_CODES.ok;
}
