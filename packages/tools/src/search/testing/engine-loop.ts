import { systemClock } from "@squire/platform";
import type { JsonObject } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { grepTool } from "../../grep/grep.ts";
import { bench, told } from "../../testing/try-tool.ts";
import { findRipgrep } from "../find-ripgrep.ts";
import { scanCache } from "../scan/scan-cache.ts";
import type { SearchServices } from "../services.ts";
import { chance, type Chance } from "./chance.ts";
import { randomPattern } from "./random-pattern.ts";
import { randomTree } from "./random-tree.ts";

// No pattern here matches the empty text: at lone carriage returns and at the end of a file ripgrep
// counts such matches in ways of its own.
const PATTERNS = [
  "foo",
  "f.o",
  "^foo",
  "bar$",
  "\\bfoo\\b",
  "\\w+\\d",
  "[^a-z\\s]+",
  "caf.",
  "café|bar",
  "straße",
  "σίσυφος",
  "k",
  "\\s\\s",
  "(?i)FOO(?-i)bar",
  "a{1,2}_",
  "x\\.y",
  "\\(z\\)",
  "\\{\\}",
  "[[:upper:]]{2}",
  "\\p{Greek}+",
  "\\pN",
  ".",
  "\\S+$",
  "日|٣",
  "\\x66oo",
  "[\\w--[a-z]]",
  "(?s)foo.bar",
  "\\Bo\\B",
  "ſ",
  "filler",
  "\\r",
  "\\.",
  "(foo|bar)+?\\b",
  "\\D\\W",
  "é",
  "e\\x{301}",
];
const SPANNING = [
  "foo\\n",
  "bar\\s+foo",
  "o.*b",
  "(?m)^foo$\\n",
  "\\n\\n",
  "[^x]{30,40}",
  "foo$\\r?\\n",
];
const SPANNING_TOO = [...SPANNING, ...PATTERNS];
const BAD = ["foo(", "a{", "[a", "*x", "(?=a)", "\\q", "a)", "[b-a]", "\\1", "x{3,2}"];

/** A question that any tree can be asked. */
export function randomQuestion(random: Chance): JsonObject {
  const multiline = random.below(5) === 0;
  const kind = random.below(30);
  const known = random.pick(kind === 0 ? BAD : multiline ? SPANNING_TOO : PATTERNS);
  const pattern = random.below(3) === 0 ? randomPattern(random) : known;
  return {
    pattern,
    ...(multiline ? { multiline } : {}),
    ...(random.below(3) === 0 ? { ignoreCase: true } : {}),
    ...(random.below(3) === 0 ? { context: random.below(4) } : {}),
    ...(random.below(2) === 0 ? { limit: 1 + random.below(8) } : {}),
    ...(random.below(2) === 0 ? { output: random.pick(["content", "files", "count"]) } : {}),
    ...(random.below(4) === 0 ? { path: randomPath(random) } : {}),
    ...(random.below(5) === 0 ? { glob: random.pick(GLOBS) } : {}),
    ...(random.below(8) === 0 ? { type: random.pick(["ts", "txt", "md", "log"]) } : {}),
  };
}

const GLOBS = [
  "*.ts",
  "*.{txt,md}",
  "sub/**",
  "**/*.txt",
  "!*.log",
  "a/*",
  "**",
  "b-b/**/*.ts",
  ".*",
];

function randomPath(random: Chance): string | string[] {
  const paths = [
    "a",
    "sub",
    "a.txt",
    "b.ts",
    ".",
    "node_modules",
    "build",
    "sub/a.txt",
    "ü",
    "link",
  ];
  return random.below(3) === 0 ? [random.pick(paths), random.pick(paths)] : random.pick(paths);
}

/** Services with ripgrep, and the same without. */
export function bothEngines(): { readonly rg: SearchServices; readonly own: SearchServices } {
  const ripgrep = findRipgrep("unused");
  return {
    rg: { scans: scanCache({ ttlMs: 0 }), ripgrep },
    own: { scans: scanCache({ ttlMs: 0 }), ripgrep: () => Promise.resolve(null) },
  };
}

export type Difference = {
  readonly seed: number;
  readonly question: JsonObject;
  readonly rg: string;
  readonly own: string;
};

/** SRCH-5: both engines give the same words about the same tree. Each seed makes a tree of its own. */
export async function compareEngines(
  seed: number,
  trees: number,
  questions: number,
): Promise<{ readonly cases: number; readonly differences: readonly Difference[] }> {
  const { rg, own } = bothEngines();
  const [withRg, without] = [grepTool(rg), grepTool(own)];
  const differences: Difference[] = [];
  for (let tree = 0; tree < trees; tree++) {
    const random = chance(seed + tree);
    // Some links lead out of the tree: what they lead to is ours too.
    await using dir = await tempWorkspace({ "outer/inner/a.txt": "foo\n" });
    const root = dir.path("outer/inner");
    await randomTree(root, random);
    const context = { ...bench(root), clock: systemClock };
    for (let asked = 0; asked < questions; asked++) {
      const question = randomQuestion(random);
      const [first, second] = await Promise.all([
        told(withRg, question, context),
        told(without, question, context),
      ]);
      // The one thing that our own engine may do differently, and says.
      if (first === second || second.startsWith("! The pattern takes too long")) continue;
      differences.push({ seed: seed + tree, question, rg: first, own: second });
    }
  }
  return { cases: trees * questions, differences };
}
