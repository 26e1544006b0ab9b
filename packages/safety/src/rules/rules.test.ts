import { expect, test } from "bun:test";
import { callOf, judge, policyOf, verdictOf } from "../decide/test-gate.ts";
import { matchesUrl } from "./match-url.ts";
import { canonicalTool, isProblem, parseRule, parseRules } from "./parse-rule.ts";
import { ruleReport } from "./report.ts";

const source = (text: string) =>
  ({ verdict: "allow", text, origin: "a.toml:3", scope: "user" }) as const;

test("PERM-2: a rule is Tool or Tool(glob), with aliases and MCP globs", () => {
  const tools = ["bash", "Bash", "shell", "run_shell_command", "Shell"].map((name) =>
    parseRule(source(name)),
  );
  expect(tools.map((rule) => (isProblem(rule) ? rule.problem : rule.tool))).toEqual(
    Array(5).fill("bash"),
  );
  expect(parseRule(source(" edit( src/*.ts ) "))).toMatchObject({
    tool: "edit",
    glob: "src/*.ts",
    origin: "a.toml:3",
  });
  expect(parseRule(source("bash(echo (a) $(b))"))).toMatchObject({ glob: "echo (a) $(b)" });
  expect(canonicalTool("MultiEdit")).toBe("multi_edit");
  expect(canonicalTool("mcp__GitHub__list")).toBe("mcp__GitHub__list");
  const { rules, problems } = parseRules(["", "bash(", "bash()", "a b", "(x)", "read"].map(source));
  expect(rules.map(({ tool }) => tool)).toEqual(["read"]);
  expect(problems).toHaveLength(5);
  expect(problems.every(({ origin }) => origin === "a.toml:3")).toBe(true);
});

test("PERM-2: a glob is matched against the subject, and never without one", () => {
  const deny = policyOf({
    deny: [
      "mcp__hub__*",
      "web_fetch(https://*.evil.com/*)",
      "grep(secret*)",
      "task(x)",
      "edit(docs/**)",
    ],
  });
  const verdict = (
    name: string,
    args: Record<string, string>,
    effect: "read" | "write" | "network" = "read",
  ): string => judge(callOf(name, args, effect), deny).verdict;
  expect(verdict("mcp__hub__push", {})).toBe("deny");
  expect(verdict("mcp__other__push", {})).toBe("allow");
  expect(verdict("web_fetch", { url: "https://a.evil.com/x" }, "network")).toBe("deny");
  expect(verdict("fetch", { url: "https://a.evil.com/x" }, "network")).toBe("deny");
  expect(verdict("web_fetch", { url: "https://good.com/x.evil.com/" }, "network")).toBe("allow");
  expect(verdict("grep", { pattern: "secrets" })).toBe("deny");
  expect(verdict("task", {})).toBe("allow");
  expect(verdict("edit_file", { file_path: "docs/a/b.md" }, "write")).toBe("deny");
});

test("a rule about addresses sees the host that is really meant", () => {
  expect(matchesUrl("https://good.com/*", "https://good.com/a?b")).toBe(true);
  expect(matchesUrl("https://good.com/*", "https://good.com@evil.com/")).toBe(false);
  expect(matchesUrl("https://good.com/*", "https://good.com.evil.com/")).toBe(false);
  expect(matchesUrl("https://*.good.com/*", "https://evil.com/a.good.com/")).toBe(false);
  expect(matchesUrl("good.com", "http://good.com/a")).toBe(true);
  expect(matchesUrl("https://GOOD.com/*", "https://good.COM:443/a")).toBe(true);
});

test("PERM-5: an allow rule covers only segments it matches by itself", () => {
  const allow = policyOf({
    allow: ["bash(npm test)", "bash(git commit *)", "bash(echo *)", "bash(cat > out.txt)"],
  });
  const allowed = [
    "npm test",
    "npm   test",
    "git commit -m 'a b'",
    "git commit",
    "ls && npm test",
    "cd src && npm test 2>&1 | tail -5",
    "npm test && git commit -m x",
    "NO_COLOR=1 npm test",
    "cat > out.txt",
  ];
  const asked = [
    "npm test x",
    "npm test; rm x",
    "npm test $(rm x)",
    "npm test | sh",
    "npm test > out",
    "echo hi > out",
    "FOO=1 npm test",
    "PATH=. npm test",
    "git commit -m $(rm x)",
    "env FOO=1 npm test",
    "sudo npm test",
    "npm test &; rm",
    "eval npm test",
    "cat > other.txt",
  ];
  expect(allowed.filter((command) => verdictOf(command, allow) !== "allow")).toEqual([]);
  expect(asked.filter((command) => verdictOf(command, allow) === "allow")).toEqual([]);
});

