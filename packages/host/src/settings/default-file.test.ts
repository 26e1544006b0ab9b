import { expect, test } from "bun:test";
import { defaultConfigText } from "./default-file.ts";
import { allKeys, CONFIG, defaultValues, LISTS } from "./schema.ts";
import { load } from "./testing/load.ts";
import { parseToml } from "./toml-literal.ts";
import { valueAt } from "./toml-value.ts";

const uncommented = (): string => defaultConfigText().replaceAll(/^#(?! )/gm, "");

test("CFG-12: the default file changes nothing", async () => {
  const { settings, problems, warnings } = await load({ user: defaultConfigText() });
  expect([...problems, ...warnings]).toEqual([]);
  expect(settings).toEqual((await load()).settings);
});

test("CFG-12: with every # before a key taken away it is still valid", async () => {
  const { problems, warnings, settings } = await load({ user: uncommented() });
  expect([...problems, ...warnings]).toEqual([]);
  expect(settings.providers).toHaveLength(1);
});

test("CFG-12: it lists every key, with its default where there is one", () => {
  const table = parseToml(uncommented());
  for (const [path, spec] of allKeys()) {
    const shown = valueAt(table, path);
    expect([path, shown === undefined]).toEqual([path, false]);
    const isEmpty = ["[]", "{}"].includes(JSON.stringify(spec.default) ?? "");
    if (spec.default !== undefined && !isEmpty) expect(shown === spec.default).toBe(true);
  }
  for (const [name, { keys }] of Object.entries(LISTS)) {
    for (const key of Object.keys(keys)) expect(valueAt(table, [name, 0, key])).toBeDefined();
  }
});

test("CFG-4: the keys the requirements name exist, with their defaults", async () => {
  const { settings } = await load();
  expect(settings).toMatchObject({
    agent: { maxSteps: 128, temperature: 0, steering: "steer" },
    network: { timeoutFirstByte: 30, timeoutIdle: 300 },
    permissions: { mode: "ask", headless: "deny", strict: false, taint: true },
    sandbox: { bash: "auto", network: false },
    compaction: {
      enabled: true,
      reserveTokens: 16_384,
      keepRecentTokens: 20_000,
      autoContinue: true,
    },
    branchSummary: { enabled: false, reserveTokens: 16_384 },
    gateway: { host: "127.0.0.1", port: 18_789 },
    research: { minSearches: 2, maxSearches: 7 },
    memories: { enabled: false },
    tui: { abort: "esc" },
  });
});

test("CFG-1: defaults are valid, and none is a list or table that something could be added to", () => {
  expect(CONFIG.issues(defaultValues(), [])).toEqual([]);
  for (const [path, { default: standard }] of allKeys()) {
    const size = typeof standard === "object" ? Object.keys(standard ?? {}).length : 0;
    expect([path, size]).toEqual([path, 0]);
  }
});

test("MODL-17: thinking and model are settings that can be kept", async () => {
  const { settings } = await load({ user: "thinking = 'xhigh'\ndefault_model = 'a/b:low'" });
  expect(settings).toMatchObject({ thinking: "xhigh", defaultModel: "a/b:low" });
});
