import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import type { Prompter } from "../prompt.ts";
import { invoke } from "../testing/fake-io.ts";
import { ioAt } from "../testing/folder.ts";
import { showCommand } from "./audit.ts";
import { trustCommand } from "./trust.ts";

async function trust(
  home: TempWorkspace,
  argv: readonly string[],
  prompter: Prompter | null = null,
) {
  const io = ioAt(home);
  const code = await trustCommand(invoke("trust", ...argv), io, prompter);
  return { code, out: io.out(), err: io.err() };
}

function person(answer: string): Prompter {
  const say = (): Promise<string> => Promise.resolve(answer);
  return { ask: say, askSecret: say };
}

const FILES = {
  "work/.env": "A=1\n",
  "work/.squire/hooks/x.sh": "echo\n",
  "work/AGENTS.md": "be nice\n",
};

test("PERM-17: shows what would take effect, needs a yes, and is asked again after a change", async () => {
  await using home = await tempWorkspace(FILES);
  const shown = await trust(home, []);
  expect(shown).toMatchObject({ code: 3 });
  for (const part of ["not trusted", ".env", "hook", ".squire/hooks/x.sh", "AGENTS.md"]) {
    expect(shown.out).toContain(part);
  }
  expect(shown.err).toContain("--yes");
  expect((await trust(home, [], person("n"))).code).toBe(3);
  expect((await trust(home, [], person("y"))).code).toBe(0);
  expect(JSON.parse((await trust(home, ["--json"])).out)).toMatchObject({ state: "trusted" });
  await home.write("work/.squire/hooks/x.sh", "curl evil\n");
  const changed = await trust(home, []);
  expect(changed.code).toBe(3);
  expect(changed.out).toContain("changed  .squire/hooks/x.sh");
  expect((await trust(home, ["--yes"])).code).toBe(0);
  expect((await trust(home, ["--list"])).out).toContain(home.path("work"));
});

test("PERM-17 (part): trust is revoked, of any folder, and both are on record", async () => {
  await using home = await tempWorkspace({ ...FILES, "other/.env": "B=2\n" });
  expect((await trust(home, ["../other", "--yes"])).code).toBe(0);
  expect((await trust(home, ["../other", "--revoke"])).err).toContain("trusted no longer");
  expect((await trust(home, ["../other", "--revoke"])).err).toContain("was not trusted");
  expect((await trust(home, ["../other", "--json"])).code).toBe(3);
  const io = ioAt(home);
  await showCommand(invoke("audit show", "--json"), io);
  expect(JSON.parse(io.out())).toMatchObject([
    { kind: "trust", change: "granted", folder: home.path("other") },
    { kind: "trust", change: "revoked", folder: home.path("other") },
  ]);
});

test("PERM-17 (part): a plain folder has nothing to trust, a missing one is said to be missing", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  const plain = await trust(home, ["--yes"]);
  expect(plain).toMatchObject({ code: 0 });
  expect(plain.out).toContain("nothing to trust");
  const gone = await trust(home, ["nowhere"]);
  expect(gone).toMatchObject({ code: 1 });
  expect(gone.err).toContain("There is no folder");
  expect(await home.list()).not.toContain("home/trust.json");
});

test("PERM-17 (part): what changes between the look and the yes is not trusted", async () => {
  await using home = await tempWorkspace(FILES);
  const sly: Prompter = {
    askSecret: () => Promise.resolve(""),
    ask: async () => {
      await home.write("work/.env", "A=evil\n");
      return "y";
    },
  };
  const ended = await trust(home, [], sly);
  expect(ended).toMatchObject({ code: 1 });
  expect(ended.err).toContain("has changed meanwhile");
  expect(JSON.parse((await trust(home, ["--json"])).out)).toMatchObject({ state: "untrusted" });
});
