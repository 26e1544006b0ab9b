import { expect, test } from "bun:test";
import type { ToolSpec } from "@squire/protocol";
import { breakBetween } from "./prefix-break.ts";
import { Prefix } from "./prefix.ts";

const spec = (name: string): ToolSpec => ({
  name,
  description: "",
  parameters: { type: "object" },
});
const made = (): Prefix => new Prefix({ system: "You help.", tools: [spec("read")] });

test("LOOP-2: the same parts have the same fingerprint; any difference shows", () => {
  expect(made().fingerprint).toBe(made().fingerprint);
  expect(made().fingerprint).toMatch(/^[0-9a-f]{64}$/);
  const others = [
    new Prefix({ system: "You help!", tools: [spec("read")] }),
    new Prefix({ system: "You help.", tools: [] }),
    new Prefix({ system: "You help.", tools: [{ ...spec("read"), description: "x" }] }),
    new Prefix({
      system: "You help.",
      tools: [spec("read")],
      fewShots: [{ role: "user", content: [] }],
    }),
  ];
  const prints = [made(), ...others].map(({ fingerprint }) => fingerprint);
  expect(new Set(prints).size).toBe(5);
  expect(made().withoutTools().fingerprint).toBe(others[1]?.fingerprint ?? "");
});

test("LOOP-2: the fingerprint is kept and only a new tool changes it", () => {
  const prefix = made();
  const before = prefix.view();
  expect(prefix.addTool(spec("read"))).toBe(false);
  expect(prefix.view()).toBe(before);
  expect(prefix.addTool(spec("grep"))).toBe(true);
  expect(prefix.fingerprint).not.toBe(before.fingerprint);
  expect(prefix.view().tools.map(({ name }) => name)).toEqual(["read", "grep"]);
  expect(() => prefix.verifyFingerprint()).not.toThrow();
});

test("LOOP-2: a drift is found", () => {
  const properties: Record<string, string> = { a: "string" };
  const tools = [{ ...spec("read"), parameters: { type: "object", properties } }];
  const prefix = new Prefix({ system: "", tools });
  prefix.view();
  properties["b"] = "sneaked in";
  expect(() => prefix.verifyFingerprint()).toThrow("fingerprint no longer fits");
});

test("LOOP-16: a break has a cause", () => {
  const prefix = made();
  const sent = (of: Prefix, model = "p/m", view = of.view()) => ({
    model,
    fingerprint: view.fingerprint,
    prefix: view,
    mode: view.tools.length === 0 ? ("chat" as const) : ("code" as const),
    promptTokens: 0,
  });
  const first = sent(prefix);
  expect(breakBetween(null, first)).toBeNull();
  expect(breakBetween(first, sent(made()))).toBeNull();
  expect(breakBetween(first, sent(prefix, "p/other"))).toBe("model");
  expect(breakBetween(first, sent(prefix, "p/m", prefix.withoutTools()))).toBe("mode");
  prefix.addTool(spec("grep"));
  expect(breakBetween(first, sent(prefix))).toBe("tools");
  const reworded = new Prefix({ system: "New", tools: [] });
  expect(breakBetween(first, sent(reworded))).toBe("mode");
  expect(breakBetween(first, { ...sent(reworded), mode: "code" })).toBe("system");
  const bare = { ...sent(made(), "p/m", made().withoutTools()), mode: "code" as const };
  expect(breakBetween(first, bare)).toBe("tools");
  const { prefix: _, mode: __, ...remembered } = first;
  expect(breakBetween(remembered, sent(made()))).toBeNull();
  expect(breakBetween(remembered, sent(prefix))).toBe("system");
  const options = { temperature: 0 };
  expect(breakBetween(first, { ...first, options })).toBeNull();
  expect(breakBetween({ ...first, options }, { ...first, options: { ...options } })).toBeNull();
  expect(breakBetween({ ...first, options }, { ...first, options: {} })).toBe("model");
});
