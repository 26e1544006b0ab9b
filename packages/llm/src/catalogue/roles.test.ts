import { expect, test } from "bun:test";
import fc from "fast-check";
import { PRESETS } from "../presets/index.ts";
import { buildRegistry } from "./registry.ts";
import { ROLES } from "@squire/protocol";
import { resolveRole, roleReference, rolesFromEnv } from "./roles.ts";
import type { RoleLayers } from "./roles.ts";

const registry = buildRegistry({ presets: PRESETS });

test("MODL-10: a role is a reference, or another role whose suffix gives way", () => {
  const config = {
    default: "gpt-6-sol:low",
    smol: "gpt-6-luna",
    plan: "default:high",
    slow: "plan",
  };
  expect(roleReference("smol", { config })).toEqual({ type: "ok", reference: "gpt-6-luna" });
  expect(resolveRole("plan", { config }, registry)).toMatchObject({
    type: "ok",
    model: { id: "gpt-6-sol" },
    thinking: "high",
  });
  expect(resolveRole("slow", { config }, registry)).toMatchObject({ thinking: "high" });
  const chain = { default: "gpt-6-sol:low", slow: "default:medium", plan: "slow:max" };
  expect(resolveRole("plan", { config: chain }, registry)).toMatchObject({ thinking: "max" });
  expect(resolveRole("default", { config }, registry)).toMatchObject({ thinking: "low" });
});

test("MODL-10: a flag beats the environment, that beats the config", () => {
  const layers: RoleLayers = {
    flags: { smol: "deepseek" },
    env: rolesFromEnv({
      SQUIRE_SMOL_MODEL: "groq",
      SQUIRE_SLOW_MODEL: "xai",
      SQUIRE_PLAN_MODEL: " ",
    }),
    config: { smol: "zai", slow: "zai", plan: "zai" },
  };
  const chosen = (["smol", "slow", "plan"] as const).map((role) => roleReference(role, layers));
  expect(chosen).toMatchObject([
    { reference: "deepseek" },
    { reference: "xai" },
    { reference: "zai" },
  ]);
});

test("MODL-10: a job nobody was chosen for has a stand-in, but no chat model embeds", () => {
  const config = { default: "openai" };
  const jobs = ROLES.map((role) => [role, roleReference(role, { config }).type]);
  expect(Object.fromEntries(jobs)).toEqual({
    default: "ok",
    smol: "ok",
    slow: "ok",
    plan: "ok",
    commit: "ok",
    summary: "ok",
    escalation: "ok",
    subagent: "ok",
    embed: "unset",
  });
  expect(roleReference("commit", { config: { ...config, smol: "groq" } })).toMatchObject({
    reference: "groq",
  });
  expect(roleReference("commit", {})).toEqual({ type: "unset", role: "commit" });
});

test("MODL-10: roles that point at each other are reported, not followed forever", () => {
  const config = { default: "slow", slow: "default:high" };
  expect(roleReference("plan", { config })).toEqual({
    type: "cycle",
    roles: ["plan", "default", "slow", "default"],
    message:
      "The roles plan → default → slow → default point at each other: give one of them a model.",
  });
  expect(resolveRole("plan", { config }, registry).type).toBe("cycle");
});

test("MODL-10: any table of roles comes to an end", () => {
  const value = fc.oneof(
    fc.constantFrom(...ROLES, "plan:high", "smol:off", "gpt-6-sol", ":", ""),
    fc.string(),
  );
  const table = fc.dictionary(fc.constantFrom(...ROLES), value);
  fc.assert(
    fc.property(fc.constantFrom(...ROLES), table, table, (role, flags, config) => {
      expect(["ok", "unset", "cycle"]).toContain(roleReference(role, { flags, config }).type);
    }),
    { numRuns: 200 },
  );
});
