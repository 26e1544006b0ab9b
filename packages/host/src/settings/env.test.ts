import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { ENVIRONMENT, environmentMarkdown, settingsFromEnv, squireHome } from "./env.ts";
import { parseKeyPath } from "./key-path.ts";
import { isKnown } from "./known-keys.ts";

test("CFG-9: code reads no SQUIRE_ variable that is not in the table", () => {
  const documented = new Set(ENVIRONMENT.map(({ name }) => name));
  const packages = resolve(import.meta.dir, "../../..");
  const undocumented = readdirSync(packages).flatMap((name) => {
    const source = join(packages, name, "src");
    return sourceFiles(source).flatMap((file) => {
      const names = readFileSync(file, "utf8").match(/\bSQUIRE_[A-Z][A-Z0-9_]*/g) ?? [];
      return names
        .filter((variable) => !documented.has(variable))
        .map((variable) => `${file}: ${variable}`);
    });
  });
  expect(undocumented).toEqual([]);
});

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

test("CFG-9: the table is sound and can be printed", () => {
  const names = ENVIRONMENT.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(["SQUIRE_HOME", "SQUIRE_CONFIG", "SQUIRE_TIMING"]));
  for (const { key, about } of ENVIRONMENT) {
    expect(about).toMatch(/\.$/);
    if (key !== undefined) expect(isKnown(parseKeyPath(key) ?? [0])).toBe(true);
  }
  expect(environmentMarkdown()).toContain(
    "| `SQUIRE_MODEL` | The model to use. | `default_model` |",
  );
});

test("CFG-1: variables become settings, switches understand the usual words", () => {
  const values = (env: Record<string, string>) => settingsFromEnv(env).map(({ value }) => value);
  expect(settingsFromEnv({ SQUIRE_MODEL: " a/b ", OTHER: "x" })).toEqual([
    { origin: "SQUIRE_MODEL", path: ["default_model"], value: "a/b" },
  ]);
  expect(values({ SQUIRE_SEARCH: "OFF" })).toEqual([false]);
  expect(values({ SQUIRE_SEARCH: "yes" })).toEqual([true]);
  expect(values({ SQUIRE_SEARCH: "maybe" })).toEqual(["maybe"]);
  expect(values({ SQUIRE_PORT: "80" })).toEqual([80]);
  expect(values({ SQUIRE_MODEL: "" })).toEqual([]);
});

test("C4: the home is ~/.squire unless SQUIRE_HOME says otherwise", () => {
  const places = { userHome: "/home/me", cwd: "/srv" };
  expect(squireHome({}, places)).toBe("/home/me/.squire");
  expect(squireHome({ SQUIRE_HOME: "" }, places)).toBe("/home/me/.squire");
  expect(squireHome({ SQUIRE_HOME: "/srv/s" }, places)).toBe("/srv/s");
  expect(squireHome({ SQUIRE_HOME: "~/s" }, places)).toBe("/home/me/s");
  expect(squireHome({ SQUIRE_HOME: "s" }, places)).toBe("/srv/s");
});
