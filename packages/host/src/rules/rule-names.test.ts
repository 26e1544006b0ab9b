import { expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { inspectFolder } from "@squire/safety";
import { tempWorkspace } from "@squire/testkit";
import { openHost } from "../open.ts";
import { folderTrust } from "../safety/folder-trust.ts";
import { loadRules } from "./load-rules.ts";
import { namesIn } from "./rule-names.ts";

const MARKDOWN = /\.md$/;

test("MEM-8 (part): a link in the place of a rules folder is named and not followed, trusted or not", async () => {
  if (process.platform === "win32") return;
  await using home = await tempWorkspace({
    "outside/private-plans.md": "OUTSIDE",
    "outside/rules/private-too.md": "OUTSIDE",
    "work/.squire/instructions/a.md": "inside",
  });
  symlinkSync(home.path("outside"), home.path("work/.squire/rules"));
  symlinkSync(home.path("outside"), home.path("work/.claude"));
  mkdirSync(home.path("work/.git"));
  const load = async () =>
    loadRules(
      await openHost({
        env: { SQUIRE_HOME: home.path("home"), HOME: home.root },
        cwd: home.path("work"),
        userHome: home.root,
        offline: true,
        warn: () => {},
      }),
    );
  const links = [".squire/rules", ".claude"];
  const before = await load();
  expect(before.rules).toEqual([]);
  expect(before.untrusted.toSorted()).toEqual([...links, ".squire/instructions/a.md"].toSorted());
  await folderTrust(home.path("home")).grant(await inspectFolder(home.path("work")));
  const { rules, problems } = await load();
  expect(rules.map(({ path }) => path)).toEqual([".squire/instructions/a.md"]);
  expect(problems).toHaveLength(2);
  for (const link of links)
    expect(problems.join("\n")).toContain(`The rule ${link} is passed over`);
  expect(JSON.stringify([before, rules, problems])).not.toMatch(/private|OUTSIDE/);
});

test("MEM-8 (part): a folder out of all proportion is passed over, and of many files the first count", async () => {
  if (process.platform === "win32") return;
  const many = Array.from({ length: 300 }, (_, at) => [`r/${String(at).padStart(3, "0")}.md`, "x"]);
  await using home = await tempWorkspace(Object.fromEntries(many));
  const names = namesIn(home.path("r"), MARKDOWN);
  expect([names.length, names[0], names.at(-1)]).toEqual([200, "000.md", "199.md"]);
  expect(namesIn(home.path("r"), MARKDOWN, 1)).toEqual([]);
  expect(namesIn(home.path("none"), MARKDOWN)).toEqual([]);
});
