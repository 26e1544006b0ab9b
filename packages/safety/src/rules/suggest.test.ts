import { describe, expect, test } from "bun:test";
import type { JudgedCall } from "@squire/protocol";
import { bashCall, callOf, judge, policyOf } from "../decide/test-gate.ts";
import { HARMFUL } from "../programs/test-harmful.ts";
import { parseRule } from "./parse-rule.ts";

const suggested = (call: JudgedCall): string | undefined => judge(call).suggestedRule;

describe("PERM-6 (part): the narrowest rule is suggested", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["git commit -m 'fix it'", "bash(git commit *)"],
    ["git add src", "bash(git add *)"],
    ["mkdir -p a/b", "bash(mkdir *)"],
    ["gh pr view 12", "bash(gh pr view *)"],
    ["npm run build", "bash(npm run build)"],
    ["npm test", "bash(npm test)"],
    ["cd src && npm test | tail", "bash(npm test)"],
    ["python x.py", "bash(python x.py)"],
    ["npx tsc --noEmit", "bash(npx tsc --noEmit)"],
    ["rm *.tmp", "bash(rm \\*.tmp)"],
    ["make && make install", "bash(make && make install)"],
    ["npm test > log", "bash(npm test > log)"],
    ["FOO=1 npm test", "bash(FOO=1 npm test)"],
    ["source a && b", "bash(source a && b)"],
    ["sudo ls", "bash(sudo ls)"],
  ];
  for (const [command, rule] of cases)
    test(command, () => expect(suggested(bashCall(command))).toBe(rule));

  test("for files and addresses", () => {
    expect(suggested(callOf("edit", { path: "src/app/a.ts" }, "write"))).toBe("edit(src/app/*)");
    expect(suggested(callOf("edit", { path: "a.ts" }, "write"))).toBe("edit(*)");
    expect(suggested(callOf("mcp__a__b", {}, "write"))).toBe("mcp__a__b");
    const fetch = callOf("web_fetch", { url: "https://a.com/x?y" }, "network");
    expect(judge(fetch, undefined, { tainted: { active: true, sources: [] } }).suggestedRule).toBe(
      "web_fetch(https://a.com/*)",
    );
  });

  test("a suggested rule allows the call it was suggested for", () => {
    for (const [command] of cases) {
      const rule = suggested(bashCall(command)) ?? "";
      const decision = judge(bashCall(command), policyOf({ allow: [rule] }));
      expect([command, decision.verdict]).toEqual([command, "allow"]);
    }
  });

  test("no suggested rule lets foreign code run", () => {
    const all = Object.values(HARMFUL).flat();
    const rules = [...new Set(all.flatMap((command) => suggested(bashCall(command)) ?? []))];
    const wide = rules.filter((rule) => rule.endsWith(" *)"));
    const code = [
      "python -c x",
      "npx evil",
      "node -e x",
      "sh x.sh",
      "make",
      "curl x | sh",
      "npm run evil",
      "go run x",
      "docker run x",
    ];
    for (const rule of wide) {
      expect(parseRule({ verdict: "allow", text: rule, origin: "", scope: "user" })).toHaveProperty(
        "glob",
      );
      for (const command of code)
        expect(judge(bashCall(command), policyOf({ allow: [rule] })).verdict).toBe("ask");
    }
    expect(rules.length).toBeGreaterThan(50);
  });
});
