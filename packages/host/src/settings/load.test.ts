import { expect, test } from "bun:test";
import fc from "fast-check";
import { formatProblem } from "./problem.ts";
import { load, PROJECT_FILE, USER_FILE } from "./testing/load.ts";

test("CFG-1: flags > environment > project > user > defaults", async () => {
  const user =
    "[agent]\nmax_steps = 1\n[roles]\nsmol = 'user'\nslow = 'user'\nplan = 'user'\ncommit = 'user'";
  const project = "[roles]\nsmol = 'project'\nslow = 'project'\nplan = 'project'";
  const env = { SQUIRE_SMOL_MODEL: "env", SQUIRE_SLOW_MODEL: "env" };
  const flags = [{ flag: "--smol", key: "roles.smol", value: "flag" }];
  const { settings, layers, problems, warnings } = await load({ user, project, env, flags });

  expect(settings.roles).toEqual({ smol: "flag", slow: "env", plan: "project", commit: "user" });
  expect(settings.agent.maxSteps).toBe(1);
  expect(settings.agent.temperature).toBe(0);
  expect([...problems, ...warnings]).toEqual([]);
  expect(layers.map(({ name, status }) => [name, status])).toEqual([
    ["flags", "ok"],
    ["environment", "ok"],
    ["project", "ok"],
    ["user", "ok"],
    ["defaults", "ok"],
  ]);
});

test("CFG-1: a flag always wins", async () => {
  const steps = fc.integer({ min: 1, max: 10_000 });
  await fc.assert(
    fc.asyncProperty(steps, steps, steps, async (a, b, c) => {
      const { settings } = await load({
        user: `agent.max_steps = ${a}`,
        project: `[agent]\nmax_steps = ${b}`,
        flags: [{ flag: "--max-steps", key: "agent.max_steps", value: c }],
      });
      expect(settings.agent.maxSteps).toBe(c);
    }),
    { numRuns: 20 },
  );
});

test("CFG-1: lists are replaced, or added to under a key that ends in +", async () => {
  const user = 'fallback = ["a"]\n"enabled_models+" = ["b"]';
  const flags = [
    { flag: "--fallback", key: "fallback+", value: ["c"] },
    { flag: "--models", key: "enabled_models", value: ["d"] },
  ];
  const { settings } = await load({ user, flags });
  expect(settings.fallback).toEqual(["a", "c"]);
  expect(settings.enabledModels).toEqual(["d"]);
});

test("CFG-1: the nearest squire.toml upward counts, but not that of the home folder or the root", async () => {
  const files = {
    "/home/me/squire.toml": "default_model = 'home'",
    "/squire.toml": "default_model = 'root'",
    "/home/me/work/squire.toml": "default_model = 'work'",
  };
  expect((await load({ files })).settings.defaultModel).toBe("work");
  expect((await load({ files, project: "" })).settings.defaultModel).toBeUndefined();
  expect((await load({ files, cwd: "/home/me/other" })).settings.defaultModel).toBeUndefined();
  expect((await load({ files, cwd: "/srv/app" })).settings.defaultModel).toBeUndefined();
  expect((await load({ files, cwd: "/home/me" })).settings.defaultModel).toBe("home");
});

test("CFG-1: --config and SQUIRE_CONFIG replace the user's file", async () => {
  const files = { "/home/me/other.toml": "language = 'fr'", "/etc/s.toml": "language = 'de'" };
  const env = { SQUIRE_CONFIG: "~/other.toml" };
  const user = "language = 'en'\npreset = 'pro'";
  const byEnv = await load({ user, files, env });
  expect(byEnv.settings.language).toBe("fr");
  expect(byEnv.settings.preset).toBeUndefined();
  const byFlag = await load({ user, files, env, configFile: "/etc/s.toml" });
  expect(byFlag.settings.language).toBe("de");
});

test("CFG-2: a settings file that was asked for by name must exist", async () => {
  const { problems, settings } = await load({ user: "language = 'en'", configFile: "none.toml" });
  expect(problems.map(formatProblem)).toEqual([
    "/home/me/work/app/src/none.toml: there is no such file.",
  ]);
  expect(settings.language).toBeUndefined();
});

