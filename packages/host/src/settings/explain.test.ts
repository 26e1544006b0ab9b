import { expect, test } from "bun:test";
import { explainKey, listKeys } from "./explain.ts";
import { load, PROJECT_FILE, USER_FILE } from "./testing/load.ts";

test("CFG-3: explain shows every layer with value and origin", async () => {
  const loaded = await load({
    user: "\n[agent]\nmax_steps = 7",
    project: "[agent]\nmax_steps = 9",
    env: { SQUIRE_MODEL: "m" },
    flags: [{ flag: "--max-steps", key: "agent.max_steps", value: 3 }],
  });
  expect(explainKey("agent.max_steps", loaded)).toEqual({
    known: true,
    key: "agent.max_steps",
    about: "Most model replies in one turn.",
    value: 3,
    layers: [
      { layer: "flags", origin: "--max-steps", value: 3, inEffect: true },
      { layer: "environment", origin: "environment", inEffect: false },
      { layer: "project", origin: `${PROJECT_FILE}:2`, value: 9, inEffect: false },
      { layer: "user", origin: `${USER_FILE}:3`, value: 7, inEffect: false },
      { layer: "defaults", origin: "default", value: 128, inEffect: false },
    ],
  });
});

test("CFG-3: explain says why what is written somewhere does not count", async () => {
  const loaded = await load({
    user: "[agent]\nmax_steps = 'x'",
    project: "[[providers]]\nname = 'p'\nbase_url = 'http://evil'",
  });
  const steps = explainKey("agent.max_steps", loaded);
  expect(steps.known && steps.layers.find(({ layer }) => layer === "user")).toEqual({
    layer: "user",
    origin: `${USER_FILE}:2`,
    ignored: 'expected a whole number, found the text "x".',
    inEffect: false,
  });
  const address = explainKey("providers[0].base_url", loaded);
  expect(address.known && address.layers.find(({ layer }) => layer === "project")).toMatchObject({
    origin: `${PROJECT_FILE}:3`,
    ignored: expect.stringContaining("a project may not choose"),
  });
});

test("CFG-3: tables and lists that are added to come from several layers", async () => {
  const loaded = await load({
    user: "fallback = ['a']",
    flags: [{ flag: "--fallback", key: "fallback+", value: ["b"] }],
  });
  const fallback = explainKey("fallback", loaded);
  expect(fallback).toMatchObject({ value: ["a", "b"] });
  expect(fallback.known && fallback.layers.map(({ layer, inEffect }) => [layer, inEffect])).toEqual(
    [
      ["flags", true],
      ["environment", false],
      ["user", true],
      ["defaults", false],
    ],
  );
});

test("GEN-9: secrets are masked in explain and list", async () => {
  const user = `
    [[providers]]
    name = "p"
    api_key = "sk-abcdefghijklmnopqrstuvwxyz"
    headers = { Authorization = "Bearer verysecret", "X-Key" = "MY_HEADER_KEY" }
    [[providers]]
    name = "q"
    api_key = "!echo verysecret"
  `;
  const loaded = await load({ user });
  const shown = JSON.stringify([explainKey("providers", loaded), listKeys(loaded)]);
  expect(shown).toContain("sk-abcd…wxyz");
  expect(shown).toContain("MY_HEADER_KEY");
  expect(shown).not.toContain("efghij");
  expect(shown).not.toContain("verysecret");
  expect(explainKey("providers[0].api_key", loaded)).toMatchObject({ value: "sk-abcd…wxyz" });
});

test("CFG-2: explaining an unknown key suggests one", async () => {
  const loaded = await load();
  expect(explainKey("agent.max_step", loaded)).toEqual({
    known: false,
    key: "agent.max_step",
    message: "There is no setting agent.max_step. Did you mean agent.max_steps?",
  });
  expect(explainKey("a..b", loaded)).toMatchObject({ known: false });
});

test("CFG-3: list has every key with its value and layer", async () => {
  const listed = listKeys(await load({ user: "language = 'de'", env: { SQUIRE_PORT: "1" } }));
  const byKey = new Map(listed.map((entry) => [entry.key, entry]));
  expect(byKey.get("language")).toMatchObject({ value: "de", layer: "user" });
  expect(byKey.get("gateway.port")).toMatchObject({ value: 1, layer: "environment" });
  expect(byKey.get("agent.max_steps")).toMatchObject({ value: 128, layer: "defaults" });
  expect(byKey.get("default_model")).not.toHaveProperty("value");
  expect(byKey.has("providers")).toBe(true);
});
