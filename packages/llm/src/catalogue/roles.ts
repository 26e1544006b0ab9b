import { ROLES } from "@squire/protocol/values";
import type { Role, ThinkingLevel } from "@squire/protocol";
import { resolveModel, splitThinking } from "./resolve.ts";
import type { Resolution, ResolveContext } from "./resolve.ts";
import type { Registry } from "./registry.ts";

/** A role's value is a model reference or the name of another role, either with `:<thinking>`. */
export type RoleTable = { readonly [R in Role]?: string };

/** Where roles are set; a flag beats the environment, that beats the config. */
export type RoleLayers = {
  readonly flags?: RoleTable;
  readonly env?: RoleTable;
  readonly config?: RoleTable;
};

/** Who does a job nobody was chosen for. `embed` is not here: a chat model cannot do it. */
const STAND_INS: RoleTable = {
  smol: "default",
  slow: "default",
  plan: "default",
  commit: "smol",
  summary: "smol",
  escalation: "slow",
  subagent: "default",
};

const ENV: { readonly [R in Role]?: string } = {
  smol: "SQUIRE_SMOL_MODEL",
  slow: "SQUIRE_SLOW_MODEL",
  plan: "SQUIRE_PLAN_MODEL",
};

export type RoleReference =
  | { readonly type: "ok"; readonly reference: string; readonly thinking?: ThinkingLevel }
  | { readonly type: "unset"; readonly role: Role }
  | { readonly type: "cycle"; readonly roles: readonly Role[]; readonly message: string };

export function isRole(name: string): name is Role {
  return ROLES.some((role) => role === name);
}

export function rolesFromEnv(env: Readonly<Record<string, string | undefined>>): RoleTable {
  const set = Object.entries(ENV).flatMap(([role, name]) => {
    const value = env[name]?.trim();
    return value ? [[role, value]] : [];
  });
  return Object.fromEntries(set);
}

/** Follows a role to the reference it stands for. The first thinking suffix on the way wins. */
export function roleReference(role: Role, layers: RoleLayers): RoleReference {
  const path: Role[] = [];
  let thinking: ThinkingLevel | undefined;
  for (let current = role; ;) {
    if (path.includes(current)) return cycle([...path, current]);
    path.push(current);
    const value = valueOf(current, layers);
    if (value === undefined) return { type: "unset", role };
    const { head, thinking: suffix } = splitThinking(value);
    if (!isRole(head)) return { type: "ok", reference: value, ...(thinking ? { thinking } : {}) };
    thinking ??= suffix;
    current = head;
  }
}

/** The model for a role, or why there is none. */
export function resolveRole(
  role: Role,
  layers: RoleLayers,
  registry: Registry,
  context: ResolveContext = {},
): Resolution | Exclude<RoleReference, { type: "ok" }> {
  const found = roleReference(role, layers);
  if (found.type !== "ok") return found;
  const resolved = resolveModel(found.reference, registry, context);
  if (resolved.type !== "ok" || found.thinking === undefined) return resolved;
  return { ...resolved, thinking: found.thinking };
}

function valueOf(role: Role, { flags, env, config }: RoleLayers): string | undefined {
  const values = [flags?.[role], env?.[role], config?.[role]];
  return values.map((value) => value?.trim()).find((value) => value) ?? STAND_INS[role];
}

function cycle(roles: readonly Role[]): RoleReference {
  const message = `The roles ${roles.join(" → ")} point at each other: give one of them a model.`;
  return { type: "cycle", roles, message };
}
