import { expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { symlink } from "node:fs/promises";
import { tempWorkspace } from "@squire/testkit";
import { checkMentions } from "./check-mentions.ts";

test("LOOP-25: a place is there, or it is not", async () => {
  await using outside = await tempWorkspace({ "secret.ts": "s\n" });
  await using dir = await tempWorkspace({ "src/a.ts": "one\r\ntwo\nthree", "b.md": "x\n" });
  await symlink(outside.root, dir.path("link"));
  const answer = "src/a.ts:2-3, src/a.ts:4, b.md:1, b.md:2, no/such.ts:1, link/secret.ts:1, b.md:0";
  const checked = await checkMentions(answer, dir.root);
  expect(
    checked.map(({ citation }) => `${citation.source}:${citation.line} ${citation.status}`),
  ).toEqual([
    "src/a.ts:2 verified",
    "src/a.ts:4 missing",
    "b.md:1 verified",
    "b.md:2 missing",
    "no/such.ts:1 missing",
    "link/secret.ts:1 missing",
    "b.md:1 missing",
  ]);
  expect(checked[0]?.citation).toMatchObject({ n: 1, quote: "two\nthree", start: 5, end: 14 });
  expect(checked[0]?.citation.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("LOOP-25 (part): a folder whose name begins with two dots lies inside all the same", async () => {
  await using dir = await tempWorkspace({ "..kept/a.ts": "one\n" });
  await symlink(dir.path("..kept"), dir.path("kept"));
  const [checked] = await checkMentions("See kept/a.ts:1.", dir.root);
  expect(checked?.citation.status).toBe("verified");
});

test("LOOP-25: a pipe that an answer names is not waited for", async () => {
  if (process.platform === "win32") return;
  await using dir = await tempWorkspace();
  execFileSync("mkfifo", [dir.path("pipe.ts")]);
  const [checked] = await checkMentions("See pipe.ts:1.", dir.root);
  expect(checked?.citation.status).toBe("missing");
});
