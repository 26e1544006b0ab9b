import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { spawnSync } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { configFor, MAIN, runMain } from "../testing/real-program.ts";
import { hasTerminals, programIn } from "../testing/real-terminal.ts";
import { madeSession, TALK } from "../testing/talk.ts";

const hasBash = spawnSync("bash", ["-c", ":"]).status === 0;

/** `squire` on the path, as it would be after an install. */
async function installed(home: TempWorkspace): Promise<string> {
  const file = home.path("bin/squire");
  await writeFile(file, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  await chmod(file, 0o755);
  return home.path("bin");
}

/** What bash itself would offer for a line: the function is called as readline calls it. */
function offers(home: TempWorkspace, bin: string, line: string): readonly string[] {
  const script = `
    eval "$(squire completions bash)"
    COMP_LINE=$1
    COMP_POINT=\${#COMP_LINE}
    # As readline cuts it: at blanks, and at = and : and @ as words of their own.
    read -ra rough <<<"$COMP_LINE"
    COMP_WORDS=()
    for word in "\${rough[@]}"; do
      while [[ $word =~ ^([^=:@]*)([=:@])(.*)$ ]]; do
        [[ -n \${BASH_REMATCH[1]} ]] && COMP_WORDS+=("\${BASH_REMATCH[1]}")
        COMP_WORDS+=("\${BASH_REMATCH[2]}")
        word=\${BASH_REMATCH[3]}
      done
      [[ -n $word ]] && COMP_WORDS+=("$word")
    done
    [[ $COMP_LINE == *[" =@"] ]] && COMP_WORDS+=("")
    COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _squire squire
    printf '%s\\n' "\${COMPREPLY[@]}"
  `;
  const { stdout, stderr } = spawnSync("bash", ["--norc", "-c", script, "bash", line], {
    cwd: home.path("work"),
    encoding: "utf8",
    env: {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      HOME: home.root,
      SQUIRE_HOME: home.path("home"),
    },
  });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((word) => word !== "");
}

test.if(hasBash)(
  "CLI-7: bash completes commands, flags, values, models, sessions and files",
  async () => {
    await using home = await tempWorkspace({
      "home/config.toml": configFor("http://127.0.0.1:9"),
      "bin/.keep": "",
      "work/notes one.md": "x",
      "work/src/app.ts": "x",
    });
    const id = await madeSession(home, TALK, { cwd: home.path("work") });
    await madeSession(home, TALK, { cwd: home.path("work"), name: "weekly" });
    const bin = await installed(home);
    const at = (line: string) => offers(home, bin, line);

    expect(at("squire ru")).toEqual(["run"]);
    expect(at("squire ")).toContain("session");
    expect(at("squire session ver")).toEqual(["verify"]);
    expect(at("squire run --out")).toEqual(["--output"]);
    expect(at("squire run --output ")).toEqual(["text", "json", "jsonl"]);
    expect(at("squire run --output=js")).toEqual(["json", "jsonl"]);
    expect(at("squire run --trust y")).toEqual(["yolo"]);
    expect(at("squire run --mode ")).toEqual(["chat", "plan", "research", "code"]);
    expect(at("squire run --model mock")).toEqual(["mock/m"]);
    expect(at("squire session show ").toSorted()).toEqual([id.slice(0, 8), "weekly"].toSorted());
    expect(at("squire run --resume wee")).toEqual(["weekly"]);
    expect(at("squire config get default_model")).toEqual(["default_model"]);
    expect(at("squire completions ")).toEqual(["bash", "zsh", "fish"]);
    expect(at("squire run x @sr")).toEqual(["@src/"]);
    expect(at("squire run x @src/a")).toEqual(["@src/app.ts"]);
    expect(at("squire run --transcript not")).toEqual(["notes one.md"]);
    expect(at("squire run --cwd s")).toEqual(["src"]);
    expect(at("squire nonsense ")).toEqual([]);
  },
);

test.if(hasBash && hasTerminals)(
  "CLI-7: Tab in an interactive bash completes, step by step",
  async () => {
    await using home = await tempWorkspace({
      "home/config.toml": configFor("http://127.0.0.1:9"),
      "bin/.keep": "",
      "work/my notes.md": "x",
    });
    await madeSession(home, TALK, { cwd: home.path("work"), name: "weekly" });
    const bin = await installed(home);
    const env = {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      HOME: home.root,
      SQUIRE_HOME: home.path("home"),
      PS1: "$ ",
      INPUTRC: "/dev/null",
    };
    const options = { cwd: home.path("work"), env };
    await using bash = programIn({ file: "bash", args: ["--norc", "--noprofile", "-i"] }, options);
    bash.type('eval "$(squire completions bash)"; echo rea""dy\r');
    await bash.until("ready\r\n");
    bash.type("squire se\t");
    await bash.until("squire se");
    bash.type("ss\t");
    await bash.until("ssion ");
    bash.type("sho\twee\t");
    await bash.until("show ");
    await bash.until("weekly ");
    bash.type("\u0015squire run --model=mo\t");
    await bash.until("--model=mock/m ");
    bash.type("x @my\t");
    await bash.until("x @my\\ notes.md ");
    bash.type("\u0015exit\r");
    expect(await bash.ended).toBe(0);
  },
);

test("CLI-7: there is a script for each shell, and each asks this program", async () => {
  await using home = await tempWorkspace();
  for (const shell of ["bash", "zsh", "fish"]) {
    const { code, out } = await runMain(home.root, ["completions", shell]);
    expect([shell, code]).toEqual([shell, 0]);
    expect(out).toContain("__complete");
  }
  const wrong = await runMain(home.root, ["completions", "bahs"]);
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('Did you mean "bash"?');
});

for (const shell of ["zsh", "fish"]) {
  const isHere = spawnSync(shell, ["-c", ":"]).status === 0;
  test.if(isHere)(`CLI-7 (part): ${shell} reads its script without complaint`, async () => {
    await using home = await tempWorkspace();
    const { out } = await runMain(home.root, ["completions", shell]);
    expect(spawnSync(shell, ["-n"], { input: out }).status).toBe(0);
  });
}
