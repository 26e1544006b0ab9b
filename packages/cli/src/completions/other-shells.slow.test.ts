import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { spawnSync } from "node:child_process";
import { chmod } from "node:fs/promises";
import { configFor, MAIN, runMain } from "../testing/real-program.ts";
import { hasTerminals, programIn } from "../testing/real-terminal.ts";
import { madeSession, TALK } from "../testing/talk.ts";

const isHere = (shell: string): boolean => spawnSync(shell, ["-c", ":"]).status === 0;

/** A user with a project, a session, and `squire` on the path as after an install. */
async function place(): Promise<TempWorkspace> {
  const home = await tempWorkspace({
    "home/config.toml": configFor("http://127.0.0.1:9"),
    "bin/squire": `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`,
    "work/notes one.md": "x",
    "work/src/app.ts": "x",
  });
  await chmod(home.path("bin/squire"), 0o755);
  await madeSession(home, TALK, { cwd: home.path("work"), name: "weekly" });
  for (const [shell, name] of [
    ["fish", "squire.fish"],
    ["zsh", "zsh/_squire"],
  ] as const) {
    await home.write(name, (await runMain(home.root, ["completions", shell])).out);
  }
  return home;
}

function envOf(home: TempWorkspace): Record<string, string> {
  const PATH = `${home.path("bin")}:${process.env["PATH"] ?? ""}`;
  return { PATH, HOME: home.root, SQUIRE_HOME: home.path("home") };
}

/** What stands there after Tab, for both shells. */
const SAME: readonly (readonly [typed: string, completed: string])[] = [
  ["squire ru", "run"],
  ["squire session ver", "verify"],
  ["squire run --outp", "--output"],
  ["squire run --output=te", "--output=text"],
  ["squire run --trust y", "yolo"],
  ["squire run --model mo", "mock/m"],
  ["squire run --model=mo", "--model=mock/m"],
  ["squire run 'a b' --mode re", "research"],
  ["squire config get default_model", "default_model"],
  ["squire run x @sr", "@src/"],
  ["squire run x @src/a", "@src/app.ts"],
];

test.if(isHere("fish"))(
  "CLI-7: fish completes commands, flags, values, models, sessions and files",
  async () => {
    await using home = await place();
    const at = (line: string): readonly string[] => {
      const ask = `source '${home.path("squire.fish")}'; complete -C $argv[1]`;
      const { stdout, stderr } = spawnSync("fish", ["--no-config", "-c", ask, line], {
        cwd: home.path("work"),
        encoding: "utf8",
        env: envOf(home),
      });
      expect(stderr).toBe("");
      return stdout.split("\n").flatMap((row) => (row === "" ? [] : [row.split("\t")[0] ?? ""]));
    };
    for (const [typed, completed] of SAME) expect([typed, at(typed)]).toEqual([typed, [completed]]);
    expect(at("squire run --output ")).toEqual(["json", "jsonl", "text"]);
    expect(at("squire run x @no")).toEqual(["@notes one.md"]);
    expect(at("squire run --transcript not")).toEqual(["notes one.md"]);
    expect(at("squire run --cwd=s")).toEqual(["--cwd=src/"]);
    expect(at("squire run --resume wee")).toEqual(["weekly"]);
    expect(at("squire nonsense ")).toEqual([]);
  },
);

test.if(isHere("zsh") && hasTerminals)(
  "CLI-7: Tab in an interactive zsh completes, from $fpath and by eval",
  async () => {
    await using home = await place();
    const program = { file: "zsh", args: ["-f", "-i"] };
    const options = { cwd: home.path("work"), env: { ...envOf(home), TERM: "dumb" } };
    const fpath = `fpath=('${home.path("zsh")}' $fpath)`;
    const load = "autoload -Uz compinit; compinit -u -D";
    for (const set of [`${fpath}; ${load}`, `${load}; eval "$(squire completions zsh)"`]) {
      await using zsh = programIn(program, options);
      zsh.type(`PS1='$ '; ${set}; echo rea""dy\r`);
      await zsh.until("ready\r\n");
      const more = [
        ["squire run x @no", "@notes\\ one.md"],
        ["squire run --transcript=not", "--transcript=notes\\ one.md"],
        ["squire run --resume wee", "weekly"],
      ] as const;
      for (const [typed, completed] of [...SAME, ...more]) {
        zsh.type(`${typed}\t`);
        await zsh.until(completed);
        zsh.type("\u0015");
      }
      zsh.type("exit\r");
      expect(await zsh.ended).toBe(0);
    }
  },
);
