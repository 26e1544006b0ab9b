import { describe, expect, test } from "bun:test";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer, TempWorkspace, Turn } from "@squire/testkit";
import { fakeIo, invoke } from "../testing/fake-io.ts";
import { rewindCommand } from "./rewind.ts";
import { runCommand } from "./run.ts";

type Ran = { readonly code: number; readonly out: string; readonly err: string };

type User = AsyncDisposable & {
  readonly dir: TempWorkspace;
  readonly server: ScriptedServer;
  run(task: string, ...replies: readonly Turn[]): Promise<void>;
  rewind(...argv: readonly string[]): Promise<Ran>;
};

/** Somebody at a keyboard that is no terminal, with files in `work`. */
async function user(files: Readonly<Record<string, string>>): Promise<User> {
  const replies: Turn[] = [];
  const server = await startScriptedServer(() => replies.shift() ?? say("Nothing more."));
  const placed = Object.entries(files).map(([name, text]) => [`work/${name}`, text]);
  const dir = await tempWorkspace(Object.fromEntries(placed));
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${server.url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n[shell]\nintercept = false\n`;
  await dir.write("home/config.toml", config);
  const env = { SQUIRE_HOME: dir.path("home"), HOME: dir.root, PATH: process.env["PATH"] ?? "" };
  const io = () => fakeIo({ cwd: dir.path("work"), env });
  return {
    dir,
    server,
    async run(task, ...script) {
      replies.push(...script);
      const ran = io();
      const code = await runCommand(invoke("run", task, "--yes", "--continue"), ran);
      if (code !== 0) throw new Error(ran.err());
    },
    async rewind(...argv) {
      const ran = io();
      const code = await rewindCommand(invoke("rewind", ...argv), ran);
      return { code, out: ran.out(), err: ran.err() };
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await dir[Symbol.asyncDispose]();
    },
  };
}

const bash = (command: string) => call("bash", { command });
const done = say("Done.");

async function twoTurns(): Promise<User> {
  const one = await user({ "a.txt": "one\n", "b.txt": "two\n" });
  await one.run("change a", bash("echo 2 > a.txt; mkdir -p new; echo n > new/n.txt"), done);
  await one.run("remove b", bash("rm b.txt; chmod 600 a.txt"), done);
  return one;
}

describe("SES-21: squire rewind", () => {
  test("SES-21: lists the turns, shows a plan, carries it out, and undoes it", async () => {
    await using me = await twoTurns();
    const listed = await me.rewind("--list");
    expect(listed.out).toMatch(/^turn {2}begun.*\n1 .* 3 +change a\n2 .* 2 +remove b\n$/);
    const dry = await me.rewind("--last", "1", "--dry-run");
    expect(dry).toMatchObject({ code: 0, err: "" });
    expect(dry.out).toContain("would go back to before turn 2");
    expect(await me.dir.list()).not.toContain("work/b.txt");
    const before = await me.dir.read("work/a.txt");

    const back = await me.rewind("--to", "1");
    expect(back.code).toBe(0);
    expect(back.out).toContain("went back to before turn 1; taken back: turns 1 and 2");
    expect(back.out).toMatch(/restored +a\.txt/);
    expect(back.out).toMatch(/brought back +b\.txt/);
    expect(back.out).toMatch(/deleted +new\/n\.txt/);
    expect(back.out).toMatch(/proven: 4 paths as before, sha256 [0-9a-f]{16}…/);
    expect(back.out).toContain("conversation: empty again");
    expect(back.err).toContain("squire rewind --undo");
    const inWork = (await me.dir.list()).filter((path) => path.startsWith("work/"));
    expect(inWork).toEqual(["work/a.txt", "work/b.txt"]);

    expect((await me.rewind("--undo")).code).toBe(0);
    expect(await me.dir.read("work/a.txt")).toBe(before);
    expect((await me.rewind("--list")).out).toContain("remove b");
  });

  test("CLI-5 SES-21: changes by others without a terminal: exit code 3, listed, nothing done", async () => {
    await using me = await twoTurns();
    await me.dir.write("work/a.txt", "mine\n");
    const refused = await me.rewind("--last", "1");
    expect(refused).toMatchObject({ code: 3, out: "" });
    expect(refused.err).toContain("a.txt (changed since, not by this session)");
    expect(refused.err).toContain("--force");
    expect(await me.dir.list()).not.toContain("work/b.txt");
    const json = await me.rewind("--last", "1", "--json");
    expect(json.code).toBe(3);
    expect(JSON.parse(json.out)).toMatchObject({
      done: false,
      reason: "needs_confirmation",
      conflicts: [{ path: "a.txt", reason: "changed" }],
    });
    const forced = await me.rewind("--last", "1", "--force", "--json");
    expect(forced.code).toBe(0);
    expect(JSON.parse(forced.out)).toMatchObject({
      done: true,
      turns: [2],
      overwritten: [{ path: "a.txt" }],
      files: [{ proof: { holds: true }, left: [] }],
    });
    expect(await me.dir.read("work/a.txt")).toBe("2\n");
    await me.rewind("--undo");
    expect(await me.dir.read("work/a.txt")).toBe("mine\n");
  });

  test("SES-21: the run after a rewind goes on from the kept branch", async () => {
    await using me = await twoTurns();
    await me.rewind("--last", "1", "--conversation");
    expect(await me.dir.list()).not.toContain("work/b.txt");
    await me.run("and now?", done);
    const asked = JSON.stringify(me.server.requests.at(-1)?.json);
    expect(asked).toContain("change a");
    expect(asked).not.toContain("remove b");
  });

  test("CLI-5: what makes no sense is wrong usage, and what is not there is named", async () => {
    await using me = await twoTurns();
    const cases = [
      [[], "Say where to"],
      [["--to", "1", "--undo"], "Use one of --to"],
      [["--last", "0"], "--last takes a number"],
      [["--last", "1", "--code", "--both"], "Use one of --code"],
      [["--to", "9"], "There is no turn 9 in this session: it has 2."],
      [["--undo"], "There is no rewind to undo"],
      [["--last", "1", "--session", "nobody"], 'There is no session "nobody"'],
    ] as const;
    for (const [argv, message] of cases) {
      const { code, err } = await me.rewind(...argv);
      expect([code, err.includes(message)]).toEqual([2, true]);
    }
    await using empty = await user({});
    expect(await empty.rewind("--last", "1")).toMatchObject({ code: 2 });
  });

  test("SES-21: an entry of a turn names it, and a session is found by its beginning", async () => {
    await using me = await twoTurns();
    const listed = JSON.parse((await me.rewind("--list", "--json")).out);
    const { sessionId, turns } = listed;
    expect(turns).toMatchObject([
      { turn: 1, text: "change a", files: "kept", paths: ["a.txt", "new", "new/n.txt"] },
      { turn: 2, text: "remove b", files: "kept", paths: ["a.txt", "b.txt"] },
    ]);
    const session = sessionId.slice(0, 8);
    const back = await me.rewind("--to", turns[1].entryId.slice(0, 13), "--session", session);
    expect(back.code).toBe(0);
    expect(back.err).toContain(`squire rewind --undo --session ${session}`);
    expect(await me.dir.read("work/b.txt")).toBe("two\n");
  });

  test("SES-21: names from a hostile folder cannot steer the terminal", async () => {
    await using me = await user({ "a.txt": "one\n" });
    await me.run("make it", bash("printf x > \"$(printf 'e\\033[31mvil\\n  proven: all')\""), done);
    const { out, code } = await me.rewind("--last", "1");
    expect([code, out.includes("\u001b")]).toEqual([0, false]);
    expect(out).toMatch(/deleted +"e\\u001b\[31mvil\\n {2}proven: all"\n/);
  });
});
