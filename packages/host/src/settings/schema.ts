import type { KeyGroup, KeySpec, SectionOf } from "./key-spec.ts";
import {
  agentKeys,
  branchSummaryKeys,
  compactionKeys,
  contextPromotionKeys,
  usageKeys,
  equivalenceKeys,
} from "./keys/agent.ts";
import { gatewayKeys, networkKeys, tuiKeys, updateKeys } from "./keys/faces.ts";
import { hookKeys, pluginKeys } from "./keys/lists.ts";
import { providerKeys } from "./keys/providers.ts";
import { roleKeys, rootKeys } from "./keys/root.ts";
import { approvalKeys, permissionKeys, sandboxKeys } from "./keys/safety.ts";
import {
  askKeys,
  discoveryKeys,
  editKeys,
  fsKeys,
  memoriesKeys,
  memoryKeys,
  planKeys,
  pythonKeys,
  referencesKeys,
  researchKeys,
  shellKeys,
  skillsKeys,
  todoKeys,
  toolsKeys,
  webKeys,
} from "./keys/tools.ts";
import { list, table, type Shape } from "./shape.ts";
import { tableOf, type TomlTable, type TomlValue } from "./toml-value.ts";

/** `[section]` tables (CFG-4), in the order of the example file. */
export const SECTIONS = {
  roles: roleKeys,
  agent: agentKeys,
  network: networkKeys,
  update: updateKeys,
  equivalence: equivalenceKeys,
  compaction: compactionKeys,
  branch_summary: branchSummaryKeys,
  context_promotion: contextPromotionKeys,
  usage: usageKeys,
  permissions: permissionKeys,
  approvals: approvalKeys,
  sandbox: sandboxKeys,
  tools: toolsKeys,
  edit: editKeys,
  fs: fsKeys,
  shell: shellKeys,
  python: pythonKeys,
  plan: planKeys,
  ask: askKeys,
  todo: todoKeys,
  references: referencesKeys,
  skills: skillsKeys,
  discovery: discoveryKeys,
  web: webKeys,
  research: researchKeys,
  memory: memoryKeys,
  memories: memoriesKeys,
  gateway: gatewayKeys,
  tui: tuiKeys,
} satisfies { readonly [section: string]: KeyGroup };

/** `[[list]]` tables. `required` keys make an element; without them it means nothing. */
export const LISTS = {
  providers: { keys: providerKeys, required: ["name"] },
  plugins: { keys: pluginKeys, required: ["name"] },
  hooks: { keys: hookKeys, required: ["event", "command"] },
} satisfies { readonly [list: string]: ListSpec };

export type ListSpec = { readonly keys: KeyGroup; readonly required: readonly string[] };

export { rootKeys };

export type RootSettings = SectionOf<typeof rootKeys>;
export type SectionSettings = {
  readonly [S in keyof typeof SECTIONS]: SectionOf<(typeof SECTIONS)[S]>;
};

/** Every `key`, `section.key` and its spec, without the lists. */
export function allKeys(): readonly (readonly [path: readonly [string, ...string[]], KeySpec])[] {
  const root = Object.entries(rootKeys).map(([key, spec]) => [[key], spec] as const);
  const sections = Object.entries(SECTIONS).flatMap(([section, group]) =>
    Object.entries<KeySpec>(group).map(([key, spec]) => [[section, key], spec] as const),
  );
  return [...root, ...sections];
}

/** The lowest layer. */
export function defaultValues(): TomlTable {
  const root = Object.entries<KeySpec>(rootKeys).flatMap(defaultOf);
  const sections = Object.entries(SECTIONS).map(
    ([section, group]) =>
      [section, tableOf(Object.entries<KeySpec>(group).flatMap(defaultOf))] as const,
  );
  return tableOf([...root, ...sections]);
}

function defaultOf([key, spec]: [string, KeySpec]): (readonly [string, TomlValue])[] {
  return spec.default === undefined ? [] : [[key, spec.default as TomlValue]];
}

/** What a layer may hold: every key may be missing, none may be unknown. */
export const CONFIG: Shape<unknown> = table(
  {},
  {
    ...shapesOf(rootKeys),
    ...mapValues(SECTIONS, (group: KeyGroup) => table({}, shapesOf(group))),
    ...mapValues(LISTS, elements),
  },
);

function elements({ keys, required }: ListSpec): Shape<unknown> {
  const shapes = shapesOf(keys);
  const needed = Object.entries(shapes).filter(([key]) => required.includes(key));
  return list(table(Object.fromEntries(needed), shapes));
}

function shapesOf(group: KeyGroup): Readonly<Record<string, Shape<unknown>>> {
  return mapValues(group, ({ shape }) => shape);
}

function mapValues<A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A) => B,
): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}
