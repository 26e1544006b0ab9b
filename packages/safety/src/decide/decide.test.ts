import { expect, test } from "bun:test";
import type { JudgedCall, Mode } from "@squire/protocol";
import {
  bashCall,
  callOf,
  judge,
  POLICY,
  policyOf,
  STATE,
  verdictOf,
  WORKSPACE,
} from "./test-gate.ts";
import { decide } from "./decide.ts";
import { lexicalFacts } from "./facts.ts";
import { targetsOf } from "./view.ts";

const edit = (path: string): JudgedCall =>
  callOf("edit", { path, search: "a", replace: "b" }, "write");
const read = (path: string): JudgedCall => callOf("read", { path }, "read");
const fetch = (url: string): JudgedCall => callOf("web_fetch", { url }, "network");
const mcp = callOf("mcp__hub__send", { text: "x" }, "network");
const stages = (
  call: JudgedCall,
  ...rest: [...Parameters<typeof judge>] extends [JudgedCall, ...infer R] ? R : never
) => judge(call, ...rest).trail.map(({ stage, verdict }) => `${stage} ${verdict ?? "-"}`);

test("PERM-1: the same question has the same answer, and nothing is changed by asking", () => {
  const call = bashCall("cd a && rm -rf $x; git push");
  const facts = lexicalFacts(call, WORKSPACE);
  const question = { call, facts, policy: POLICY, state: STATE };
  const before = JSON.stringify(question);
  expect(decide(question)).toEqual(decide(question));
  expect(JSON.stringify(question)).toBe(before);
});

test("PERM-3: deny before ask before allow before the fallback", () => {
  const all = {
    deny: ["bash(a *)"],
    ask: ["bash(a *)", "bash(b *)"],
    allow: ["bash(a *)", "bash(b *)", "bash(c *)"],
  };
  const verdicts = (fallback: "ask" | "allow" | "deny"): readonly string[] =>
    ["a 1", "b 1", "c 1", "d 1", "ls"].map((command) =>
      verdictOf(command, policyOf(all, { fallback })),
    );
  expect(verdicts("ask")).toEqual(["deny", "ask", "allow", "ask", "allow"]);
  expect(verdicts("allow")).toEqual(["deny", "ask", "allow", "allow", "allow"]);
  expect(verdicts("deny")).toEqual(["deny", "ask", "allow", "deny", "allow"]);
  expect(judge(read("a.ts")).verdict).toBe("allow");
  expect(judge(read("/etc/hosts")).verdict).toBe("allow");
});

test("PERM-4: every check that looked is recorded, in order, with rule and origin", () => {
  const decision = judge(bashCall("npm test"), policyOf({ allow: ["bash(npm test)"] }));
  expect(decision.verdict).toBe("allow");
  expect(decision.trail).toContainEqual({
    stage: "rule",
    verdict: "allow",
    reason: "The rule bash(npm test) allows it.",
    rule: "bash(npm test)",
    origin: "allow.toml:1",
  });
  expect(stages(bashCall("npm test"))).toEqual(["floor -", "trust -", "sandbox -", "fallback ask"]);
  expect(stages(bashCall("rm -rf /"))).toEqual(["floor deny"]);
  expect(stages(edit("a.ts"), POLICY, { mode: "plan" })).toEqual(["floor -", "mode deny"]);
  expect(stages(bashCall("npm test"), POLICY, { headless: "deny" }).at(-1)).toBe("headless deny");
  expect(judge(bashCall("x")).trail.every(({ reason }) => /^[A-Z].*\.$/.test(reason))).toBe(true);
});

test("C9, C10: what a mode forbids is denied, whatever rules and trust say", () => {
  const policy = policyOf({ allow: ["bash", "edit", "web_fetch"] });
  const at = (mode: Mode, call: JudgedCall): string =>
    judge(call, policy, { mode, trust: "yolo" }).verdict;
  for (const mode of ["plan", "research"] as const) {
    expect(at(mode, edit("a.ts"))).toBe("deny");
    expect(at(mode, bashCall("touch a"))).toBe("deny");
    expect(at(mode, bashCall("git status"))).toBe("allow");
    expect(at(mode, read("a.ts"))).toBe("allow");
    expect(at(mode, fetch("https://a.com/"))).toBe("allow");
  }
  expect(at("chat", read("a.ts"))).toBe("deny");
  expect(at("chat", callOf("ask", {}, "ask"))).toBe("allow");
});

test("PERM-7: a deny holds in every mode of trust and with --yes", () => {
  const policy = policyOf({ deny: ["edit(a.ts)"], allow: ["edit"] });
  for (const trust of ["review", "auto", "yolo"] as const) {
    for (const headless of ["ask", "deny", "allow"] as const) {
      expect(judge(edit("a.ts"), policy, { trust, headless }).verdict).toBe("deny");
      expect(judge(edit("./x/../a.ts"), policy, { trust, headless }).verdict).toBe("deny");
    }
  }
});

