import type { Host } from "@squire/host";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { terminalText } from "../output/terminal-text.ts";
import { terminalPrompter } from "../prompt.ts";
import { closest } from "../spelling.ts";
import { putOnRecord } from "./put-on-record.ts";

/** Stores a key for a provider; several may be stored (MODL-15). */
export async function loginCommand({ flags, args }: Invocation<"login">, io: Io): Promise<number> {
  const { apiKey, ...hostFlags } = flags;
  const host = await openHostFor(hostFlags, io);
  const prompter = terminalPrompter(io);
  const provider = args.provider ?? (await prompter?.ask("Provider (for example anthropic): "));
  if (!provider) return complain(io, "Name the provider: squire login <provider>.");
  const piped = apiKey === undefined && prompter === null ? await io.readStdin() : "";
  const key = apiKey ?? prompter?.askSecret(`Key for ${provider} (not shown): `) ?? piped;
  return storeKey({ host, provider, key: (await key).trim() }, io);
}

export async function logoutCommand(
  { flags, args }: Invocation<"logout">,
  io: Io,
): Promise<number> {
  const host = await openHostFor(flags, io);
  const { logout } = await import("@squire/host");
  if (args.provider === undefined) {
    const known = new Set(host.store.list().map(({ provider }) => provider));
    return complain(io, `Name the provider. Stored: ${[...known].join(", ") || "nothing"}.`);
  }
  const removed = logout(host.store, args.provider);
  if (removed === 0 && !isProvider(host, args.provider)) return noProvider(host, args.provider, io);
  if (removed > 0) await putOnRecord(host, keyOf(args.provider), io);
  io.stderr.write(`squire: removed ${removed} stored ${removed === 1 ? "key" : "keys"}.\n`);
  return EXIT_CODES.ok;
}

export type NewKey = { readonly host: Host; readonly provider: string; readonly key: string };

/** Checks that a key looks like one and keeps it. */
export async function storeKey({ host, provider, key }: NewKey, io: Io): Promise<number> {
  const { checkKeyShape, maskSecret } = await import("@squire/host");
  if (!isProvider(host, provider)) return noProvider(host, provider, io);
  const doubts = checkKeyShape(provider, key);
  for (const { message } of doubts) io.stderr.write(`squire: ${terminalText(message)}\n`);
  if (doubts.some(({ severity }) => severity === "error")) return EXIT_CODES.usage;
  host.store.add({ provider, kind: "key", secret: key });
  await putOnRecord(host, keyOf(provider), io);
  io.stderr.write(`squire: stored ${maskSecret(key)} for ${provider}.\n`);
  return EXIT_CODES.ok;
}

function isProvider({ models }: Host, provider: string): boolean {
  return models.registry.providers.some(({ name }) => name === provider);
}

function noProvider({ models }: Host, provider: string, io: Io): number {
  const near = closest(
    provider,
    models.registry.providers.map(({ name }) => name),
  );
  const meant = near === null ? "`squire models` shows them." : `Did you mean ${near}?`;
  return complain(io, `There is no provider "${provider}". ${meant}`);
}

function keyOf(provider: string) {
  return { key: `key of ${provider}`, layer: "credentials" };
}

function complain(io: Io, message: string): number {
  io.stderr.write(`squire: ${terminalText(message)}\n`);
  return EXIT_CODES.usage;
}
