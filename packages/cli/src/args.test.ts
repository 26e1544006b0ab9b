import { describe, expect, test } from "bun:test";
import { EXIT_CODES, THINKING_LEVELS } from "@squire/protocol";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readArgs } from "./args.ts";
import { COMMANDS, FLAGS } from "./commands.ts";
import type { CommandName, FlagSpec, PositionalSpec } from "./commands.ts";
import { spelled } from "./spelling.ts";
import { isUsageError, USAGE_EXIT_CODE } from "./usage-error.ts";

const names = Object.keys(COMMANDS) as CommandName[];
const common = { offline: false, verbose: false };
const quiet = {
  ...common,
  output: "text",
  tools: [],
  noTools: false,
  noPty: false,
  plain: false,
  yes: false,
  allow: [],
  ask: [],
  deny: [],
  continue: false,
  noSession: false,
  noMemory: false,
};

function reading(argv: readonly string[]): unknown {
  return readArgs(argv);
}

function problemOf(...argv: string[]): string {
  const read = readArgs(argv);
  return isUsageError(read) ? `${read.message} ${read.advice}` : `no problem: ${read.command}`;
}

/** The smallest command line a command accepts. */
function smallest(name: CommandName): string[] {
  const words: readonly PositionalSpec[] = COMMANDS[name].positionals;
  const needed = words.filter((word) => word.required);
  return [...name.split(" "), ...needed.map((word) => word.choices?.[0] ?? word.name)];
}

function wantedOf({ type }: FlagSpec, value: string): unknown {
  if (type === "boolean") return true;
  if (type === "list") return [value];
  return type === "seconds" ? 7 : value;
}

describe("CLI-1: commands", () => {
  test.each(names)("CLI-1: squire %s is understood with nothing but what it needs", (name) => {
    expect(readArgs(smallest(name))).toMatchObject({ command: name, flags: common });
  });

  test("CLI-9: --list-models is the command models", () => {
    expect(readArgs(["--list-models", "--json"])).toMatchObject({
      command: "models",
      flags: { json: true },
    });
  });

  test("CLI-1: export is short for session export", () => {
    const both = [
      ["export", "3f2a", "--out", "a.md"],
      ["session", "export", "3f2a", "--out", "a.md"],
    ];
    expect(reading(both[0] ?? [])).toEqual(reading(both[1] ?? []));
    expect(reading(["export", "--help"])).toEqual(reading(["help", "session", "export"]));
    expect(reading(["help", "export"])).toEqual(reading(["help", "session", "export"]));
    expect(problemOf("exprot")).toContain('Did you mean "export"?');
  });

  test("CLI-3: words of a task stay apart: one of them may name a file", () => {
    expect(reading(["run", "fix", "it", "@a b.ts"])).toEqual({
      command: "run",
      flags: quiet,
      args: { task: ["fix", "it", "@a b.ts"] },
    });
  });

  test.each([
    [["run", "fix it"]],
    [["-p", "fix it"]],
    [["--print", "fix it"]],
    [["fix it", "-p"]],
    [["run", "-p", "fix it"]],
    [["--", "run", "fix it"]],
  ])("CLI-1: %j runs the task", (argv) => {
    expect(reading(argv)).toEqual({ command: "run", flags: quiet, args: { task: ["fix it"] } });
  });

  test("CLI-1: after -p every word belongs to the task, also the name of a command", () => {
    expect(readArgs(["-p", "help", "me"])).toMatchObject({
      command: "run",
      args: { task: ["help", "me"] },
    });
    expect(readArgs(["-p"])).toMatchObject({ command: "run", args: {} });
    expect(problemOf("models", "-p")).toContain("-p goes with squire run only.");
  });

  test("CLI-1: nothing at all, flags alone and a prompt open the terminal face", () => {
    expect(reading([])).toMatchObject({ command: "open", args: {} });
    expect(reading(["--continue"])).toMatchObject({ command: "open", flags: { continue: true } });
    expect(reading(["why is it slow"])).toMatchObject({
      command: "open",
      args: { prompt: ["why is it slow"] },
    });
    expect(reading(["chat", "what", "is it"])).toMatchObject({
      args: { prompt: ["what", "is it"] },
    });
    expect(reading(["code", "../other"])).toMatchObject({ args: { dir: "../other" } });
  });

  test.each([
    [["--help"], {}],
    [["-h"], {}],
    [["run", "--help"], { command: "run" }],
    [["run", "--bogus", "-h"], { command: "run" }],
    [["-p", "x", "--help"], { command: "run" }],
    [["config", "--help"], { command: "config" }],
    [["config", "set", "--help"], { command: "config set" }],
    [["help", "config", "set"], { command: "config set" }],
    [["models", "prices", "-h"], { command: "models prices" }],
  ])("CLI-1: %j shows help for %j", (argv, args) => {
    expect(reading(argv)).toEqual({ command: "help", flags: common, args });
  });

  test.each([[["--version"]], [["-V"]], [["version"]], [["run", "x", "--version"]]])(
    "CLI-1: %j shows the version",
    (argv) => {
      expect(reading(argv)).toMatchObject({ command: "version" });
    },
  );

  test("CLI-1: words become named arguments", () => {
    const set = readArgs(["config", "set", "agent.max_steps", "-5"]);
    expect(set).toMatchObject({ args: { key: "agent.max_steps", value: "-5" } });
    const after = readArgs(["config", "set", "--verbose", "k", "--", "--odd"]);
    expect(after).toMatchObject({ args: { key: "k", value: "--odd" }, flags: { verbose: true } });
  });
});