test("CFG-1: a project file given as --config is read as the user's own", async () => {
  const project =
    '[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "http://127.0.0.1:1/v1"';
  const { settings, warnings } = await load({ project, configFile: PROJECT_FILE });
  expect(settings.providers).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("CFG-2: missing files are fine", async () => {
  const { layers, problems, warnings, settings } = await load();
  expect(layers.map(({ status }) => status)).toEqual(["not-found", "not-found", "not-found", "ok"]);
  expect([...problems, ...warnings]).toEqual([]);
  expect(settings.agent).toEqual({
    maxSteps: 128,
    temperature: 0,
    subagentModels: {},
    steering: "steer",
  });
});

test("CFG-2: an unknown key is a warning with a suggestion", async () => {
  const user = [
    "defualt_model = 'x'",
    "max_steps = 3",
    "[agnet]",
    "[agent]",
    "maxSteps = 3",
    "whatever = 1",
    "[[providers]]",
    "name = 'p'",
    "kind = 'openai'",
    "baseurl = 'http://x'",
    "cost = { input = 1, output = 2, cache_reed = 1 }",
  ].join("\n");
  const { warnings, problems, settings } = await load({ user });
  expect(problems).toEqual([]);
  expect(warnings.map(formatProblem).sort()).toEqual(
    [
      `${USER_FILE}:1:1: defualt_model: unknown key, ignored. Did you mean default_model?`,
      `${USER_FILE}:2:1: max_steps: unknown key, ignored. Did you mean agent.max_steps?`,
      `${USER_FILE}:3:1: agnet: unknown key, ignored. Did you mean agent?`,
      `${USER_FILE}:5:1: agent.maxSteps: unknown key, ignored. Did you mean agent.max_steps?`,
      `${USER_FILE}:6:1: agent.whatever: unknown key, ignored.`,
      `${USER_FILE}:10:1: providers[0].baseurl: unknown key, ignored. Did you mean providers[0].base_url?`,
      `${USER_FILE}:11:33: providers[0].cost.cache_reed: unknown key, ignored. Did you mean providers[0].cost.cache_read?`,
    ].sort(),
  );
  expect(settings.providers[0]?.cost).toEqual({ input: 1, output: 2 });
});

test("CFG-2: a wrong value is an error with file, line and key; the layer below shows through", async () => {
  const user = "[agent]\nmax_steps = 7\ntemperature = 0.3";
  const project = "[agent]\n\nmax_steps = 'many'\ntemperature = 9";
  const { problems, settings, layers } = await load({ user, project });
  expect(problems.map(formatProblem)).toEqual([
    `${PROJECT_FILE}:3:1: agent.max_steps: expected a whole number, found the text "many".`,
    `${PROJECT_FILE}:4:1: agent.temperature: expected a number at most 2, found 9.`,
  ]);
  expect(settings.agent).toMatchObject({ maxSteps: 7, temperature: 0.3 });
  expect(layers.find(({ name }) => name === "project")?.status).toBe("error");
});

test("CFG-2: says what was expected and what was found", async () => {
  const cases = {
    "default_model = 3": "default_model: expected text in quotes, found 3.",
    "default_model = ''": 'default_model: expected text that is not empty, found the text "".',
    "thinking = 'lots'":
      'thinking: expected one of off, minimal, low, medium, high, xhigh, max, found the text "lots".',
    "fallback = 'a'": 'fallback: expected a list, found the text "a".',
    "fallback = [1]": "fallback[0]: expected text in quotes, found 1.",
    "agent = 3": "agent: expected a table, found 3.",
    "agent.max_steps = 0": "agent.max_steps: expected a number of at least 1, found 0.",
    "agent.max_steps = 1.5": "agent.max_steps: expected a whole number, found 1.5.",
    "search = 'no'": 'search: expected true or false, found the text "no".',
    "language = 2020-01-01": "language: expected text in quotes, found a date.",
    "[[roles]]\nsmol = 'x'": "roles: expected a table, found a list of 1.",
    "permissions.deny = ['a', 2]": "permissions.deny[1]: expected a table, found 2.",
  };
  for (const [user, message] of Object.entries(cases)) {
    const { problems } = await load({ user });
    expect(problems.map((problem) => `${problem.key}: ${problem.message}`)).toEqual([message]);
  }
});

test("CFG-2: a file with a syntax error is ignored as a whole, the others stay", async () => {
  const user = "language = 'en'";
  const project = "default_model = 'm'\nlanguage = = 'x'";
  const { problems, settings, layers } = await load({ user, project });
  expect(problems).toHaveLength(1);
  expect(formatProblem(problems[0] ?? fail())).toMatch(
    /squire\.toml:2:\d+: is not valid TOML: .+ignored\.$/,
  );
  expect(settings.language).toBe("en");
  expect(settings.defaultModel).toBeUndefined();
  expect(layers.map(({ name, status }) => `${name} ${status}`)).toContain("project error");
});

test("GEN-9: a syntax error does not show the line, which may hold a key", async () => {
  const user = "[[providers]]\napi_key = 'sk-verysecret' oops";
  const { problems } = await load({ user });
  expect(JSON.stringify(problems)).not.toContain("verysecret");
});

test("GEN-9: a wrong value at a secret key is not shown", async () => {
  const provider = "[[providers]]\nname = 'p'\nkind = 'openai'\n";
  const user = `${provider}headers = "Bearer sk-verysecret"\n`;
  const { problems, settings } = await load({ user });
  expect(problems.map(({ message }) => message)).toEqual(["expected a table, found some text."]);
  expect(settings.providers).toEqual([]);
});

test("CFG-2: an unreadable file is reported and the others stay", async () => {
  const { problems, settings } = await load({
    user: { type: "unreadable", reason: "it is a folder, not a file" },
    project: "default_model = 'm'",
  });
  expect(problems.map(formatProblem)).toEqual([
    `${USER_FILE}: cannot be read: it is a folder, not a file.`,
  ]);
  expect(settings.defaultModel).toBe("m");
});

test("CFG-2: wrong variables and flags are named and fall back", async () => {
  const { problems, settings } = await load({
    env: { SQUIRE_PORT: "abc", SQUIRE_SEARCH: "off", SQUIRE_MEMORY: "0", SQUIRE_LANG: " " },
    flags: [{ flag: "--max-steps", key: "agent.max_steps", value: -1 }],
  });
  expect(problems.map(formatProblem)).toEqual([
    "--max-steps: agent.max_steps: expected a number of at least 1, found -1.",
    'SQUIRE_PORT: gateway.port: expected a whole number, found the text "abc".',
  ]);
  expect(settings.gateway.port).toBe(18_789);
  expect(settings.search).toBe(false);
  expect(settings.memory.enabled).toBe(false);
  expect(settings.language).toBeUndefined();
});

test("relative paths start at the file that names them", async () => {
  const user =
    "agent.system_prompt_file = 'prompt.md'\nskills.paths = ['~/skills', 'mine', '/abs']";
  const { settings } = await load({ user });
  expect(settings.agent.systemPromptFile).toBe("/home/me/.squire/prompt.md");
  expect(settings.skills.paths).toEqual(["/home/me/skills", "/home/me/.squire/mine", "/abs"]);
  const project = "[agent]\nsystem_prompt_file = 'docs/prompt.md'";
  expect((await load({ user, project })).settings.agent.systemPromptFile).toBe(
    "/home/me/work/app/docs/prompt.md",
  );
});

test("CFG-2: a flood of problems is cut short", async () => {
  const junk = Array.from({ length: 30_000 }, (_, index) => `k${index} = 1`).join("\n");
  const { warnings } = await load({ user: junk });
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)?.message).toBe("29980 more warnings are not shown.");
});

