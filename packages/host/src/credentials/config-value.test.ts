import { expect, test } from "bun:test";
import { runShell } from "@squire/platform";
import { createConfigValues } from "./config-value.ts";
import type { RunShell } from "./ports.ts";

function values(env: Record<string, string>, run: RunShell = runShell) {
  const warnings: string[] = [];
  const commands: string[] = [];
  const resolver = createConfigValues({
    env: { PATH: process.env["PATH"], ...env },
    runShell: (command, options) => {
      commands.push(command);
      return run(command, options);
    },
    warn: (message) => void warnings.push(message),
  });
  return { ...resolver, warnings, commands };
}

const answers =
  (result: Partial<Awaited<ReturnType<RunShell>>>): RunShell =>
  () =>
    Promise.resolve({ end: "exited", exitCode: 0, stdout: "", stderr: "", ...result });

test("MODL-16: a variable of that name, else the text itself", async () => {
  const { resolve, warnings } = values({ MY_KEY: " secret ", lower: "found" });
  expect(await resolve("key", "MY_KEY")).toBe("secret");
  expect(await resolve("key", "lower")).toBe("found");
  expect(await resolve("key", "sk-literal")).toBe("sk-literal");
  expect(await resolve("key", "toString")).toBe("toString");
  expect(warnings).toEqual([]);
});

test("MODL-16: the name of a variable that is not set is never sent as a key", async () => {
  const { resolve, warnings } = values({ EMPTY_KEY: "" });
  expect(await resolve("The api_key of p", "MY_KEY")).toBeUndefined();
  expect(await resolve("The api_key of p", "MY_KEY")).toBeUndefined();
  expect(await resolve("The api_key of q", "EMPTY_KEY")).toBeUndefined();
  expect(warnings).toEqual([
    "The api_key of p names the variable MY_KEY, which is not set; it is left out.",
    "The api_key of q names the variable EMPTY_KEY, which is not set; it is left out.",
  ]);
});

test("MODL-16: a command runs once and its trimmed output counts", async () => {
  const { resolve, commands, warnings } = values({ WHO: "me" });
  const command = "!printf '  key-of-%s\\n\\n' \"$WHO\"";
  expect(await Promise.all([resolve("a", command), resolve("b", command)])).toEqual([
    "key-of-me",
    "key-of-me",
  ]);
  expect(await resolve("c", command)).toBe("key-of-me");
  expect(commands).toHaveLength(1);
  expect(warnings).toEqual([]);
});

test("MODL-16: a command that fails is left out and named", async () => {
  const { resolve, warnings } = values({});
  expect(await resolve("The api_key of p", "!echo locked >&2; exit 3")).toBeUndefined();
  expect(await resolve("x", "!true")).toBeUndefined();
  expect(await resolve("y", "!")).toBeUndefined();
  expect(await resolve("z", "!printf 'a\\nb'")).toBeUndefined();
  expect(warnings).toEqual([
    "The api_key of p: its command ended with code 3 (locked); it is left out.",
    "x: its command printed nothing; it is left out.",
    "y: its command is empty; it is left out.",
    "z: its command printed more than one line of plain text; it is left out.",
  ]);
});

test("MODL-16: a command that hangs or cannot start is left out", async () => {
  for (const end of ["timed-out", "failed-to-start", "aborted"] as const) {
    const { resolve, warnings } = values(
      {},
      answers({ end, exitCode: null, stdout: "half a secret" }),
    );
    expect(await resolve("k", "!slow")).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).not.toContain("secret");
  }
});

test("MODL-16: headers are resolved one by one and what fails is omitted", async () => {
  const { resolveAll, warnings } = values({ TEAM_NAME: "blue" });
  expect(
    await resolveAll("headers of p", {
      "X-Team": "TEAM_NAME",
      "X-Plain": "as is",
      "X-None": "NOT_SET",
      "X-Command": "!echo two words",
    }),
  ).toEqual({ "X-Team": "blue", "X-Plain": "as is", "X-Command": "two words" });
  expect(warnings).toEqual([
    "headers of p.X-None names the variable NOT_SET, which is not set; it is left out.",
  ]);
});
