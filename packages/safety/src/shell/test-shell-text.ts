import * as fc from "fast-check";

const PLAIN = [
  "a",
  "b/c",
  "-x",
  "--o=v",
  "1",
  "é",
  ".",
  "~",
  "=",
  "#",
  "%",
  "@",
  ",",
  "a=~",
  "!",
  "]",
];
const QUOTED = [
  "'q r'",
  "'$x'",
  "''",
  '"d e"',
  '""',
  '"a\\"b"',
  '"\\$x"',
  "'a'\"b\"",
  '"#"',
  '"\\`"',
  '"\\\n"',
];
const ESCAPED = [
  "\\ ",
  "\\a",
  "\\$",
  "\\'",
  '\\"',
  "\\;",
  "\\\\",
  "\\\n",
  "\\&",
  "\\#",
  "\\*",
  "\\{",
];
const VARIABLES = [
  "$x",
  "${x}",
  '"$x"',
  '"${x:-y}"',
  "${x:+z}",
  "$#",
  "$$",
  "$",
  '"$@"',
  "${x:-'a b'}",
  '"${x:-"n m"}"',
  "${x#a}",
  "${x//a/b}",
  "${#x}",
  "${x%\\}}",
  '"${x:-$(py v)}"',
  "${x:=w}",
  "${x:-`py w`}",
  "$*",
  "${@}",
];
const MANY = [
  "$'a\\tb'",
  "$'\\x41'",
  '$"l"',
  "*",
  "?",
  "[ab]",
  "{a,b}",
  "{1..3}",
  "a{,b}",
  "{}",
  "{a,{b,c}}",
  "[[:x:]]",
];
const RUNNING = [
  "`py i`",
  '"`pn j`"',
  "<(py k)",
  "$((1+2))",
  "$((x))",
  "$[1+1]",
  "`py \\`pn x\\``",
  '"`py \\"q\\"`"',
  '"a$(py "q $(pn r)" s)b"',
  "$(case a in a) py c;; esac)",
  "$(py # c\n)",
  "$( (py) )",
  "${x:-<(py)}",
];
const HEREDOCS = [
  " <<E\nt $x $(py h)\nE\n",
  " <<-E\n\tt `pn h`\n\tE\n",
  " <<'E'\n$(py no)\nE\n",
  ' <<"E F"\n`py no`\nE F\n',
  " <<A <<B\n1\nA\n2 $(pn two)\nB\n",
  " <<\\E\n$(py no)\nE\n",
  " <<E\n\\$(py no)\nE\n",
];
const REDIRECTED = [
  " >o",
  " 2>&1",
  " <<<h",
  " </dev/null",
  " >>o",
  " &>o",
  ' <<<"$(py s)"',
  " >|o",
  " 3>&-",
  " >&2",
];
const JOINTS = [
  ";",
  " && ",
  " || ",
  " | ",
  "\n",
  " & ",
  " |& ",
  ";;",
  " # c\n",
  " &&\n",
  " |\n",
  ";# c\n",
  " ; ",
  "\n\n",
];
const BROKEN = [
  "(",
  ")",
  "fi",
  "done",
  "'",
  '"',
  "`",
  "$(",
  "}",
  "|",
  "&&",
  "((",
  "<<E",
  "py\r",
  "esac",
  "then",
  ";",
];

/**
 * Shell texts that only start programs called `py` and `pn`, which do not exist. Quotes, escapes,
 * expansions, operators and compounds in all combinations; most are valid, some are not.
 */
export function shellText(): fc.Arbitrary<string> {
  return fc.letrec<{ list: string; command: string; word: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...PLAIN) },
      { weight: 2, arbitrary: fc.constantFrom(...QUOTED) },
      { weight: 2, arbitrary: fc.constantFrom(...ESCAPED) },
      { weight: 2, arbitrary: fc.constantFrom(...VARIABLES) },
      { weight: 1, arbitrary: fc.constantFrom(...MANY) },
      { weight: 1, arbitrary: fc.constantFrom(...RUNNING) },
      { weight: 1, arbitrary: tie("list").map((list) => `$(${list})`) },
      { weight: 1, arbitrary: tie("command").map((command) => `"$(${command})"`) },
    ),
    word: fc.array(tie("piece"), { minLength: 1, maxLength: 3 }).map((all) => all.join("")),
    command: fc
      .tuple(
        fc.constantFrom(
          "",
          "",
          "",
          "A=1 ",
          "B='x y' ",
          ">o ",
          "! ",
          "C=$(py a) ",
          "D+=1 ",
          "time ",
        ),
        fc.constantFrom("py", "pn", "p''y", '"pn"', "\\py", "p\\n"),
        fc.array(tie("word"), { maxLength: 3 }),
        fc.constantFrom("", "", "", "", ...REDIRECTED, ...HEREDOCS),
      )
      .map(([before, name, words, after]) => `${before}${[name, ...words].join(" ")}${after}`),
    list: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      { weight: 6, arbitrary: tie("command") },
      {
        weight: 4,
        arbitrary: fc
          .tuple(tie("list"), fc.constantFrom(...JOINTS), tie("list"))
          .map((all) => all.join("")),
      },
      {
        weight: 5,
        arbitrary: fc.tuple(fc.constantFrom(...COMPOUNDS), tie("list"), tie("word")).map(compound),
      },
      { weight: 1, arbitrary: fc.constantFrom(...BROKEN) },
    ),
  })).list;
}

/** `L` stands for a list of commands, `W` for a word. No loop goes on for ever. */
const COMPOUNDS = [
  "(L)",
  "{ L; }",
  "if pn; then L; else L; fi",
  "if L\nthen py\nelif pn; then L\nfi",
  "for v in a 'b c'; do L\ndone",
  "for v in W; do L; done",
  "case a in a|b) L;; *) py;; esac",
  "case W in (x) L;& y) pn;; esac",
  "f() { L\n}; f",
  "function g { L; }; g",
  "f() ( L ); f",
  "[[ -n W ]] && py",
  "[[ a =~ ^a ]] && L",
  "((1)) && L",
  "while pn; do L; done",
  "{ L; } 2>&1 | pn",
  "(L) >o <<<W",
  "! { L; }",
  "time (L)",
  "arr=(a W $(L))",
  "x[0]=W",
  "x=W; py",
  "L | while pn; do L; done",
  "py <(L) >(pn)",
  "{ L\n} &",
  "py W&& pn W;",
  "if ! L; then py; fi",
];

function compound([shape, list, word]: readonly [string, string, string]): string {
  return shape.replaceAll("L", () => list).replaceAll("W", () => word);
}
