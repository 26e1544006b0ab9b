import type { Host } from "@squire/host";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { columns, widthOf } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { putOnRecord } from "./put-on-record.ts";

type Config = Invocation<
  "config get" | "config set" | "config unset" | "config list" | "config path" | "config explain"
>;

/** Reading and changing settings (CFG-3). Changes go to the user's file only. */
export async function configCommand(invocation: Config, io: Io): Promise<number> {
  const host = await openHostFor(invocation.flags, io);
  switch (invocation.command) {
    case "config get":
      return get(invocation, host, io);
    case "config explain":
      return explain(invocation, host, io);
    case "config list":
      return list(invocation, host, io);
    case "config path":
      return path(invocation, host, io);
    case "config set":
    case "config unset":
      return change(invocation, host, io);
  }
}

async function get({ args, flags }: Invocation<"config get">, host: Host, io: Io): Promise<number> {
  const { explainKey } = await import("@squire/host");
  const explained = explainKey(args.key, host.loaded);
  if (!explained.known) return unknownKey(explained.message, io);
  const { value } = explained;
  if (flags.json) io.stdout.write(`${JSON.stringify(value ?? null)}\n`);
  else if (value !== undefined) io.stdout.write(`${shown(value)}\n`);
  return EXIT_CODES.ok;
}

async function explain(
  { args, flags }: Invocation<"config explain">,
  host: Host,
  io: Io,
): Promise<number> {
  const { explainKey } = await import("@squire/host");
  const explained = explainKey(args.key, host.loaded);
  if (!explained.known) return unknownKey(explained.message, io);
  if (flags.json) {
    io.stdout.write(`${JSON.stringify(explained, null, 2)}\n`);
    return EXIT_CODES.ok;
  }
  const { key, about, value, layers } = explained;
  const rows = layers.map(({ layer, origin, value: said, ignored, inEffect }) => [
    inEffect ? "●" : " ",
    layer,
    said === undefined ? (ignored ?? "-") : shown(said),
    said === undefined && ignored === undefined ? "" : origin,
  ]);
  const head = `${key} = ${value === undefined ? "(not set)" : shown(value)}`;
  const table = (lines: readonly (readonly string[])[]): string =>
    columns(lines, { width: widthOf(io.stdout) });
  io.stdout.write(terminalText(`${head}\n${table([[about ?? ""]])}\n${table(rows)}`));
  return EXIT_CODES.ok;
}

async function list({ flags }: Invocation<"config list">, host: Host, io: Io): Promise<number> {
  const { listKeys } = await import("@squire/host");
  const keys = listKeys(host.loaded);
  if (flags.json) {
    const values = keys.map(({ key, value, layer }) => [
      key,
      { value: value ?? null, layer: layer ?? null },
    ]);
    io.stdout.write(`${JSON.stringify(Object.fromEntries(values), null, 2)}\n`);
    return EXIT_CODES.ok;
  }
  const rows = keys.flatMap(({ key, value, layer }) =>
    value === undefined ? [] : [[key, layer ?? "", shown(value)]],
  );
  io.stdout.write(terminalText(columns(rows, { width: widthOf(io.stdout) })));
  return EXIT_CODES.ok;
}

function path({ flags }: Invocation<"config path">, host: Host, io: Io): number {
  const files = host.loaded.layers.flatMap(({ name, origin, status }) =>
    name === "user" || name === "project" ? [{ layer: name, path: origin, status }] : [],
  );
  const rows = files.map(({ layer, path: file, status }) => [layer, status, file]);
  io.stdout.write(flags.json ? `${JSON.stringify(files, null, 2)}\n` : terminalText(columns(rows)));
  return EXIT_CODES.ok;
}

async function change(
  invocation: Invocation<"config set" | "config unset">,
  host: Host,
  io: Io,
): Promise<number> {
  const { explainKey, setUserKeyText, unsetUserKey, SettingsRefused } =
    await import("@squire/host");
  const file = { path: host.userFile };
  const { key } = invocation.args;
  try {
    if (invocation.command === "config set") {
      await setUserKeyText(file, key, invocation.args.value);
      io.stderr.write(`squire: wrote ${key} to ${terminalText(host.userFile)}\n`);
    } else if (!(await unsetUserKey(file, key))) {
      const explained = explainKey(key, host.loaded);
      if (!explained.known) return unknownKey(explained.message, io);
      io.stderr.write(`squire: ${key} was not set in ${terminalText(host.userFile)}\n`);
      return EXIT_CODES.ok;
    }
    await putOnRecord(host, { key, layer: host.userFile }, io);
    return EXIT_CODES.ok;
  } catch (error) {
    if (!(error instanceof SettingsRefused)) throw error;
    io.stderr.write(`squire: ${terminalText(error.message)}\n`);
    return EXIT_CODES.usage;
  }
}

function unknownKey(message: string, io: Io): number {
  io.stderr.write(`squire: ${terminalText(message)}\n`);
  return EXIT_CODES.usage;
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