test("CFG-2: hostile documents end in problems, never in a throw", async () => {
  const hostile = [
    `a${".a".repeat(5000)} = 1`,
    `a = ${"[".repeat(5000)}${"]".repeat(5000)}`,
    "__proto__ = 1\n[constructor]\nprototype = 2\n[agent.__proto__]\nx = 1",
    "[[agent]]\n[[agent]]",
    "providers = 1\nhooks = [[]]\nplugins = {}",
    "[agent]\nmax_steps = nan\ntemperature = inf",
    "\u0000",
    "[[providers]]\nname = '\u001b[31m'",
  ];
  for (const text of hostile) {
    const { problems, warnings, settings } = await load({ user: text, project: text });
    expect(problems.length + warnings.length).toBeGreaterThan(0);
    expect(settings.agent.maxSteps).toBe(128);
  }
  expect(({} as { x?: number }).x).toBeUndefined();
});

test("CFG-2: any text gives settings", async () => {
  const toml = fc.stringMatching(
    /^(\[agent\]|\[\[providers\]\]|name|max_steps|[a="'\n\][.1{},])*$/,
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(toml, fc.string({ unit: "binary" })), async (text) => {
      const { settings } = await load({ user: text, project: text });
      expect(settings.compaction.enabled).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("inv 12: what a file says is shown without control characters", async () => {
  const { warnings, problems } = await load({
    user: '"x\\u001b[31my\\u202e" = 1\nthinking = "\\u009b"',
  });
  const text = [...warnings, ...problems].map(formatProblem).join("\n");
  expect(text).toContain('"x\\u001b[31my\\u{202e}"');
  // oxlint-disable-next-line no-control-regex
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
});

function fail(): never {
  throw new Error("There is no problem.");
}