describe("CLI-2: flags", () => {
  test("CLI-2: flags may stand anywhere and in both spellings", () => {
    const flags = { ...quiet, model: "a/b", output: "json", offline: true };
    for (const argv of [
      ["--model", "a/b", "-o", "json", "--offline", "run", "x"],
      ["run", "x", "--model=a/b", "--output=json", "--offline"],
      ["-p", "--model=a/b", "x", "-ojson", "--offline"],
    ]) {
      expect(reading(argv)).toEqual({ command: "run", flags, args: { task: ["x"] } });
    }
  });

  test("CLI-2: the last of two wins", () => {
    const read = readArgs(["run", "x", "--model", "a", "--model", "b"]);
    expect(read).toMatchObject({ flags: { model: "b" } });
  });

  test("PERM-20 (part): rules may be given several times and keep their order", () => {
    const argv = ["run", "x", "--allow", "bash(a)", "--deny=bash(b)", "--allow", "bash(c)"];
    expect(readArgs(argv)).toMatchObject({
      flags: { allow: ["bash(a)", "bash(c)"], ask: [], deny: ["bash(b)"] },
    });
    expect(problemOf("run", "x", "--allow", "--yes")).toContain("--allow needs a value");
    expect(problemOf("run", "x", "--allow", "")).toContain("is empty");
  });

  test.each([
    ["90", 90],
    ["1.5", 1.5],
    ["90s", 90],
    ["2m", 120],
    ["1h", 3600],
  ])("CLI-2: --timeout %s is %d seconds", (text, seconds) => {
    expect(readArgs(["run", "x", "--timeout", text])).toMatchObject({
      flags: { timeout: seconds },
    });
  });

  test("CLI-2: the thinking levels are the model's", () => {
    expect<readonly string[]>(FLAGS.thinking.choices).toEqual(THINKING_LEVELS);
  });

  test("CLI-2: a text may be empty or begin with a dash, where that makes sense", () => {
    const read = readArgs(["run", "x", "--system-prompt", "", "--append-system-prompt", "- short"]);
    expect(read).toMatchObject({ flags: { systemPrompt: "", appendSystemPrompt: "- short" } });
  });

  test("CLI-2: every flag of a command is read into its own name", () => {
    for (const name of names) {
      for (const flag of COMMANDS[name].flags) {
        const spec: FlagSpec = FLAGS[flag];
        const value = spec.choices?.[0] ?? "7";
        const argv = spec.type === "boolean" ? [spelled(flag)] : [spelled(flag), value];
        const wanted = wantedOf(spec, value);
        const read = readArgs([...smallest(name), ...argv]);
        expect(read).toMatchObject({ command: name, flags: { [flag]: wanted } });
      }
    }
  });
});

