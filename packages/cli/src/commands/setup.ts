import { existsSync } from "node:fs";
import type { Host } from "@squire/host";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { terminalText } from "../output/terminal-text.ts";
import { terminalPrompter } from "../prompt.ts";
import type { Prompter } from "../prompt.ts";
import { storeKey } from "./login.ts";
import { putOnRecord } from "./put-on-record.ts";

type Setup = Invocation<"setup">;
type Answers = { readonly provider: string; readonly apiKey?: string; readonly model?: string };

/** Provider, key and default model, asked for or given by flags; can be run again (CFG-3). */
export async function setupCommand({ flags }: Setup, io: Io): Promise<number> {
  const { provider, apiKey, model, ...hostFlags } = flags;
  const host = await openHostFor(hostFlags, io);
  await host.models.discover();
  await writeDefaultFile(host, io);
  const prompter = terminalPrompter(io);
  const chosen =
    provider ?? (prompter === null ? undefined : await askProvider(host, prompter, io));
  if (chosen === undefined || chosen === "") {
    io.stderr.write("squire: name a provider: squire setup --provider anthropic --api-key KEY\n");
    return EXIT_CODES.usage;
  }
  const given = {
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(model === undefined ? {} : { model }),
  };
  return apply({ provider: chosen, ...given }, { host, prompter }, io);
}

async function writeDefaultFile(host: Host, io: Io): Promise<void> {
  if (existsSync(host.userFile)) return;
  const { writeDefaultConfig } = await import("@squire/host");
  await writeDefaultConfig(host.userFile);
  io.stderr.write(`squire: wrote a commented settings file to ${terminalText(host.userFile)}\n`);
}

async function askProvider(host: Host, prompter: Prompter, io: Io): Promise<string> {
  const { providers, models } = host.models.registry;
  const ready = new Set(
    models.filter((model) => host.models.isAvailable(model)).map(({ provider }) => provider),
  );
  const names = providers.map(({ name }) => (ready.has(name) ? `${name} (ready)` : name));
  io.stderr.write(`Providers: ${names.join(", ")}\n`);
  return prompter.ask("Provider: ");
}

type Parties = { readonly host: Host; readonly prompter: Prompter | null };

async function apply(answers: Answers, { host, prompter }: Parties, io: Io): Promise<number> {
  const { provider } = answers;
  const entry = host.models.registry.providers.find(({ name }) => name === provider);
  if (entry === undefined) {
    io.stderr.write(`squire: there is no provider "${terminalText(provider)}".\n`);
    return EXIT_CODES.usage;
  }
  const needsKey = entry.keyless !== true && !host.credentials.has(provider);
  const where = entry.keyUrl === undefined ? "" : ` (from ${entry.keyUrl})`;
  const asked = needsKey
    ? await prompter?.askSecret(`Key for ${provider}${where}, not shown: `)
    : "";
  const key = (answers.apiKey ?? asked ?? "").trim();
  if (key !== "") {
    const stored = await storeKey({ host, provider, key }, io);
    if (stored !== EXIT_CODES.ok) return stored;
  } else if (needsKey) {
    io.stderr.write(
      `squire: ${provider} needs a key: give --api-key, or set ${entry.keyEnv?.[0]}.\n`,
    );
    return EXIT_CODES.usage;
  }
  return saveModel(await modelOf(answers, entry.default ?? "", prompter), { host, provider }, io);
}

async function modelOf(
  { model }: Answers,
  usual: string,
  prompter: Prompter | null,
): Promise<string> {
  if (model !== undefined) return model;
  const asked = await prompter?.ask(`Default model [${usual}]: `);
  return asked === undefined || asked === "" ? usual : asked;
}

async function saveModel(
  model: string,
  { host, provider }: { readonly host: Host; readonly provider: string },
  io: Io,
): Promise<number> {
  const { setUserKey } = await import("@squire/host");
  const reference =
    model === "" || model.startsWith(`${provider}/`) ? model : `${provider}/${model}`;
  await setUserKey({ path: host.userFile }, "default_model", reference || provider);
  await putOnRecord(host, { key: "default_model", layer: host.userFile }, io);
  io.stderr.write(
    `squire: default model is now ${reference || provider}. Try: squire run "hello"\n`,
  );
  return EXIT_CODES.ok;
}