test("PERM-8 (part), C8: asking with nobody there", () => {
  expect(judge(edit("a.ts"), POLICY, { headless: "deny" }).verdict).toBe("deny");
  expect(judge(edit("a.ts"), POLICY, { headless: "deny" }).trail.at(-1)?.reason).toContain(
    "Approval was needed",
  );
  expect(judge(edit("a.ts"), POLICY, { headless: "allow" }).verdict).toBe("allow");
  expect(judge(bashCall("curl x | sh"), POLICY, { headless: "allow" }).verdict).toBe("allow");
  expect(judge(bashCall("rm -rf ~"), POLICY, { headless: "allow" }).verdict).toBe("deny");
  expect(judge(edit(".vscode/settings.json"), POLICY, { headless: "allow" }).verdict).toBe("ask");
  expect(judge(read("a.ts"), POLICY, { headless: "deny" }).verdict).toBe("allow");
});

test("PERM-9 (part), EDIT-9 (part): the trust dial", () => {
  const verdicts = (trust: "review" | "auto" | "yolo"): readonly string[] =>
    [
      edit("a.ts"),
      bashCall("touch a"),
      bashCall("npm test"),
      bashCall("ls"),
      callOf("mcp__a__b", {}, "write"),
    ].map((call) => judge(call, POLICY, { trust }).verdict);
  expect(verdicts("review")).toEqual(["ask", "ask", "ask", "allow", "ask"]);
  expect(verdicts("auto")).toEqual(["allow", "ask", "ask", "allow", "ask"]);
  expect(verdicts("yolo")).toEqual(["allow", "allow", "allow", "allow", "allow"]);
  // The dial opens nothing that settings have closed, nor what cannot be read.
  expect(judge(edit("a.ts"), policyOf({}, { fallback: "deny" }), { trust: "yolo" }).verdict).toBe(
    "deny",
  );
  expect(verdictOf("ls 'open", POLICY, { trust: "yolo" })).toBe("ask");
  expect(verdictOf("rm -rf $x", POLICY, { trust: "yolo" })).toBe("ask");
});

test("PERM-12, C20: tools that force an approval, and strict mode", () => {
  const forced = { ...callOf("deploy", {}, "read"), requiresApproval: true };
  const policy = policyOf({ allow: ["deploy", "bash", "browser", "python"] });
  for (const trust of ["review", "yolo"] as const) {
    expect(judge(forced, policy, { trust }).verdict).toBe("ask");
    for (const name of ["bash", "browser", "python"]) {
      const call = callOf(name, { command: "ls" }, "execute");
      expect(judge(call, { ...policy, strict: true }, { trust }).verdict).toBe("ask");
      expect(judge(call, policy, { trust }).verdict).toBe("allow");
    }
  }
});

test("PERM-16: once untrusted text was read, nothing goes out unasked", () => {
  const tainted = { active: true, sources: ["https://evil.com"] };
  const policy = policyOf({ allow: ["bash", "web_fetch", "mcp__hub__send", "edit"] });
  const out = [
    fetch("https://a.com/?q=x"),
    mcp,
    bashCall("curl x"),
    bashCall("npm test"),
    bashCall("echo x > ~/out"),
    bashCall("git push"),
  ];
  const inside = [read("a.ts"), edit("a.ts"), bashCall("ls"), bashCall("touch a")];
  for (const trust of ["review", "yolo"] as const) {
    expect(out.map((call) => judge(call, policy, { trust }).verdict)).toEqual(
      out.map(() => "allow"),
    );
    expect(out.map((call) => judge(call, policy, { trust, tainted }).verdict)).toEqual(
      out.map(() => "ask"),
    );
    expect(inside.map((call) => judge(call, policy, { trust, tainted }).verdict)).toEqual(
      inside.map(() => "allow"),
    );
  }
  expect(
    judge(mcp, policy, { tainted }).trail.find(({ stage }) => stage === "taint")?.reason,
  ).toContain("evil.com");
  // Lifted by the setting, by a rule that says so, and by a sandbox without the network.
  expect(judge(mcp, { ...policy, taint: false }, { tainted }).verdict).toBe("allow");
  const lifting = policyOf({ allow: ["mcp__hub__send", "bash(curl *)"], tainted: true });
  expect(judge(mcp, lifting, { tainted }).verdict).toBe("allow");
  expect(verdictOf("curl x", lifting, { tainted })).toBe("allow");
  expect(verdictOf("curl x; npm test", lifting, { tainted })).toBe("ask");
  expect(
    verdictOf("npm test", policy, { tainted, sandbox: { confines: true, network: false } }),
  ).toBe("allow");
  expect(
    verdictOf("npm test", policy, { tainted, sandbox: { confines: true, network: true } }),
  ).toBe("ask");
});

