import { expect, test } from "bun:test";
import { POLICY, policyOf, STATE } from "./test-gate.ts";
import { unattended } from "./unattended.ts";

const TOOLS = [
  { name: "read", effect: "read", requiresApproval: false },
  { name: "deploy", effect: "execute", requiresApproval: true },
] as const;

test("what could run unattended is what the gate would let pass", () => {
  const verdicts = (trust: "review" | "auto" | "yolo"): Record<string, string> => {
    const { deeds } = unattended(POLICY, { ...STATE, trust }, []);
    return Object.fromEntries(deeds.map(({ deed, verdict }) => [deed, verdict]));
  };
  expect(verdicts("review")).toMatchObject({
    "read a file of the workspace": "allow",
    "change a file of the workspace": "ask",
    "change a file elsewhere": "deny",
    "run a command that only reads": "allow",
    "run the project's code": "ask",
  });
  expect(verdicts("auto")["change a file of the workspace"]).toBe("allow");
  expect(verdicts("yolo")).toMatchObject({
    "run any code": "allow",
    "change a file that decides what may run": "ask",
    "change a file elsewhere": "deny",
  });
});

test("tools, programs and rules are listed with reasons", () => {
  const policy = policyOf({ allow: ["bash(npm test)"], deny: ["read"] });
  const listed = unattended(policy, STATE, TOOLS);
  expect(listed.tools).toEqual([
    { name: "read", verdict: "deny", why: "The rule read forbids it." },
    { name: "deploy", verdict: "ask", why: "deploy always asks." },
  ]);
  expect(listed.programs).toContain("ls");
  expect(listed.programs).not.toContain("rm");
  expect(listed.rules).toEqual([{ rule: "bash(npm test)", origin: "allow.toml:1" }]);
  expect(unattended({ ...policy, strict: true }, STATE, []).programs).toEqual([]);
});
