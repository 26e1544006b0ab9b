import type { KeyGroup, KeySpec } from "./key-spec.ts";
import { LISTS, rootKeys, SECTIONS } from "./schema.ts";
import { tomlLiteral } from "./toml-literal.ts";
import type { TomlValue } from "./toml-value.ts";

const INTRO = `# Settings of Squire. Every key is listed with its default, or with an example where it has none.
# Take the # away from a line to set it; \`squire config explain <key>\` shows what is in effect.
# A list under a key in quotes that ends in + is added to the one below it: "fallback+" = ["…"].
`;

/** The commented file that a first start writes (CFG-3, CFG-12): all of it is made from the keys. */
export function defaultConfigText(): string {
  const root = keyLines(rootKeys);
  const lists = Object.entries(LISTS).map(([name, { keys }]) => `#[[${name}]]\n${keyLines(keys)}`);
  const sections = Object.entries(SECTIONS).map(([name, keys]) => `[${name}]\n${keyLines(keys)}`);
  return [INTRO, root, ...lists, ...sections].join("\n");
}

function keyLines(keys: KeyGroup): string {
  return Object.entries(keys)
    .map(([key, spec]) => `# ${spec.about}\n#${key} = ${tomlLiteral(shownValue(spec))}\n`)
    .join("");
}

/** An empty list or table would show nothing of what belongs into it. */
function shownValue({ default: standard, example }: KeySpec): TomlValue {
  const isEmpty = typeof standard === "object" && Object.keys(standard ?? {}).length === 0;
  const shown = standard === undefined || isEmpty ? (example ?? standard) : standard;
  return shown as TomlValue;
}
