import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { testCommand } from "./permissions-test.ts";
import { permissionsCommand } from "./permissions.ts";
import { trustCommand } from "./trust.ts";

const CONFIG = `[permissions]
deny = ["bash(rm *)", "bash(oops"]
allow = ["bash(npm *)", "bash(npm test)", "nosuch(x)"]
[sandbox]
bash = "off"
`;

const machine = (files: Record<string, string> = {}) =>
  tempWorkspace({ "work/a.txt": "one\n", "home/config.toml": CONFIG, ...files });

async function judged(home: TempWorkspace, ...argv: readonly string[]) {
  const io = ioAt(home);
  const code = await testCommand(invoke("permissions test", ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

const verdict = async (home: TempWorkspace, ...argv: readonly string[]): Promise<unknown> =>
  (JSON.parse((await judged(home, ...argv, "--json")).out) as { verdict: unknown }).verdict;

test("PERM-14: a call is judged with its trail and the rule that would allow it, and not run", async () => {
  await using home = await machine();
  const before = await home.treeHash();
  const { code, out } = await judged(home, "bash", '{"command":"touch b.txt"}', "--json");
  expect(code).toBe(0);
  expect(Object.keys(JSON.parse(out) as object)).toEqual(["verdict", "trail", "suggestedRule"]);
  expect(JSON.parse(out)).toMatchObject({
    verdict: "ask",
    trail: expect.arrayContaining([expect.objectContaining({ stage: "fallback", verdict: "ask" })]),
    suggestedRule: "bash(touch *)",
  });
  const plain = await judged(home, "bash", '{"command":"npm test"}');
  expect(plain.out).toStartWith("allow\n");
  expect(plain.out).toContain(`[bash(npm test) ${home.path("home/config.toml")}:3]`);
  expect(await home.treeHash()).toBe(before);
});

test("PERM-14 (part): trust, mode, rules of the run and --yes change the answer", async () => {
  await using home = await machine();
  const write = ["write", '{"path":"b.txt","content":"x"}'] as const;
  expect(await verdict(home, ...write)).toBe("ask");
  expect(await verdict(home, ...write, "--trust", "auto")).toBe("allow");
  expect(await verdict(home, ...write, "--mode", "plan")).toBe("deny");
  expect(await verdict(home, ...write, "--yes")).toBe("allow");
  expect(await verdict(home, ...write, "--allow", "write(*)")).toBe("allow");
  const rm = ["shell", '{"command":"rm -r build"}'] as const;
  expect(await verdict(home, ...rm, "--yes", "--trust", "yolo")).toBe("deny");
  expect(await verdict(home, "write_file", '{"path":"/etc/passwd","content":""}', "--yes")).toBe(
    "deny",
  );
});

test("PERM-14 (part): permissions.headless is for nobody there: somebody is asked all the same", async () => {
  await using home = await machine({
    "home/config.toml": '[permissions]\nheadless = "allow"\n',
  });
  expect(await verdict(home, "write", '{"path":"b.txt","content":"x"}')).toBe("ask");
});

test("PERM-14 (part): what cannot be judged is told in words, with exit code 2", async () => {
  await using home = await machine();
  for (const [argv, words] of [
    [["nope", "{}"], "There is no tool nope"],
    [["bash", '{"cmd":"ls"}'], "command: is missing"],
    [["bash", "{"], "not JSON"],
    [["bash", "[1]"], "must be a JSON object"],
    [["bash"], "name a tool and its arguments"],
    [["bash", "{}", "--batch", "x"], "leave the tool out"],
    [["--batch", "nothing.jsonl"], "cannot be read"],
  ] as const) {
    const { code, out, err } = await judged(home, ...argv);
    expect([argv, code, out]).toEqual([argv, 2, ""]);
    expect(err).toContain(words);
  }
});

test("PERM-14 (part): a batch answers every line; a bad one is named and takes no other along", async () => {
  const lines = [
    '{"id":1,"tool":"bash","args":{"command":"ls"}}',
    "{broken",
    "",
    '{"id":"b","tool":"nope","args":{}}',
    '{"tool":"read","args":{"path":"a.txt"}}',
    '{"id":"c","tool":"run_command","args":{"command":"rm x"}}',
  ];
  await using home = await machine({ "work/calls.jsonl": `${lines.join("\n")}\n` });
  const { code, out, err } = await judged(home, "--batch", "calls.jsonl");
  expect(code).toBe(2);
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { id: 1, verdict: "allow" },
    { id: null, line: 2, error: expect.stringContaining("is not JSON") },
    { id: "b", line: 4, error: expect.stringContaining("no tool nope") },
    { id: null, line: 5, error: "has no id" },
    { id: "c", verdict: "deny" },
  ]);
  expect(err).toContain("calls.jsonl:2: is not JSON");
  expect(err).toContain("calls.jsonl:5: has no id");
});

test("PERM-14 (part): a batch from standard input", async () => {
  await using home = await machine();
  const calls = Array.from({ length: 700 }, (_, id) =>
    JSON.stringify({ id, tool: "write", args: { path: `${id}.txt`, content: "" } }),
  );
  const io = ioAt(home, { stdin: calls.join("\n") });
  expect(await testCommand(invoke("permissions test", "--batch", "-"), io)).toBe(0);
  const found = io.out().trimEnd().split("\n");
  expect(found).toEqual(calls.map((_, id) => `{"id":${id},"verdict":"ask"}`));
});

test("PERM-14 (part): list shows rules with places, dead and shadowed ones, and what runs unasked", async () => {
  await using home = await machine();
  const io = ioAt(home);
  const argv = ["--json", "--trust", "auto", "--deny", "bash(curl *)"];
  expect(await permissionsCommand(invoke("permissions list", ...argv), io)).toBe(0);
  const file = home.path("home/config.toml");
  const report = JSON.parse(io.out()) as {
    readonly unattended: { readonly deeds: readonly { readonly deed: string }[] };
  };
  expect(report).toMatchObject({
    folder: { path: home.path("work"), state: "plain" },
    trust: "auto",
    mode: "code",
    headless: "deny",
    fallback: "ask",
    rules: [
      { verdict: "deny", rule: "bash(curl *)", origin: "--deny", scope: "run", inForce: true },
      { verdict: "deny", rule: "bash(rm *)", origin: `${file}:2`, inForce: true },
      { verdict: "allow", rule: "bash(npm *)", origin: `${file}:3`, inForce: true },
      {
        rule: "bash(npm test)",
        inForce: false,
        shadowedBy: { rule: "bash(npm *)", origin: `${file}:3` },
      },
      { rule: "nosuch(x)", inForce: false, note: expect.stringContaining("no such tool") },
    ],
    problems: [{ text: "bash(oops", origin: `${file}:2` }],
  });
  const deeds = Object.fromEntries(
    report.unattended.deeds.map((one) => [
      one.deed,
      (one as unknown as { verdict: string }).verdict,
    ]),
  );
  expect(deeds).toMatchObject({
    "change a file of the workspace": "allow",
    "run the project's code": "allow",
    "run any code": "ask",
  });
  expect(io.err()).toContain("bash(oops has no closing parenthesis at its end; it is not in force");
});

test("PERM-14 (part): the same as a page", async () => {
  await using home = await machine();
  const io = ioAt(home);
  expect(await permissionsCommand(invoke("permissions list"), io)).toBe(0);
  for (const part of ["● deny", "○ allow", "repeats bash(npm *)", "sandbox       off"]) {
    expect(io.out()).toContain(part);
  }
});

test("PERM-17 (part): rules that a checkout brings along are shown, and do not count until it is trusted", async () => {
  const rules = '[permissions]\nallow = ["bash(touch *)"]\n';
  await using home = await machine({ "work/.squire/permissions.local.toml": rules });
  const io = ioAt(home);
  await permissionsCommand(invoke("permissions list", "--json"), io);
  expect(JSON.parse(io.out())).toMatchObject({ folder: { state: "untrusted" } });
  expect(io.out()).toContain("counts only once you trust this folder");
  const touch = ["bash", '{"command":"touch b"}'] as const;
  expect(await verdict(home, ...touch)).toBe("ask");
  expect(await trustCommand(invoke("trust", "--yes"), ioAt(home), null)).toBe(0);
  expect(await verdict(home, ...touch)).toBe("allow");
});