describe("CLI-5: wrong usage", () => {
  test("CLI-5: its exit code is 2", () => {
    expect(USAGE_EXIT_CODE).toBe(EXIT_CODES.usage);
  });

  test.each([
    [["modles"], 'Unknown command "modles". Did you mean "models"?'],
    [["conf"], 'Did you mean "config"?'],
    [["why"], "squire why needs <call>."],
    [["slow"], 'To ask a question use: squire run "…"'],
    [["help", "nope"], 'Unknown command "nope".'],
    [["nope", "--help"], 'Unknown command "nope".'],
    [["constructor"], 'Unknown command "constructor".'],
    [["config"], "squire config needs one of: get, set, unset, list, path, explain."],
    [["config", "gt", "x"], 'Unknown command "config gt". Did you mean "get"?'],
    [["config", "zzzz"], "Use one of: get, set"],
    [["models", "prics"], 'Did you mean "prices"?'],
    [["config", "get"], "squire config get needs <key>. See: squire help config get"],
    [["config", "get", "a", "b"], "squire config get takes one word after it, not 2."],
    [["version", "now"], "squire version takes no words after it, not 1."],
    [["run", "x", "--modle", "y"], "Unknown flag --modle. Did you mean --model?"],
    [["run", "x", "-x"], "Unknown flag -x."],
    [["run", "x", "--model"], "--model needs a value: --model MODEL."],
    [["run", "x", "--model", "--offline"], "--model needs a value"],
    [["run", "x", "--model", "-o", "json"], "--model needs a value"],
    [["run", "x", "--model="], "The value of --model is empty."],
    [["run", "x", "--offline=yes"], "--offline takes no value."],
    [["run", "x", "--output", "jsn"], '--output cannot be "jsn". Did you mean json?'],
    [["run", "x", "-o", "xml"], '-o cannot be "xml". Use one of: text, json, jsonl.'],
    [["run", "x", "--thinking", "hgih"], "Did you mean high?"],
    [["run", "x", "--timeout", "soon"], '--timeout cannot be "soon". Use seconds'],
    [["run", "x", "--timeout", "0"], '--timeout cannot be "0".'],
    [["run", "x", "--timeout", "-5"], '--timeout cannot be "-5".'],
    [["run", "x", "--json"], "squire run does not take --json. Use --output json."],
    [["models", "--output", "json"], "squire models does not take --output. Use --json."],
    [["logout", "--timeout", "5"], "squire logout does not take --timeout."],
  ])("CLI-5: %j says what is wrong and what to do", (argv, text) => {
    expect(problemOf(...argv)).toContain(text);
  });

  test("CLI-5: a key that was typed in the wrong place is not repeated", () => {
    expect(problemOf("login", "openai", "sk-secret")).not.toContain("secret");
    expect(problemOf("run", "--offline=sk-secret")).not.toContain("secret");
  });

  test("CLI-5: any words whatever give an invocation or a usage error, never a throw", () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(...names.flatMap((name) => name.split(" ")), "-p", "--", "-", "--="),
      fc.constantFrom("--__proto__", "--model", "--model=", "-opjson", "-5", "--timeout"),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), (argv) => {
        const read = readArgs(argv);
        if (isUsageError(read)) expect(read.message.length).toBeLessThan(200);
        else expect(names).toContain(read.command);
      }),
      { numRuns: 500 },
    );
  });
});

test("PKG-3: reading arguments loads nothing but itself", () => {
  for (const file of [
    "args.ts",
    "flags.ts",
    "commands.ts",
    "help.ts",
    "spelling.ts",
    "split-args.ts",
    "usage-error.ts",
  ]) {
    const text = readFileSync(join(import.meta.dirname, file), "utf8");
    const loaded = [...text.matchAll(/^import (?!type\b).* from "([^"]+)"/gm)].map(
      ([, from]) => from,
    );
    const light = ["@squire/protocol/spelling"];
    expect(loaded.filter((from) => !from?.startsWith("./") && !light.includes(from ?? ""))).toEqual(
      [],
    );
  }
});
