import { expect, test } from "bun:test";
import { inspectFolder } from "@squire/safety";
import { call, reply, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ServerScript, TempWorkspace } from "@squire/testkit";
import { openHost } from "../open.ts";
import { loadRules } from "./load-rules.ts";
import { folderTrust } from "../safety/folder-trust.ts";
import { readBack, rerun, talk } from "../session/testing/live-rig.ts";
import type { Opening } from "../session/testing/live-rig.ts";

const FILES = {
  "work/src/a.ts": "one\n",
  "work/src/b.py": "two\n",
  "work/.squire/rules/always.md": "ALWAYS-HELD words",
  "work/.squire/rules/ts.mdc": "---\nglobs: **/*.ts\n---\nTABS-PLEASE in TypeScript",
  "work/.squire/instructions/py.md": "---\napplyTo: '**/*.py'\n---\nSPACES-PLEASE in Python",
  "home/rules/mine.md": "MY-OWN rule",
  "home/rules/broken.md": "---\nglobs: *.ts\nno end",
  "home/config.toml": "",
};

async function trust(home: TempWorkspace): Promise<void> {
  await folderTrust(home.path("home")).grant(await inspectFolder(home.path("work")));
}

type Spoken = { readonly trusted: boolean; readonly settings?: string; readonly opening?: Opening };

async function spoken(
  script: ServerScript,
  prompts: readonly string[],
  { trusted, settings = "", opening = {} }: Spoken,
) {
  await using server = await startScriptedServer(script);
  await using home = await tempWorkspace(FILES);
  if (trusted) await trust(home);
  const rig = { server, home, settings };
  const { id, events } = await talk(rig, prompts, opening);
  const { tree } = await readBack(rig, id);
  const played = await rerun(rig, id);
  return {
    bodies: server.requests.map(({ bodyText }) => bodyText),
    events,
    at: (path: string) => home.path(path),
    entries: tree.branch(),
    played,
  };
}

const READS = [
  reply(call("read", { path: "src/a.ts" }), call("read", { path: "src/b.py" })),
  call("grep", { pattern: "one", path: "src/a.ts" }),
  say("done"),
] as const;

test("MEM-8: a rule with globs loads once, behind the outcomes, when a matching file is touched; the prefix stays as it was", async () => {
  const { bodies, entries, played } = await spoken([...READS], ["go"], { trusted: true });
  const [first = "", second = "", third = ""] = bodies;
  expect(first).toContain("ALWAYS-HELD");
  expect(first).toContain("MY-OWN");
  expect(first).not.toContain("PLEASE");
  for (const words of ["TABS-PLEASE", "SPACES-PLEASE"]) {
    expect(second.split(words)).toHaveLength(2);
    expect(third.split(words)).toHaveLength(2);
  }
  expect(second).toContain(".squire/rules/ts.mdc, for **/*.ts");
  // Invariant 1: what was sent stands at the beginning of what is sent next.
  const systemOf = (body: string): string => JSON.stringify(JSON.parse(body).system);
  expect(systemOf(second)).toBe(systemOf(first));
  expect(systemOf(third)).toBe(systemOf(first));
  const types = entries.map(({ type }) => type);
  expect(types.filter((type) => type === "prefix")).toHaveLength(1);
  const rule = entries.findIndex((one) => one.type === "context" && one.topic.startsWith("rule "));
  expect(types.slice(rule - 2, rule)).toEqual(["tool_result", "tool_result"]);
  expect(played).toEqual({ identical: true, steps: 3 });
});

test("MEM-8: twin: of a folder that is not trusted no rule reaches the model, only the user's own", async () => {
  const { bodies } = await spoken([...READS], ["go"], { trusted: false });
  const all = bodies.join("\n");
  expect(bodies).toHaveLength(3);
  expect(all).not.toContain("ALWAYS-HELD");
  expect(all).not.toContain("PLEASE");
  expect(all).toContain("MY-OWN");
});

