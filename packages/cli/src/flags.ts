import { COMMANDS, COMMON_FLAGS, FLAGS } from "./commands.ts";
import type { CommandName, CommandSpec, FlagName, FlagSpec } from "./commands.ts";
import { closest, spelled } from "./spelling.ts";
import type { GivenFlag } from "./split-args.ts";
import { usageError, type UsageError } from "./usage-error.ts";

type FlagTypes = typeof FLAGS;
/** What reading a flag gives; `seconds` are a number of them. */
export type FlagValue<F extends FlagName> = FlagTypes[F] extends { type: "boolean" }
  ? boolean
  : FlagTypes[F] extends { choices: readonly (infer C)[] }
    ? C
    : FlagTypes[F] extends { type: "seconds" }
      ? number
      : FlagTypes[F] extends { type: "list" }
        ? readonly string[]
        : string;

const names = Object.keys(FLAGS) as FlagName[];
const SECONDS_PER = { s: 1, m: 60, h: 3600 } as const;

type Value = boolean | number | string | readonly string[];

export type FlagValues = { readonly [name: string]: Value };

/** The values of all flags a command takes: booleans and defaults are always there. */
export function readFlags(
  command: CommandName,
  given: readonly GivenFlag[],
): FlagValues | UsageError {
  const taken: readonly FlagName[] = [...COMMANDS[command].flags, ...COMMON_FLAGS];
  const values: { [name: string]: Value } = {};
  const lists = new Map<string, string[]>();
  for (const name of taken) {
    const spec: FlagSpec = FLAGS[name];
    if (spec.type === "list") lists.set(name, []);
    if (spec.type === "boolean" && name !== "help") values[name] = false;
    if (spec.default !== undefined) values[name] = spec.default;
  }
  for (const flag of given) {
    if (flag.name === "print") continue;
    if (flag.name === null) return unknownFlag(flag.raw, command, taken);
    if (!taken.includes(flag.name)) return notTaken(flag.raw, flag.name, command);
    const value = readValue(FLAGS[flag.name], flag);
    if (typeof value === "object") return usageError(value.wrong, command);
    const list = lists.get(flag.name);
    if (list === undefined) values[flag.name] = value;
    else list.push(String(value));
  }
  return { ...values, ...Object.fromEntries(lists) };
}

function unknownFlag(raw: string, command: CommandName, taken: readonly FlagName[]): UsageError {
  const near = closest(raw, taken.map(spelled));
  const meant = near === null || !raw.startsWith("--") ? "" : ` Did you mean ${near}?`;
  return usageError(`Unknown flag ${raw.slice(0, 40)}.${meant}`, command);
}

function notTaken(raw: string, name: FlagName, command: CommandName): UsageError {
  const { instead }: CommandSpec = COMMANDS[command];
  const use = instead?.[name] === undefined ? "" : ` Use ${instead[name]}.`;
  return usageError(`squire ${command} does not take ${raw}.${use}`, command);
}

type Wrong = { readonly wrong: string };

function readValue(spec: FlagSpec, flag: GivenFlag): boolean | number | string | Wrong {
  const { raw, value } = flag;
  if (spec.type === "boolean") {
    return value === undefined ? true : { wrong: `${raw} takes no value.` };
  }
  if (value === undefined || isSwallowedFlag(flag)) {
    return { wrong: `${raw} needs a value: ${raw} ${spec.value ?? "VALUE"}.` };
  }
  if (value === "" && spec.emptyOk !== true) return { wrong: `The value of ${raw} is empty.` };
  if (spec.type === "seconds") return readSeconds(raw, value);
  return spec.choices === undefined ? value : readChoice(raw, value, spec.choices);
}

/** `--model --offline`: the value was forgotten, and the next flag is not it. */
function isSwallowedFlag({ value = "", inline }: GivenFlag): boolean {
  if (inline || !value.startsWith("-")) return false;
  const [head = ""] = value.split("=", 1);
  return names.some((name) => {
    const { short }: FlagSpec = FLAGS[name];
    return head === spelled(name) || (short !== undefined && head === `-${short}`);
  });
}

function readChoice(raw: string, value: string, choices: readonly string[]): string | Wrong {
  if (choices.includes(value)) return value;
  const near = closest(value, choices);
  const meant = near === null ? `Use one of: ${choices.join(", ")}.` : `Did you mean ${near}?`;
  return { wrong: `${raw} cannot be "${value.slice(0, 40)}". ${meant}` };
}

function readSeconds(raw: string, value: string): number | Wrong {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(value) ?? [];
  const seconds = Number(amount) * (SECONDS_PER[unit as keyof typeof SECONDS_PER] ?? 1);
  if (Number.isFinite(seconds) && seconds > 0) return seconds;
  return { wrong: `${raw} cannot be "${value.slice(0, 40)}". Use seconds, or 90s, 2m, 1h.` };
}
