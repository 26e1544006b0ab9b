import { expect, test } from "bun:test";
import type { JsonObject } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { runCommand } from "./commands/run.ts";
import { fakeIo, invoke } from "./testing/fake-io.ts";

const CANARY = "canary-of-a-detour";

type Tried = { readonly home: TempWorkspace; readonly shown: string };

/** One call after the other; gives what the model was shown of all of them. */
async function tried(
  home: TempWorkspace,
  calls: readonly (readonly [string, JsonObject])[],
  { flags = [], settings = "" }: { readonly flags?: readonly string[]; readonly settings?: string },
): Promise<Tried> {
  await using server = await startScriptedServer([
    ...calls.map(([name, args]) => call(name, args)),
    say("Done."),
  ]);
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n[tools]\nenabled = ["all"]\n${settings}`;
  await home.write("home/config.toml", config);
  const env = { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" };
  const io = fakeIo({ cwd: home.path("work"), env });
  await runCommand(invoke("run", "go", ...flags), io);
  server.assertDone();
  return { home, shown: server.requests.at(-1)?.bodyText ?? "" };
}

const rewrite = {
  rules: [{ pattern: '"one"', rewrite: '"two"' }],
  lang: "json",
  glob: ".vscode/*.json",
};

for (const flags of [["--trust", "auto"], ["--yes"]]) {
  test(`RSLV-4, S25: a control file that a pattern finds is not changed with ${flags.join(" ")}`, async () => {
    const text = '{ "a": "one" }\n';
    await using home = await tempWorkspace({ "work/.vscode/settings.json": text });
    const apply = { action: "apply", reason: "" };
    const calls = [["ast_edit", rewrite] as const, ["resolve", apply] as const];
    const { shown } = await tried(home, calls, { flags });
    expect(shown).toContain("Preview of 1 replacements");
    expect(shown).toContain("decides what may run");
    expect(await home.read("work/.vscode/settings.json")).toBe(text);
  });
}

test("RSLV-4: a rule for one file holds when several are changed together", async () => {
  const files = { "work/a.json": '{ "a": "one" }\n', "work/kept.json": '{ "a": "one" }\n' };
  await using home = await tempWorkspace(files);
  const calls = [
    ["ast_edit", { ...rewrite, glob: "*.json" }] as const,
    ["resolve", { action: "apply", reason: "" }] as const,
  ];
  const settings = '[permissions]\ndeny = ["edit(kept.json)"]\n';
  const { shown } = await tried(home, calls, { flags: ["--yes"], settings });
  expect(shown).toContain("Nothing was applied: kept.json may not be changed this way");
  expect(await home.read("work/a.json")).toBe(files["work/a.json"]);
  expect(await home.read("work/kept.json")).toBe(files["work/kept.json"]);
});

test("FS-9 (part): a part of a file with credentials, or the file under another name, is not shown unasked", async () => {
  await using home = await tempWorkspace({
    "work/.env": `PLAIN=${CANARY}\n`,
    "work/deploy.pem": `${CANARY}\n`,
  });
  const calls = [
    ["read", { path: ".env:1-5" }],
    ["read", { path: "./deploy.pem:1" }],
    ["move", { from: ".env", to: "plain.txt" }],
    ["read", { path: "plain.txt" }],
    ["grep", { pattern: "canary", path: "." }],
  ] as const;
  const { shown } = await tried(home, calls, { flags: ["--trust", "auto"] });
  expect(shown).not.toContain(CANARY);
  expect(await home.list()).toContain("work/.env");
});

test("PERM-3 (part): what a rule keeps from reading is not found by a search", async () => {
  await using home = await tempWorkspace({
    "work/private/plan.md": `${CANARY}\n`,
    "work/open.md": "canary of another kind\n",
  });
  const settings = '[permissions]\ndeny = ["read(private/**)"]\n';
  const calls = [["grep", { pattern: "canary" }] as const];
  const { shown } = await tried(home, calls, { settings });
  expect(shown).toContain("canary of another kind");
  expect(shown).not.toContain(CANARY);
});
