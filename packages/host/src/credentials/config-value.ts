import { readEnv, type Env } from "../settings/env.ts";
import { ENV_NAME } from "../settings/mask-settings.ts";
import { printable } from "../settings/problem.ts";
import { isSendable } from "./check-key-shape.ts";
import type { RunShell, Warn } from "./ports.ts";
import { warnOnce } from "./warn-once.ts";

/** Turns values of the user's settings into what they stand for (MODL-16). */
export type ConfigValues = {
  /**
   * `!command` → what it prints, the name of a variable → its value, else the text itself.
   * Undefined when that fails; then the user has been told, by `name`.
   */
  readonly resolve: (name: string, value: string) => Promise<string | undefined>;
  /** As `resolve`, for headers or variables; what does not resolve is left out. */
  readonly resolveAll: (
    name: string,
    values: Readonly<Record<string, string>>,
  ) => Promise<Readonly<Record<string, string>>>;
};

export type ConfigValuesInput = {
  readonly env: Env;
  readonly runShell: RunShell;
  readonly warn: Warn;
};

// Long enough to type a passphrase into a password manager.
const TIMEOUT_MS = 60_000;

/** Each command runs at most once per instance, however often and however many ask for it. */
export function createConfigValues(given: ConfigValuesInput): ConfigValues {
  const input = { ...given, warn: warnOnce(given.warn) };
  const outputs = new Map<string, Promise<string | undefined>>();
  const resolve = async (name: string, value: string): Promise<string | undefined> => {
    if (!value.startsWith("!")) return fromEnvironment(name, value, input);
    const command = value.slice(1).trim();
    const output = outputs.get(command) ?? runOnce(name, command, input);
    outputs.set(command, output);
    return output;
  };
  return {
    resolve,
    async resolveAll(name, values) {
      const resolved = await Promise.all(
        Object.entries(values).map(async ([key, value]) => {
          return [key, await resolve(`${name}.${key}`, value)] as const;
        }),
      );
      return Object.fromEntries(
        resolved.filter((entry): entry is readonly [string, string] => entry[1] !== undefined),
      );
    },
  };
}

function fromEnvironment(
  name: string,
  value: string,
  { env, warn }: ConfigValuesInput,
): string | undefined {
  const found = variable(env, value);
  if (found !== undefined) return found;
  if (!isUnsetName(value, env)) return value;
  // Nobody's key looks like this; sending the name would only give a puzzling refusal.
  warn(`${printable(name)} names the variable ${value}, which is not set; it is left out.`);
  return undefined;
}

function variable(env: Env, name: string): string | undefined {
  return Object.hasOwn(env, name) ? readEnv(env, name) : undefined;
}

/** Looks like the name of a variable, and there is none. */
export function isUnsetName(value: string, env: Env): boolean {
  return ENV_NAME.test(value) && variable(env, value) === undefined;
}

async function runOnce(
  name: string,
  command: string,
  { env, runShell, warn }: ConfigValuesInput,
): Promise<string | undefined> {
  const refuse = (reason: string): undefined => {
    warn(`${printable(name)}: its command ${reason}; it is left out.`);
    return undefined;
  };
  if (command === "") return refuse("is empty");
  const { end, exitCode, stdout, stderr } = await runShell(command, { timeoutMs: TIMEOUT_MS, env });
  if (end === "timed-out") return refuse(`gave no answer within ${TIMEOUT_MS / 1000} seconds`);
  if (end !== "exited") return refuse(end === "aborted" ? "was stopped" : "could not be started");
  if (exitCode !== 0) {
    const said = printable(stderr.trim().split("\n")[0] ?? "", 160);
    return refuse(`ended with code ${exitCode}${said === "" ? "" : ` (${said})`}`);
  }
  const output = stdout.trim();
  if (output === "") return refuse("printed nothing");
  return isSendable(output.replaceAll(" ", ""))
    ? output
    : refuse("printed more than one line of plain text");
}
