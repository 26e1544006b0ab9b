import { describe, expect, test } from "bun:test";
import { analyse } from "./analyse.ts";
import { literalOf } from "./word.ts";

/** Every segment as its words, unknown ones as `?`. */
function argvs(command: string): readonly string[] {
  return analyse(command).segments.map(({ program, args }) =>
    (program === null ? [] : [program, ...args]).map((word) => literalOf(word) ?? "?").join(" "),
  );
}

function doubtsOf(command: string): readonly string[] {
  return analyse(command).doubts.map(({ reason }) => reason);
}

describe("PERM-5 (part): every simple command of a text is found", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["a; b && c || d", ["a", "b", "c", "d"]],
    ["a | b |& c", ["a", "b", "c"]],
    ["a & b", ["a", "b"]],
    ["(a; (b))", ["a", "b"]],
    ["{ a; b; }", ["a", "b"]],
    ["! a", ["a"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["while a; do b; done", ["a", "b"]],
    ["until a; do b; done", ["a", "b"]],
    ["case x in y) a;; *) b;; esac", ["a", "b"]],
    ["f() { a; }; f", ["a", "f"]],
    ['echo $(a) `b` "$(c)"', ["a", "b", "c", "echo ? ? ?"]],
    ["echo $(a $(b))", ["b", "a ?", "echo ?"]],
    ["diff <(a) >(b)", ["a", "b", "diff /dev/fd/63 /dev/fd/63"]],
    ["cat <<E\n$(a) `b`\nE", ["a", "b", "cat"]],
    ["cat <<'E'\n$(a)\nE", ["cat"]],
    ["cat <<< $(a)", ["a", "cat"]],
    ["echo ${x:-$(a)} ${y/$(b)/$(c)}", ["a", "b", "c", "echo ? ?"]],
    ["x=$(a) b", ["a", "b"]],
    ["x=$(a)", ["a", ""]],
    ["l=(1 $(a))", ["a", ""]],
    ["[[ -n $(a) ]]", ["a"]],
    ["echo $((1 + $(a)))", ["a", "echo ?"]],
    ["a > $(b)", ["b", "a"]],
    ["for i in $(a); do b; done", ["a", "", "b"]],
    ["time a", ["time", "a"]],
    ["coproc a", ["a"]],
    ["echo `a \\`b\\``", ["b", "a ?", "echo ?"]],
  ];
  for (const [command, wanted] of cases) {
    test(JSON.stringify(command), () => expect(argvs(command)).toEqual(wanted));
  }
});

test("SH-2: quotes are taken off, and nothing in them is an operator", () => {
  expect(argvs("echo 'a > b' \"c | d\" e\\;f")).toEqual(["echo a > b c | d e;f"]);
  expect(argvs("r''m \\rm \"rm\"")).toEqual(["rm rm rm"]);
  expect(argvs("echo a#b #c; d")).toEqual(["echo a#b"]);
  expect(doubtsOf("echo 'open")).not.toEqual([]);
  expect(doubtsOf('echo "open')).not.toEqual([]);
  expect(analyse("echo 'a > b'").segments[0]?.redirections).toEqual([]);
});

test("words that show only when they run have no value, but a beginning", () => {
  const words = analyse('ls $x "$y/z" src/*.ts ~/a "pre$z"').segments[0]?.args ?? [];
  expect(words.map((word) => [word.shapes[0], word.splits])).toEqual([
    [{ type: "open", begins: "" }, true],
    [{ type: "open", begins: "" }, false],
    [{ type: "glob", pattern: "src/*.ts" }, false],
    [{ type: "exact", value: "/a", home: true }, false],
    [{ type: "open", begins: "pre" }, false],
  ]);
});

test("a variable has a value where the text sets it once and for sure", () => {
  const value = (command: string): unknown => analyse(command).segments.at(-1)?.args[0]?.shapes;
  expect(value("d=src; ls $d/x")).toEqual([{ type: "exact", value: "src/x" }]);
  expect(value('for f in a/* b; do cat "$f"; done')).toEqual([
    { type: "glob", pattern: "a/*" },
    { type: "exact", value: "b" },
  ]);
  const open = [{ type: "open", begins: "" }];
  expect(value("d=src; d=/etc; ls $d")).toEqual(open);
  expect(value("false && d=src; ls $d")).toEqual(open);
  expect(value("d=src; read d; ls $d")).toEqual(open);
  expect(value("(d=src); ls $d")).toEqual(open);
  // Cut at its blanks it is still no more than names.
  expect(value("d='a b'; ls $d")).toEqual([{ type: "glob", pattern: "*" }]);
  expect(value("d='a /b'; ls $d")).toEqual(open);
  expect(value("for f in a; do f=/etc; cat $f; done")).toEqual(open);
});

test("braces become the words they stand for", () => {
  expect(argvs("cat a{b,c}d")).toEqual(["cat abd acd"]);
  expect(argvs("cat {,x}")).toEqual(["cat x"]);
  const [, word] = analyse("cat x {a,$y}").segments[0]?.args ?? [];
  expect(word?.splits).toBe(true);
});