test("MEM-8 (part): nothing loads for a file that was not touched, a call that was denied, or with memory off", async () => {
  const script = [reply(call("read", { path: "../outside.ts" })), say("done")];
  expect((await spoken(script, ["go"], { trusted: true })).bodies.join()).not.toContain("PLEASE");
  const write = [call("write", { path: "src/new.ts", content: "x" }), say("done")];
  const denied = await spoken(write, ["go"], { trusted: true, opening: { yes: false } });
  expect(denied.bodies.join()).not.toContain("TABS-PLEASE");
  const done = await spoken(write, ["go"], { trusted: true });
  expect(done.bodies.join()).toContain("TABS-PLEASE");
  const off = await spoken([...READS], ["go"], {
    trusted: true,
    settings: "[memory]\nenabled = false\n",
  });
  expect(off.bodies.join()).not.toMatch(/PLEASE|ALWAYS-HELD|MY-OWN/);
});

test("MEM-8 (part): a rule to be asked for is named so that read finds it, wherever Squire's folder lies", async () => {
  const front = (about: string): string => `---\nalwaysApply: false\ndescription: ${about}\n---\n`;
  await using home = await tempWorkspace({
    ...FILES,
    "work/.git/HEAD": "ref: x\n",
    "work/.squire/rules/theirs.md": `${front("how they log")}THEIR-BODY`,
    "home/rules/asked.md": `${front("how I log")}MY-BODY`,
  });
  await trust(home);
  const [mine, theirs] = [
    home.path("home/rules/asked.md"),
    home.path("work/.squire/rules/theirs.md"),
  ];
  const reads = reply(call("read", { path: mine }), call("read", { path: theirs }));
  await using server = await startScriptedServer([reads, say("done")]);
  await talk({ server, home }, ["go"], { yes: false });
  const [first = "", second = ""] = server.requests.map(({ bodyText }) => bodyText);
  expect(first).toContain(`- ${mine}: how I log`);
  expect(first).toContain(`- ${theirs}: how they log`);
  expect(first).not.toContain("-BODY");
  expect(second).toContain("MY-BODY");
  expect(second).toContain("THEIR-BODY");
});

test("MEM-8 (part): a user's rule is shown as he knows it", async () => {
  await using home = await tempWorkspace({
    "work/a.ts": "",
    "home/rules/a.md": "x",
    ".claude/rules/b.md": "y",
  });
  const paths = async (env: Readonly<Record<string, string>>) => {
    const host = await openHost({
      env,
      cwd: home.path("work"),
      userHome: home.root,
      offline: true,
      warn: () => {},
    });
    return (await loadRules(host)).rules.map(({ path, file }) => [path, file]);
  };
  const SQUIRE_HOME = home.path("home");
  const [a, b] = [home.path("home/rules/a.md"), home.path(".claude/rules/b.md")];
  expect(await paths({ SQUIRE_HOME, HOME: home.root })).toEqual([
    ["~/home/rules/a.md", a],
    ["~/.claude/rules/b.md", b],
  ]);
  expect(await paths({ SQUIRE_HOME, HOME: home.path("work") })).toEqual([[a, a]]);
});

test("MEM-8 (part): a file whose front matter is malformed is named and passed over", async () => {
  const { events, at } = await spoken([say("done")], ["go"], { trusted: true });
  const told = events.filter((event) => event.type === "warning.raised");
  expect(told).toEqual([
    {
      type: "warning.raised",
      code: "rule.unread",
      message: `The rule ${at("home/rules/broken.md")} is passed over: the front matter has no end: a line --- is missing.`,
    },
  ]);
});

test("MEM-8 (part): a rule changed after the folder was trusted has no effect, and other tools' rules can be left out", async () => {
  await using server = await startScriptedServer([say("one"), say("two"), say("three")]);
  await using home = await tempWorkspace({ ...FILES, "work/.claude/rules/c.md": "FOREIGN words" });
  await trust(home);
  const rig = { server, home };
  await talk(rig, ["go"]);
  await talk({ ...rig, settings: '[discovery]\nsources = ["squire"]\n' }, ["go"]);
  await home.write("work/.squire/rules/always.md", "CHANGED words");
  await talk(rig, ["go"]);
  const [first, second, third] = server.requests.map(({ bodyText }) => bodyText);
  expect(first).toContain("FOREIGN words");
  expect(second).not.toContain("FOREIGN");
  expect(second).toContain("ALWAYS-HELD");
  expect(third).not.toMatch(/CHANGED|ALWAYS-HELD|FOREIGN/);
});
