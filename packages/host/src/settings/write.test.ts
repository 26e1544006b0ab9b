import { expect, test } from "bun:test";
import { chmod, readdir, stat, symlink } from "node:fs/promises";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { defaultConfigText } from "./default-file.ts";
import { load } from "./testing/load.ts";
import { setUserKey, setUserKeyText, SettingsRefused, unsetUserKey } from "./write.ts";
import { readTextFile } from "./read-text.ts";

const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await rejectionOf(promise);
  expect(error).toBeInstanceOf(SettingsRefused);
  return error instanceof Error ? error.message : "";
};

test("CFG-3: a set goes into the user's file, comments and order stay, only the user can read it", async () => {
  const before = '# my notes\nlanguage = "en" # for now\n\n[agent]\n# steps\nmax_steps = 3\n';
  await using dir = await tempWorkspace({ "config.toml": before });
  await chmod(dir.path("config.toml"), 0o644);
  const file = { path: dir.path("config.toml") };
  await setUserKey(file, "language", "fr");
  await setUserKey(file, "agent.temperature", 0.5);
  expect(await dir.read("config.toml")).toBe(
    '# my notes\nlanguage = "fr" # for now\n\n[agent]\n# steps\nmax_steps = 3\ntemperature = 0.5\n',
  );
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect(await dir.list()).toEqual(["config.toml"]);
});

test("CFG-3: the file and its folder are made when they are not there", async () => {
  await using dir = await tempWorkspace();
  const file = { path: dir.path("home/.squire/config.toml") };
  await setUserKey(file, "default_model", "a/b");
  expect(await dir.read("home/.squire/config.toml")).toBe('default_model = "a/b"\n');
  expect((await stat(dir.path("home/.squire"))).mode & 0o777).toBe(0o700);
});

test("CFG-3: what a user types is TOML where it fits the key, else text", async () => {
  await using dir = await tempWorkspace();
  const file = { path: dir.path("config.toml") };
  await setUserKeyText(file, "default_model", "openai/gpt-5");
  await setUserKeyText(file, "language", "1");
  await setUserKeyText(file, "agent.max_steps", "12");
  await setUserKeyText(file, "fallback", '["a", "b"]');
  expect(await dir.read("config.toml")).toBe(
    'default_model = "openai/gpt-5"\nlanguage = "1"\nfallback = ["a", "b"]\n\n[agent]\nmax_steps = 12\n',
  );
  expect(await refusal(setUserKeyText(file, "agent.max_steps", "many"))).toContain(
    'agent.max_steps: expected a whole number, found the text "many".',
  );
});

test("CFG-3: unknown keys and wrong values are refused and nothing is written", async () => {
  await using dir = await tempWorkspace({ "config.toml": "[agent]\nmax_steps = 3\n" });
  const file = { path: dir.path("config.toml") };
  const hash = await dir.treeHash();
  expect(await refusal(setUserKey(file, "agent.max_step", 3))).toBe(
    "There is no setting agent.max_step. Did you mean agent.max_steps?",
  );
  expect(await refusal(setUserKey(file, "a..b", 3))).toContain("There is no setting a..b.");
  expect(await refusal(setUserKey(file, "agent.max_steps", 0))).toBe(
    `Not changed. ${file.path}:2:1: agent.max_steps: expected a number of at least 1, found 0.`,
  );
  expect(await refusal(setUserKey(file, "agent", 3))).toContain("edit it by hand");
  expect(await refusal(setUserKey(file, "providers[3].name", "x"))).toContain("edit it by hand");
  expect(await dir.treeHash()).toBe(hash);
});

test("CFG-3: a file that is broken is not touched", async () => {
  await using dir = await tempWorkspace({ "config.toml": "language = = 1\n", "folder/x": "" });
  const hash = await dir.treeHash();
  expect(await refusal(setUserKey({ path: dir.path("config.toml") }, "language", "en"))).toMatch(
    /^Repair the file first\. .*config\.toml:1:\d+: is not valid TOML/,
  );
  expect(await refusal(setUserKey({ path: dir.path("folder") }, "language", "en"))).toContain(
    "it is a folder",
  );
  expect(await dir.treeHash()).toBe(hash);
});

test("CFG-3: what was wrong before does not stand in the way", async () => {
  await using dir = await tempWorkspace({ "config.toml": "typo = 1\nagent.max_steps = 'x'\n" });
  const file = { path: dir.path("config.toml") };
  await setUserKey(file, "language", "en");
  expect(await dir.read("config.toml")).toContain('language = "en"');
  expect(await unsetUserKey(file, "typo")).toBe(true);
  expect(await unsetUserKey(file, "typo")).toBe(false);
  expect(await dir.read("config.toml")).not.toContain("typo");
});

test("CFG-3: an edit made meanwhile is preserved", async () => {
  const texts = ["a = 1\n", '# edited\nlanguage = "en"\n', '# edited\nlanguage = "en"\n'];
  const written: string[] = [];
  await setUserKey(
    {
      path: "/x/config.toml",
      readText: () =>
        Promise.resolve({ type: "text", text: texts.shift() ?? '# edited\nlanguage = "en"\n' }),
      writeText: (_, text) => Promise.resolve(void written.push(text)),
    },
    "preset",
    "pro",
  );
  expect(written).toEqual(['# edited\nlanguage = "en"\npreset = "pro"\n']);
});

test("CFG-3: a file that never rests is given up on, not fought over", async () => {
  let count = 0;
  const file = {
    path: "/x/config.toml",
    readText: () => Promise.resolve({ type: "text", text: `# ${count++}\n` } as const),
    writeText: () => Promise.reject(new Error("must not be written")),
  };
  expect(await refusal(setUserKey(file, "preset", "pro"))).toContain("keeps changing");
});

test("CFG-3: a link stays a link", async () => {
  await using dir = await tempWorkspace({ "dotfiles/squire.toml": "" });
  await symlink(dir.path("dotfiles/squire.toml"), dir.path("config.toml"));
  await setUserKey({ path: dir.path("config.toml") }, "language", "en");
  expect(await dir.read("dotfiles/squire.toml")).toBe('language = "en"\n');
  expect((await readdir(dir.root)).sort()).toEqual(["config.toml", "dotfiles"]);
});

test("CFG-3: a failed write leaves the old file and no rest", async () => {
  await using dir = await tempWorkspace({ "config.toml/x": "" });
  const file = {
    path: dir.path("config.toml"),
    readText: () => Promise.resolve({ type: "missing" } as const),
  };
  await rejectionOf(setUserKey(file, "language", "en"));
  expect(await dir.list()).toEqual(["config.toml/x"]);
});

test("CFG-12: every key can be set in the default file and stands behind its example", async () => {
  await using dir = await tempWorkspace({ "config.toml": defaultConfigText() });
  const file = { path: dir.path("config.toml") };
  await setUserKey(file, "default_model", "a/b");
  await setUserKey(file, "agent.max_steps", 5);
  await setUserKey(file, "providers[0].name", "p");
  const text = await dir.read("config.toml");
  expect(text).toMatch(/#default_model = .*\ndefault_model = "a\/b"\n/);
  expect(text).toContain("#max_steps = 128\nmax_steps = 5\n");
  expect(text.endsWith('[[providers]]\nname = "p"\n')).toBe(true);
  const read = await readTextFile(file.path);
  const { settings, problems } = await load({ user: read });
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    defaultModel: "a/b",
    agent: { maxSteps: 5 },
    providers: [{ name: "p" }],
  });
});