test("S16: cd moves what follows, where it succeeded and where it did not", () => {
  const folders = (command: string): unknown => analyse(command).segments.at(-1)?.folders;
  expect(folders("cd a && ls")).toEqual(["a"]);
  expect(folders("cd a; ls")).toEqual(["a", ""]);
  expect(folders("cd a || ls")).toEqual([""]);
  expect(folders("cd a && cd b && ls")).toEqual(["a/b"]);
  expect(folders("(cd a) && ls")).toEqual([""]);
  expect(folders("cd a | ls")).toEqual([""]);
  expect(folders("cd ~/x && ls")).toEqual(["~/x"]);
  expect(folders("cd && ls")).toEqual(["~"]);
  expect(folders("cd $x && ls")).toBeNull();
  expect(folders("cd - && ls")).toBeNull();
  expect(folders("pushd a && ls")).toBeNull();
  expect(folders("command cd a && ls")).toEqual(["a"]);
  expect(folders("env cd a && ls")).toEqual([""]);
  expect(folders("while true; do cd a; ls; done")).toBeNull();
  expect(folders("f() { cd /; }; f; ls")).toBeNull();
  expect(folders("env -C a ls")).toEqual(["a"]);
});

describe("S14: wrappers are taken off to the innermost program", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["env A=1 rm x", "rm x"],
    ["env -C a rm x", "rm x"],
    ["env -S 'rm x'", "rm x"],
    ["nice -n 5 rm x", "rm x"],
    ["timeout -k 1 5 rm x", "rm x"],
    ["nohup rm x", "rm x"],
    ["setsid -f rm x", "rm x"],
    ["stdbuf -o0 rm x", "rm x"],
    ["/usr/bin/time -p rm x", "rm x"],
    ["command -p rm x", "rm x"],
    ["builtin cd x", "cd x"],
    ["exec -a name rm x", "rm x"],
    ["sudo -u root rm x", "rm x"],
    ["doas rm x", "rm x"],
    ["busybox rm x", "rm x"],
    ["sh -c 'rm x'", "rm x"],
    ["bash -euo pipefail -c 'rm x'", "rm x"],
    ["env nice sh -c 'timeout 5 rm x'", "rm x"],
    ["find . -exec rm {} +", "rm ?"],
    ["find . -name a -execdir rm x ';' -o -exec b ';'", "b"],
    ["watch -n 1 'rm x'", "rm x"],
    ["xargs rm x", "rm x ?"],
    ["xargs -I@ rm @", "rm ?"],
    ["eval rm x", "rm x"],
    ["trap 'rm x' EXIT", "rm x"],
  ];
  for (const [command, wanted] of cases) {
    test(command, () => expect(argvs(command).at(-1)).toBe(wanted));
  }
});

test("a path that find or git lists is below where they looked", () => {
  const last = (command: string): unknown => analyse(command).segments.at(-1)?.args.at(-1)?.shapes;
  expect(last("find src -name '*.ts' | sort | xargs cat")).toEqual([
    { type: "glob", pattern: "src/*.ts" },
  ]);
  expect(last("find / -name x | xargs cat")).toEqual([{ type: "glob", pattern: "/x" }]);
  expect(last("git ls-files | xargs cat")).toEqual([{ type: "glob", pattern: "*" }]);
  expect(last("cat list | xargs cat")).toEqual([{ type: "open", begins: "" }]);
  expect(last("find . | sed s/x/y/ | xargs cat")).toEqual([{ type: "open", begins: "" }]);
});

describe("S16: what cannot be told for sure is in doubt", () => {
  const texts = [
    "$x y",
    "$(a) b",
    '"$a/b"',
    "r* x",
    "eval x",
    "trap 'a' EXIT",
    "sh -c $x",
    "bash -ic ls",
    "env -S '$x'",
    "watch $x",
    "timeout --odd 5 ls",
    "find . -exec rm",
    "echo $'\\x41'",
    "echo ${x@P}",
    "echo ${!x}",
    "echo ${a[i]}",
    "a[i]=1",
    "echo $((i+1))",
    "((i++))",
    "for ((i=0;i<3;i++)); do ls; done",
    "[[ $a -eq 1 ]]",
    "[[ -v a ]]",
    "ls() { rm x; }; ls",
    "false && f() { a; }; f",
    "exec {fd}<x",
    "coproc a",
    "cat <<E\nno end",
    "ls @(a|b)",
    "ls <(a)# b",
    "((a); b)",
    "ls\rrm",
    "ls \u0007",
    "ls \u202erm",
    "ls\u00a0x",
    "a\n; b",
    "a &; b",
    "a #b\\\n; c",
    "if a; then",
    ")",
  ];
  for (const text of texts)
    test(JSON.stringify(text), () => expect(doubtsOf(text)).not.toEqual([]));

  test("everyday texts are not", () => {
    const plain = [
      "ls -la | head",
      'for f in *.ts; do wc -l "$f"; done',
      "a && (b; c) > d 2>&1",
      "x=1 y",
    ];
    expect(plain.flatMap(doubtsOf)).toEqual([]);
  });
});

test("redirections and assignments are told apart", () => {
  const [segment] = analyse("A=1 cmd < in >> log 2>&1 3<>both &> all").segments;
  expect(segment?.redirections.map(({ access, target }) => [access, target?.text ?? null])).toEqual(
    [
      ["read", "in"],
      ["append", "log"],
      ["same", null],
      ["both", "both"],
      ["write", "all"],
    ],
  );
  expect(segment?.assignments.map(({ name, scope }) => [name, scope])).toEqual([["A", "program"]]);
  const scopes = analyse("B=2; export C=3; env D=4 x").segments.flatMap(
    ({ assignments }) => assignments,
  );
  expect(scopes.map(({ name, scope }) => `${name} ${scope}`)).toEqual([
    "B shell",
    "C export",
    "D program",
  ]);
});

test("PERM-15 (part): a function that starts itself over and over is a fork bomb", () => {
  expect(analyse(":(){ :|:& };:").forkBomb).toBe(true);
  expect(analyse("b() { b & b; }; b").forkBomb).toBe(true);
  expect(analyse("b() { b; }; b").forkBomb).toBe(false);
  expect(analyse("f() { g | h & }; f").forkBomb).toBe(false);
});
