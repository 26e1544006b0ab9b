import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const WORDS =
  "import export const function return await async class interface type string number value result error path file line read write open close buffer stream index count total limit signal abort query match pattern token parse build test expect".split(
    " ",
  );
const ENDINGS = ["ts", "ts", "ts", "tsx", "js", "json", "md", "py", "css", "go"];
const PER_FOLDER = 10;

/** A tree like a large workspace: many packages, small files, a rare word here and there. */
export function makeTree(root: string, files: number): void {
  const random = generator(7);
  const below = (limit: number): number => Math.floor(random() * limit);
  const word = (): string => WORDS[below(WORDS.length)] ?? "";
  for (let made = 0; made < files; made++) {
    const folder = Math.floor(made / PER_FOLDER);
    const way = `pkg-${Math.floor(folder / 100)}/src-${Math.floor(folder / 5) % 20}/part-${folder % 5}`;
    if (made % PER_FOLDER === 0) mkdirSync(join(root, way), { recursive: true });
    const lines = Array.from({ length: 20 + below(80) }, () => {
      const words = Array.from({ length: 3 + below(8) }, word);
      return `${"  ".repeat(below(4))}${words.join(" ")}(${below(1_000)});`;
    });
    if (made % 997 === 0) lines.push("const needle_rare = find(haystack);");
    const ending = ENDINGS[below(ENDINGS.length)] ?? "ts";
    writeFileSync(join(root, way, `file-${made}.${ending}`), `${lines.join("\n")}\n`);
  }
  writeFileSync(join(root, ".gitignore"), "node_modules/\ndist/\n*.log\n");
}

/** Uniform in [0, 1), the same every time. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
