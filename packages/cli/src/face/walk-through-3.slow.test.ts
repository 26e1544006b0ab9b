import { describe, expect, test } from "bun:test";
import { call, reply, say } from "@squire/testkit";
import { facePlace, hasTerminals, leftBehind } from "./testing/face-terminal.ts";

const CODE = "export const limit = 1;\n";
const TEST = "grep -q 'limit = 3' code.ts && echo 'all tests pass'\n";

const edit = (to: string) =>
  call("edit", { path: "code.ts", search: "limit = 1", replace: `limit = ${to}` });

const SCRIPT = [
  call("submit_plan", {
    plan: "# Raise the limit",
    summary: "Raise the limit and test it.",
    steps: [
      { id: "raise", title: "Raise the limit", action: "edit code.ts" },
      { id: "test", title: "Run the tests", action: "sh test.sh", risk: "med" },
    ],
  }),
  reply(say("First the limit."), edit("2")),
  reply(say("Then three."), edit("3")),
  call("bash", { command: "sh test.sh" }),
  say("The limit is three and the tests pass."),
];

describe.if(hasTerminals)("walk-through 3, in a terminal", () => {
  test("PLAN-1, EDIT-9 (part), PERM-6 (part): plan, approve, reject, the other way, tests by the allowlist, /undo", async () => {
    await using place = await facePlace(SCRIPT, {
      files: { "code.ts": CODE, "test.sh": TEST },
      config: '[permissions]\nallow = ["bash(sh test.sh)"]',
    });
    const face = place.start();
    await face.until("What shall we build?");
    face.enter("/mode plan");
    await face.until("plan · review · mock/m");
    face.enter("raise the limit");
    // The plan with its steps and answers, as a card instead of the composer.
    const plan = await face.until("┌ plan ");
    expect(plan).toContain("Raise the limit and test it.");
    expect(plan).toMatch(/▸ Raise the limit/);
    expect(plan).toMatch(/Run the tests ⚠ med/);
    expect(plan).not.toContain("What shall I plan?");
    // The safest answer is marked, approving is one key away.
    expect(plan).toMatch(/▸ 1 Refine/);
    face.type("\u001b[B");
    await face.until(/▸ 2 Approve/);
    face.enter("");
    await face.until("code · review · mock/m");

    // The first edit is rejected, with a word why.
    const first = await face.until(/replace: limit = 2/);
    expect(first).toContain("┌ edit asks ");
    expect(first).toContain("changes files");
    face.type("\t\t\t\t\r");
    await face.until("why not? ");
    face.enter("two is too low");
    await face.until(/replace: limit = 3/);
    expect(place.work("code.ts")).toBe(CODE);
    expect(face.screen()).toContain("two is too low");
    expect(place.server.requests.at(-1)?.bodyText).toContain("two is too low");

    face.type("\u001b[C\r");
    await face.until("The limit is three and the tests pass.");
    // Nobody was asked for what the allowlist has.
    expect(face.all()).toMatch(/✓ bash \$ sh test\.sh/);
    expect(face.all().split("bash asks").length).toBe(1);
    expect(place.work("code.ts")).toBe("export const limit = 3;\n");

    await face.until("What shall we build?");
    face.enter("/undo");
    await face.until(/took back files and talk/, "all");
    expect(place.work("code.ts")).toBe(CODE);
    face.type("\u0003\u0003");
    expect(await face.ended()).toBe(0);
    expect(leftBehind(face.bytes())).toEqual([]);
  });
});
