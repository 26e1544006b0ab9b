import { expect, test } from "bun:test";
import type { JudgedCall } from "@squire/protocol";
import { judge, policyOf } from "./test-gate.ts";

const patch = (...paths: readonly string[]): JudgedCall => ({
  callId: "c1",
  name: "edit",
  args: { patch: "*** Begin Patch …" },
  effect: "write",
  subject: paths.join("\n"),
  summary: "patch",
  requiresApproval: false,
});

test("PERM-5 (part): every file of a patch is held against the rules", () => {
  const policy = policyOf({ deny: ["edit(secret/**)"], allow: ["edit(src/**)"] });
  expect(judge(patch("src/a.ts", "src/b.ts"), policy).verdict).toBe("allow");
  expect(judge(patch("src/a.ts", "secret/b.ts"), policy).verdict).toBe("deny");
  expect(judge(patch("src/a.ts", "other.ts"), policy).verdict).toBe("ask");
  const open = policyOf({ allow: ["edit"] });
  const outside = judge(patch("src/a.ts", "/etc/hosts"), open, { trust: "auto" });
  expect(outside.verdict).not.toBe("allow");
  expect(judge(patch("src/a.ts", ".git/hooks/pre-commit"), open).verdict).not.toBe("allow");
});
