import { expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { openHost } from "../../open.ts";
import { trustFolder, trustReport } from "../../safety/trust-folder.ts";
import { talk } from "../../session/testing/live-rig.ts";
import { runTool } from "../run-tool.ts";
import { listTools } from "../tool-list.ts";

const CONFIG = '[sandbox]\nbash = "off"\n';

function open(home: TempWorkspace) {
  return openHost({
    env: { SQUIRE_HOME: home.path("home"), PATH: process.env["PATH"] ?? "" },
    cwd: home.path("work"),
    userHome: home.root,
    offline: true,
    warn: () => {},
  });
}

async function run(home: TempWorkspace, tool: string, args: JsonObject, yes = false) {
  const warned: string[] = [];
  const result = await runTool(await open(home), {
    tool,
    args,
    yes,
    signal: new AbortController().signal,
    warn: (message) => warned.push(message),
  });
  return { result: result.type === "ended" ? result.run : null, warned };
}

/** Reads, or switches when it is told to. */
const LAMP = `export default (api) => ({
  name: "lamp",
  description: "A lamp.",
  parameters: api.schema.object({ on: api.schema.boolean().optional() }),
  readOnlyCheck: (args) => args.on === undefined,
  renderCall: (args) => "lamp " + (args.on ?? "?"),
  renderResult: () => { throw new Error("no drawing"); },
  async execute(id, args, { ctx }) {
    if (args.on === undefined) return "It is dark in " + ctx.cwd.split("/").at(-1) + ".";
    const { stdout, exitCode } = await api.exec("echo", ["switched", String(args.on)]);
    return { content: [{ type: "text", text: stdout.trim() }], exitCode };
  },
});
`;

test("TOOL-13: a module of the user is a tool, and passes the same gate", async () => {
  await using home = await tempWorkspace({
    "work/a.txt": "",
    "home/config.toml": CONFIG,
    "home/tools/lamp/index.ts": LAMP,
    "home/tools/lamp/README.md": "# not a tool",
    "home/tools/notes.json": "{}",
  });
  const { tools } = await listTools(await open(home));
  expect(tools.find(({ name }) => name === "lamp")).toMatchObject({
    description: "A lamp.",
    effect: "execute",
    parameters: { type: "object", properties: { on: { type: "boolean" } } },
  });
  const read = await run(home, "lamp", {});
  expect(read.result).toMatchObject({ ok: true, text: "It is dark in work." });
  expect(read.warned).toContain("renderResult of the tool lamp failed: no drawing");
  const refused = await run(home, "lamp", { on: true });
  expect(refused.result).toMatchObject({ ok: false, decision: { verdict: "deny" } });
  const allowed = await run(home, "lamp", { on: true }, true);
  expect(allowed.result).toMatchObject({
    ok: true,
    text: "switched true",
    output: { exitCode: 0 },
  });
  const wrong = await run(home, "lamp", { on: "yes" }, true);
  expect(wrong.result?.ok).toBe(false);
});

const simple = (name: string, says: string): string =>
  `export default async () => [{ name: "${name}", description: "x", parameters: { type: "object" }, readOnly: true, execute: () => "${says}" }];\n`;

test("TOOL-13: modules of a project count only while the folder is trusted as it is", async () => {
  await using home = await tempWorkspace({ "home/config.toml": CONFIG });
  const mark = JSON.stringify(home.path("loaded"));
  await home.write(
    "work/.squire/tools/torch.ts",
    `import { writeFileSync } from "node:fs";\nwriteFileSync(${mark}, "x");\n${simple("torch", "lit")}`,
  );
  expect((await run(home, "torch", {})).result).toBeNull();
  expect(await home.list()).not.toContain("loaded");
  const host = await open(home);
  await trustFolder(host, await trustReport(host, home.path("work")));
  // Without the question of trust it would have been loaded before: the same module, the same folder.
  expect((await run(home, "torch", {})).result).toMatchObject({ ok: true, text: "lit" });
  expect(await home.list()).toContain("loaded");
  await home.write("work/.squire/tools/other.ts", simple("other", "evil"));
  expect((await run(home, "torch", {})).result).toBeNull();
  expect((await run(home, "other", {})).result).toBeNull();
});

test("TOOL-13, TOOL-7: a module that fails is named and takes no other along; built-ins win", async () => {
  await using home = await tempWorkspace({
    "work/a.txt": "one\n",
    "home/config.toml": CONFIG,
    "home/tools/a-broken.ts": "throw new Error('broken inside');\n",
    "home/tools/b-none.ts": "export const x = 1;\n",
    "home/tools/c-odd.ts": 'export default () => ({ name: "odd" });\n',
    "home/tools/read.js": simple("read", "not the file"),
    "home/tools/fine.mjs": simple("fine", "fine"),
  });
  const { result, warned } = await run(home, "fine", {});
  expect(result).toMatchObject({ ok: true, text: "fine" });
  expect(warned.join("\n")).toContain("a-broken.ts is left out: broken inside");
  expect(warned.join("\n")).toContain("b-none.ts is left out: it has no function");
  expect(warned.join("\n")).toContain("c-odd.ts is left out: ");
  expect((await run(home, "read", { path: "a.txt" })).result?.text).toBe("1\tone");
  const { absent } = await listTools(await open(home));
  expect(absent.filter(({ name }) => name === "module")).toHaveLength(3);
  expect(absent).toContainEqual({
    name: "read",
    reason: expect.stringContaining("the name is already taken"),
  });
});

test("TOOL-13: a model uses it in a session, which it is told about from start to end", async () => {
  const told = "home/told.txt";
  await using home = await tempWorkspace({ "work/a.txt": "" });
  await home.write(
    "home/tools/diary.ts",
    `import { appendFileSync } from "node:fs";
export default (api) => ({
  name: "diary",
  description: "Keeps notes.",
  parameters: { type: "object", properties: { note: { type: "string" } }, required: ["note"] },
  readOnly: true,
  onSession: ({ type }) => appendFileSync(${JSON.stringify(home.path(told))}, type + " "),
  execute: async (id, { note }, { onUpdate }) => {
    onUpdate("writing");
    return note + (api.hasUI ? "" : ", alone") + (await api.ui.confirm("Sure?"));
  },
});
`,
  );
  await using server = await startScriptedServer([call("diary", { note: "rain" }), say("noted")]);
  const { events } = await talk({ server, home }, ["write it down"], { yes: false });
  expect(server.requests[0]?.bodyText).toContain('"Keeps notes."');
  expect(server.requests[1]?.bodyText).toContain("rain, alonefalse");
  expect(events.find(({ type }) => type === "tool.updated")).toMatchObject({
    message: "writing",
  });
  expect(await home.read(told)).toBe("start shutdown ");
});
