import { expect, test } from "bun:test";
import type { MethodName, Reach } from "@squire/protocol";
import { isMethodName, methodSchemas } from "@squire/protocol/wire";
import { say } from "@squire/testkit";
import { listKeys } from "../settings/explain.ts";
import { HARMLESS_SETTINGS, REACH, refuseBeyond } from "./reach.ts";
import { apiRig, failureOf } from "./testing/api-rig.ts";

const NAMES = Object.keys(methodSchemas).filter(isMethodName);

test("S5, S6: every method has a rule of its own, and one without a rule stays at the terminal", () => {
  expect(Object.keys(REACH).toSorted()).toEqual(NAMES.toSorted());
  const strange = { method: "programs.set", params: {} } as unknown as Parameters<
    typeof refuseBeyond
  >[1];
  for (const reach of ["program", "page"] as const) {
    expect(() => refuseBeyond(reach, strange)).toThrow("programs.set");
  }
  expect(() => refuseBeyond("here", strange)).not.toThrow();
});

/** What would decide which programs run, where data goes, or what happens unasked. */
const GRABS: readonly (readonly [MethodName, object, readonly Reach[]])[] = [
  ["settings.set", { key: "hooks", value: [] }, ["program", "page"]],
  ["settings.set", { key: "providers", value: [] }, ["program", "page"]],
  ["settings.set", { key: "permissions.allow", value: ["bash(*)"] }, ["program", "page"]],
  ["settings.set", { key: "permissions.deny", value: null }, ["program", "page"]],
  ["settings.set", { key: "gateway.host", value: "0.0.0.0" }, ["program", "page"]],
  ["settings.set", { key: "default_model.x", value: "a" }, ["program", "page"]],
  ["permissions.allow", { command: "rm" }, ["program", "page"]],
  ["sessions.create", { trust: "auto" }, ["program", "page"]],
  ["sessions.create", { trust: "yolo" }, ["program", "page"]],
  ["trust.set", { trust: "auto" }, ["program", "page"]],
  ["trust.set", { trust: "yolo", confirmed: true }, ["program", "page"]],
  ["command.run", { name: "trust", args: "auto" }, ["program", "page"]],
  ["command.run", { name: "settings", args: "hooks []" }, ["program", "page"]],
  ["shell.run", { command: "true" }, ["page"]],
  ["cwd.set", { cwd: "/" }, ["page"]],
  ["sessions.create", { cwd: "/" }, ["page"]],
  ["keys.set", { provider: "mock", key: "k" }, ["page"]],
  ["keys.remove", { provider: "mock" }, ["page"]],
  ["tools.set", { active: null }, ["page"]],
  ["taint.clear", {}, ["page"]],
  ["budget.set", { usd: null }, ["page"]],
  ["models.set", { model: "other/n", keep: true }, ["page"]],
  ["sessions.export", { path: "x.md" }, ["page"]],
  ["setup.get", { probe: true }, ["page"]],
];

test("S5, S6, S35: nothing from outside sets programs, places, rules or trust, nor does a command", async () => {
  await using rig = await apiRig(() => say("Yes."));
  const sessionKey = await rig.session();
  for (const [method, params, outside] of GRABS) {
    for (const reach of outside) {
      const client = rig.api.connect({ face: "web", reach });
      const needed =
        method.startsWith("settings") || method === "sessions.create" ? {} : { sessionKey };
      const sent = client.call(method, { ...needed, ...params });
      expect([method, params, reach, await failureOf(sent)]).toMatchObject([
        method,
        params,
        reach,
        { code: "denied" },
      ]);
    }
  }
  // The same wishes are granted where they may be said: the check tells them apart.
  const { trust } = await rig.client.call("trust.set", { sessionKey, trust: "auto" });
  expect(trust).toBe("auto");
});

test("S5: from outside trust goes down and not up again", async () => {
  await using rig = await apiRig([]);
  const sessionKey = await rig.session();
  await rig.client.call("trust.set", { sessionKey, trust: "auto" });
  const page = rig.api.connect({ face: "web", reach: "page" });
  expect(await page.call("trust.set", { sessionKey, trust: "review" })).toEqual({
    trust: "review",
  });
  const up = page.call("trust.set", { sessionKey, trust: "auto" });
  expect(await failureOf(up)).toMatchObject({ code: "denied" });
});

test("the settings that a page may change are there", async () => {
  await using rig = await apiRig([]);
  const known = new Set(listKeys(rig.host.loaded).map(({ key }) => key));
  for (const key of HARMLESS_SETTINGS) expect([key, known.has(key)]).toEqual([key, true]);
  const page = rig.api.connect({ face: "web", reach: "page" });
  expect(await page.call("settings.set", { key: "tui.theme", value: "dark" })).toHaveProperty(
    "file",
  );
});
