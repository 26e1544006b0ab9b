/** A language that can be searched by structure. */
export type Language = {
  readonly name: string;
  /** What the parser calls it. */
  readonly id: string;
  readonly endings: readonly string[];
  /** What it is also called. */
  readonly aliases: readonly string[];
  /** The package with its grammar; null when the parser has it built in. */
  readonly grammar: string | null;
  /** What to put around a pattern that means something else when it stands alone. */
  readonly around: readonly (readonly [before: string, after: string])[];
};

const PLAIN = { aliases: [], grammar: null, around: [] };
const IN_C: Language["around"] = [["void f() {\n", ";\n}"]];

export const LANGUAGES: readonly Language[] = [
  {
    ...PLAIN,
    name: "typescript",
    id: "TypeScript",
    endings: ["ts", "mts", "cts"],
    aliases: ["ts"],
  },
  { ...PLAIN, name: "tsx", id: "Tsx", endings: ["tsx"] },
  {
    ...PLAIN,
    name: "javascript",
    id: "JavaScript",
    endings: ["js", "jsx", "mjs", "cjs"],
    aliases: ["js", "jsx"],
  },
  { ...PLAIN, name: "html", id: "Html", endings: ["html", "htm"] },
  { ...PLAIN, name: "css", id: "Css", endings: ["css"], around: [["a {\n", "\n}"]] },
  {
    ...PLAIN,
    name: "python",
    id: "python",
    endings: ["py", "pyi"],
    aliases: ["py"],
    grammar: "@ast-grep/lang-python",
  },
  {
    ...PLAIN,
    name: "go",
    id: "go",
    endings: ["go"],
    aliases: ["golang"],
    grammar: "@ast-grep/lang-go",
    around: [["package p\nfunc f() {\n", "\n}"]],
  },
  {
    ...PLAIN,
    name: "rust",
    id: "rust",
    endings: ["rs"],
    aliases: ["rs"],
    grammar: "@ast-grep/lang-rust",
    around: [["fn f() {\n", ";\n}"]],
  },
  {
    ...PLAIN,
    name: "java",
    id: "java",
    endings: ["java"],
    grammar: "@ast-grep/lang-java",
    around: [
      ["class A { void f() {\n", ";\n} }"],
      ["class A {\n", "\n}"],
    ],
  },
  {
    ...PLAIN,
    name: "c",
    id: "c",
    endings: ["c", "h"],
    grammar: "@ast-grep/lang-c",
    around: IN_C,
  },
  {
    ...PLAIN,
    name: "cpp",
    id: "cpp",
    endings: ["cpp", "cc", "cxx", "hpp", "hh", "hxx"],
    aliases: ["c++"],
    grammar: "@ast-grep/lang-cpp",
    around: IN_C,
  },
  {
    ...PLAIN,
    name: "json",
    id: "json",
    endings: ["json"],
    grammar: "@ast-grep/lang-json",
  },
  {
    ...PLAIN,
    name: "yaml",
    id: "yaml",
    endings: ["yaml", "yml"],
    aliases: ["yml"],
    grammar: "@ast-grep/lang-yaml",
  },
  {
    ...PLAIN,
    name: "bash",
    id: "bash",
    endings: ["sh", "bash", "zsh"],
    aliases: ["sh", "shell"],
    grammar: "@ast-grep/lang-bash",
  },
];
