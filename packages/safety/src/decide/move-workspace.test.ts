import { expect, test } from "bun:test";
import { callOf, judge, policyOf } from "./test-gate.ts";

const move = {
  ...callOf("change_workspace", { path: "/home/me" }, "execute"),
  requiresApproval: true,
};

test("S21: the model cannot move the workspace, whatever was let through beforehand", () => {
  expect(judge(move).verdict).toBe("ask");
  expect(judge(move, undefined, { headless: "allow" }).verdict).toBe("ask");
  expect(judge(move, undefined, { trust: "yolo" }).verdict).toBe("ask");
  expect(judge(move, policyOf({ allow: ["change_workspace"] })).verdict).toBe("ask");
  expect(judge(move, undefined, { headless: "deny" }).verdict).toBe("deny");
});
