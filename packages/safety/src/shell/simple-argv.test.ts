import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import * as fc from "fast-check";
import { simpleArgv } from "./simple-argv.ts";

test("C6: one program with plain words needs no shell", () => {
  expect(simpleArgv("ls -la 'my dir'")).toEqual(["ls", "-la", "my dir"]);
  expect(simpleArgv('git log --format="%h %s"')).toEqual(["git", "log", "--format=%h %s"]);
});

test.each([
  "ls $(pwd)",
  'echo "$(id)"',
  "echo `id`",
  'printf x > "$(printf y)"',
  "cat <(ls)",
  "cat < f",
  "echo x > f",
  "a=1 ls",
  "ls | wc",
  "ls; ls",
  "ls &",
  "! ls",
  "time ls",
  "ls *.ts",
  "ls ~",
  "echo $HOME",
  "cd src",
  "(ls)",
  "",
])("C6: %p needs a shell", (command) => {
  expect(simpleArgv(command)).toBeNull();
});

const hasBash = spawnSync("bash", ["-c", "true"]).status === 0;

test.if(hasBash)("C6: the words are those that bash would pass on", () => {
  const piece = fc.constantFrom(
    "a",
    "b c",
    "'q'",
    '"d"',
    "\\ ",
    "$(id)",
    "`id`",
    "$x",
    "*",
    ">",
    "|",
    "é",
    "-n",
    "''",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 4 }), (pieces) => {
      const command = `printf %s\\\\0 ${pieces.join(" ")}`;
      const argv = simpleArgv(command);
      if (argv === null) return;
      const ran = spawnSync("bash", ["-c", `set -- ${command}; printf '%s\\0' "$@"`]);
      expect(ran.stdout.toString().split("\0").slice(0, -1)).toEqual([...argv]);
    }),
    { numRuns: 60 },
  );
});
