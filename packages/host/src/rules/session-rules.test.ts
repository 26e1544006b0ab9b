import { expect, test } from "bun:test";
import type { AnsweredCall } from "@squire/agent";
import type { FileRule } from "@squire/memory";
import { contextView } from "@squire/session";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { sessionStore } from "../sessions.ts";
import { rulesInView, rulesOnCalls } from "./session-rules.ts";

const RULE: FileRule = {
  path: ".squire/rules/ts.md",
  file: "/repo/.squire/rules/ts.md",
  owner: "project",
  when: { type: "touched", globs: ["src/**/*.ts"] },
  description: "",
  body: "use tabs",
};

function callOn(path: string, more: Partial<AnsweredCall> = {}): AnsweredCall {
  return { name: "read", args: { path }, ending: "ran", ...more };
}

async function rigged(rules: readonly FileRule[] = [RULE]) {
  const home = await tempWorkspace({});
  const session = sessionStore(home.path("home")).createEphemeral({ cwd: home.root });
  const hidden = new Set<string>();
  const view = () => {
    const whole = contextView(session.tree.view());
    return { ...whole, sources: whole.sources.filter((id) => !hidden.has(id)) };
  };
  const root = home.root;
  const touched = () => Promise.resolve([]);
  const facts = rulesOnCalls({ rules, session, view, root, cwd: () => root, touched });
  const told = async (...calls: readonly AnsweredCall[]): Promise<readonly string[]> => {
    const found = (await facts?.(calls)) ?? [];
    for (const { topic, text } of found) {
      await session.append({ type: "context", topic, text });
    }
    return found.map(({ topic }) => topic);
  };
  return {
    session,
    view,
    told,
    hideAll: () => {
      for (const { id } of session.tree.view()) hidden.add(id);
    },
    [Symbol.asyncDispose]: async () => {
      await session.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

test("MEM-8 (part): a rule is told once, and again when a compaction has taken it out of view", async () => {
  await using rig = await rigged();
  expect(await rig.told(callOn("README.md"))).toEqual([]);
  expect(await rig.told(callOn("src/a.ts"), callOn("src/b/c.ts"))).toEqual([
    "rule .squire/rules/ts.md",
  ]);
  expect(await rig.told(callOn("src/a.ts"))).toEqual([]);
  expect(rulesInView(rig)).toEqual([".squire/rules/ts.md"]);
  rig.hideAll();
  expect(rulesInView(rig)).toEqual([]);
  expect(await rig.told(callOn("src/a.ts"))).toHaveLength(1);
});

test("MEM-8 (part): what was denied, lies outside or is an address touches no file; what a call has changed does", async () => {
  await using rig = await rigged();
  for (const ending of ["denied", "refused", "invalid", "interrupted", "lost"] as const) {
    expect(await rig.told(callOn("src/a.ts", { ending }))).toEqual([]);
  }
  expect(await rig.told(callOn("../src/a.ts"), callOn("https://x.example/src/a.ts"))).toEqual([]);
  expect(
    await rig.told(callOn(".", { name: "bash", args: {}, changedFiles: ["src/a.ts"] })),
  ).toHaveLength(1);
});

test("MEM-8 (part): a name that begins with two dots lies inside all the same", async () => {
  const about = { type: "touched", globs: ["..drafts/*.ts"] } as const;
  await using rig = await rigged([{ ...RULE, when: about }]);
  expect(await rig.told(callOn("../drafts/a.ts"), callOn("."))).toEqual([]);
  expect(await rig.told(callOn("..drafts/a.ts"))).toHaveLength(1);
});

test("MEM-8 (part): whatever is called, no rule is told twice and none that does not fit", async () => {
  const path = fc.constantFrom(
    "src/a.ts",
    "src/b.py",
    "docs/x.md",
    "a.ts",
    "src/deep/er.ts",
    "..",
    "",
  );
  const glob = fc.constantFrom("*.ts", "src/**", "docs/*", "**/*.py", "none");
  await fc.assert(
    fc.asyncProperty(
      fc.array(glob, { maxLength: 4 }),
      fc.array(path, { maxLength: 8 }),
      async (globs, paths) => {
        const rules = globs.map((one, at): FileRule => {
          return { ...RULE, path: `r${at}.md`, when: { type: "touched", globs: [one] } };
        });
        await using rig = await rigged(rules);
        const all: string[] = [];
        for (const one of paths) all.push(...(await rig.told(callOn(one))));
        expect(new Set(all).size).toBe(all.length);
        for (const topic of all) expect(globs[Number(/r(\d)/.exec(topic)?.[1])]).not.toBe("none");
      },
    ),
    { numRuns: 30 },
  );
});