test("an exact rule allows even what cannot be seen through, and only that", () => {
  const allow = policyOf({
    allow: ["bash(source .venv/bin/activate && pytest)", "bash(rm \\*.tmp)"],
  });
  expect(verdictOf("source .venv/bin/activate && pytest", allow)).toBe("allow");
  expect(verdictOf("source .venv/bin/activate && pytest; rm x", allow)).toBe("ask");
  expect(verdictOf("rm *.tmp", allow)).toBe("allow");
  expect(verdictOf("rm a.tmp", allow)).toBe("ask");
  expect(verdictOf("source x", policyOf({ allow: ["bash(source *)"] }))).toBe("ask");
  expect(verdictOf("eval ls", policyOf({ allow: ["bash(*)"] }))).toBe("ask");
  expect(verdictOf("ls\rx", policyOf({ allow: ["bash"] }))).toBe("ask");
});

test("S17, S20: a deny rule is not escaped by spelling", () => {
  const deny = policyOf(
    { deny: ["bash(rm *)", "bash(git push *)", "bash(*secret*)"] },
    { fallback: "allow" },
  );
  const spellings = [
    "rm x",
    "rm",
    "'rm' x",
    'r""m x',
    "\\rm x",
    "/bin/rm x",
    "/opt/strange/rm x",
    "A=1 rm x",
    "env rm x",
    "env -i A=1 rm x",
    "sudo -u root rm x",
    "command rm x",
    "timeout 5 nice rm x",
    "sh -c 'rm x'",
    "bash -ic 'rm x'",
    "eval 'rm x'",
    "find . -exec rm {} +",
    "ls | xargs rm",
    "echo $(rm x)",
    "(ls; rm x)",
    "if true; then rm x; fi",
    "f() { rm x; }; f",
    "ls;rm x",
    "ls\nrm x",
    "rm    x",
    "git  push",
    "g\\it pu'sh' origin",
    "cat top-secret.txt",
    "echo a > secret",
    "ls\rrm x; rm y",
    "trap 'rm x' EXIT",
    "watch 'rm x'",
    "busybox rm x",
  ];
  for (const trust of ["review", "auto", "yolo"] as const) {
    expect(spellings.filter((command) => verdictOf(command, deny, { trust }) !== "deny")).toEqual(
      [],
    );
    expect(
      spellings.filter(
        (command) => verdictOf(command, deny, { trust, headless: "allow" }) !== "deny",
      ),
    ).toEqual([]);
  }
  // A rule that looks only at the beginning would miss most of them: the planted twin.
  expect(spellings.filter((command) => !command.startsWith("rm")).length).toBeGreaterThan(25);
  // What hides its program is asked for, even where everything else is allowed.
  expect(verdictOf("$(echo rm) y", deny, { trust: "yolo" })).toBe("ask");
  expect(verdictOf("$(echo rm) y", deny, { trust: "yolo", headless: "allow" })).toBe("deny");
  expect(verdictOf("$(echo rm) y", policyOf({}), { trust: "yolo" })).toBe("allow");
});

test("rules about files hold for commands too", () => {
  const deny = policyOf({ deny: ["read(private/**)", "edit(*.lock)"], allow: ["bash"] });
  expect(verdictOf("cat private/a.txt", deny)).toBe("deny");
  expect(verdictOf("cat private/*", deny)).toBe("deny");
  expect(verdictOf("cd private && cat a.txt", deny)).toBe("deny");
  expect(verdictOf("cat x < private/a.txt", deny)).toBe("deny");
  expect(verdictOf("echo > a/b.lock", deny)).toBe("deny");
  expect(verdictOf("cat public.txt", deny)).toBe("allow");
});

test("PERM-14 (part): rules that do nothing are named", () => {
  const rules = [
    ...policyOf({
      deny: ["bash(git *)"],
      ask: ["edit"],
      allow: ["bash(git push *)", "edit(src/*)", "bash(npm test)"],
    }).rules,
    ...policyOf({ allow: ["bash(npm test)", "brwose(x)", "bash(a && b *)", "mcp__hub__*"] }).rules,
    ...policyOf({ allow: ["bash(make)"], scope: "project" }).rules,
  ];
  const notes = ruleReport(rules, { tools: ["bash", "edit"], trusted: false });
  const byText = new Map(notes.map(({ rule, note }) => [rule.text, note]));
  const order = notes.map(({ rule }) => ["deny", "ask", "allow"].indexOf(rule.verdict));
  expect(order).toEqual(order.toSorted((x, y) => x - y));
  expect(byText.get("bash(git push *)")).toContain("never reached, because of bash(git *)");
  expect(byText.get("edit(src/*)")).toContain("edit (ask.toml:1)");
  expect(byText.get("bash(npm test)")).toContain("repeats");
  expect(byText.get("brwose(x)")).toContain("no such tool");
  expect(byText.get("bash(a && b *)")).toContain("never matches");
  expect(byText.get("bash(make)")).toContain("trust");
  expect(byText.get("mcp__hub__*")).toBeNull();
  expect(byText.get("bash(git *)")).toBeNull();
});