test("PERM-2 (part): several places of one search are judged one by one", () => {
  const search = (name: string, ...path: readonly string[]) => ({
    ...callOf(name, { pattern: "x", path }, "read"),
    subject: path.join("\n"),
  });
  const policy = policyOf({ deny: ["grep(private/**)", "glob(private/**)"], allow: ["grep(src)"] });
  expect(judge(search("grep", "src", "docs"), policy).verdict).toBe("allow");
  expect(judge(search("grep", "src", "private/a.txt"), policy).verdict).toBe("deny");
  expect(judge(search("glob", "src", "private/a"), policy).verdict).toBe("deny");
  expect(judge(search("grep", "src", ".env"), policy).verdict).toBe("ask");
  expect(judge(search("grep", "src", "~/.squire/credentials.db"), policy).verdict).toBe("deny");
  // The twin: the places as one text fit no rule.
  const joined = callOf("grep", { path: "src\nprivate/a.txt" }, "read");
  expect(judge(joined, policy).verdict).toBe("allow");
});

test("PERM-17 (part): allow rules of a project count only in a trusted folder", () => {
  const policy = policyOf({
    allow: ["bash(make)"],
    deny: ["bash(git push)"],
    ask: ["bash(ls)"],
    scope: "project",
  });
  expect(verdictOf("make", policy)).toBe("allow");
  expect(verdictOf("make", policy, { trusted: false })).toBe("ask");
  expect(judge(bashCall("make"), policy, { trusted: false }).trail).toContainEqual(
    expect.objectContaining({ stage: "rule", verdict: null, rule: "bash(make)" }),
  );
  expect(verdictOf("git push", policy, { trusted: false })).toBe("deny");
  expect(verdictOf("ls", policy, { trusted: false })).toBe("ask");
});

test("PERM-20 (part): a rule of this run is a rule like the others, with its flag as origin", () => {
  const policy = policyOf({ allow: ["bash(make)"], scope: "run" });
  expect(verdictOf("make", policy, { trusted: false })).toBe("allow");
});

test("S20: what was refused is asked for again, whatever tool does it", () => {
  const policy = policyOf({ allow: ["bash", "write", "edit", "delete", "web_fetch"] });
  const refusedBy = (call: JudgedCall) => ({
    refused: targetsOf(lexicalFacts(call, WORKSPACE)).map((target) => ({
      target,
      reason: "keep it",
    })),
  });
  const state = {
    ...refusedBy(callOf("delete", { path: "src/a.ts" }, "write")),
    trust: "yolo",
  } as const;
  const again = [
    bashCall("rm src/a.ts"),
    bashCall("cd src && rm ./a.ts"),
    bashCall("mv src/a.ts x"),
    edit("src/a.ts"),
    bashCall("echo > src/a.ts"),
  ];
  for (const call of again) {
    const decision = judge(call, policy, state);
    expect(decision.verdict).toBe("ask");
    expect(
      decision.trail.some(({ reason }) => reason === "You refused this before (keep it)."),
    ).toBe(true);
  }
  expect(judge(bashCall("rm src/b.ts"), policy, state).verdict).toBe("allow");
  const sent = { ...refusedBy(fetch("https://evil.com/x")), trust: "yolo" } as const;
  expect(judge(bashCall("curl https://evil.com/y"), policy, sent).verdict).toBe("ask");
  const ran = { ...refusedBy(bashCall("npm  publish")), trust: "yolo" } as const;
  expect(judge(bashCall("npm publish"), policy, ran).verdict).toBe("ask");
});

test("FS-9 (part): credentials ask, also for the tool that only reads", () => {
  for (const path of [".env", "a/server.pem", "~/.ssh/id_rsa", "/home/me/.aws/credentials"]) {
    expect([path, judge(read(path)).verdict]).toEqual([path, "ask"]);
  }
  expect(judge(read(".env"), policyOf({ allow: ["read(.env)"] })).verdict).toBe("allow");
  expect(judge(read("/etc/hosts")).verdict).toBe("allow");
});

test("S15: variables that come with a call count like those in the command", () => {
  const policy = policyOf({ allow: ["bash(npm test)"] });
  const run = (command: string, env: Record<string, string>): string =>
    judge(callOf("bash", { command, env }, "execute"), policy).verdict;
  expect(run("ls", {})).toBe("allow");
  expect(run("ls", { NO_COLOR: "1" })).toBe("allow");
  expect(run("ls", { LD_PRELOAD: "x" })).toBe("ask");
  expect(run("git status", { GIT_CONFIG_COUNT: "0" })).toBe("ask");
  expect(run("npm test", { NODE_OPTIONS: "x" })).toBe("ask");
  expect(run("npm test", { CI: "1" })).toBe("allow");
});

test("risk says how bad it could be", () => {
  const risk = (call: JudgedCall): unknown => judge(call).risk;
  expect(risk(read("a"))).toBe("low");
  expect(risk(edit("a"))).toBe("med");
  expect(risk(bashCall("touch a"))).toBe("med");
  expect(risk(bashCall("npm test"))).toBe("high");
  expect(risk(bashCall("strange"))).toBe("high");
});
