import { expect, test } from "bun:test";
import { maskCode } from "./mask.ts";
import { sourceFile } from "./source-file.ts";

const specifiers = (text: string, path = "packages/a/src/x.ts") =>
  sourceFile(path, text).imports.map(({ specifier, typeOnly }) =>
    typeOnly ? `type ${specifier}` : specifier,
  );

test("every way to name a module is seen", () => {
  const text = `
import { a } from "./a.ts";
import type { B } from './b.ts';
import c, { type D } from "./c.ts";
import * as e from "./e.ts";
import "./f.ts";
import type from "./g.ts";
import {
  h,
  i,
} from "./h.ts";
export { j } from "./j.ts";
export type { K } from "./k.ts";
export * from "./l.ts";
export * as m from "./m.ts";
const n = await import("./n.ts");
type O = import("./o.ts").O;
const p = require( './p.cjs' );
`;
  expect(specifiers(text)).toEqual([
    "./a.ts",
    "type ./b.ts",
    "./c.ts",
    "./e.ts",
    "./f.ts",
    "./g.ts",
    "./h.ts",
    "./j.ts",
    "type ./k.ts",
    "./l.ts",
    "./m.ts",
    "./n.ts",
    "./o.ts",
    "./p.cjs",
  ]);
  expect(sourceFile("a.ts", text).imports[6]).toMatchObject({ specifier: "./h.ts", line: 8 });
});

test("what only looks like an import is not one", () => {
  const text = [
    `// import { a } from "./comment.ts";`,
    `/* import "./block.ts"; */`,
    "const s = 'import \"./string.ts\"';",
    'const t = `import "./template.ts" ${`nested ${x} import "./deep.ts"`} import \'./tail.ts\'`;',
    `const r = /import ".\\/regex.ts"/;`,
    `const q = /["'/]/.test(s) ? 1 : 2 / 3;`,
    `loader.import("./method.ts");`,
    `const imported = from("./call.ts");`,
    `const url = import.meta.url;`,
    `export const from = "./constant.ts";`,
    `const half = a / b; import("./real.ts"); const other = c / d;`,
  ].join("\n");
  expect(specifiers(text)).toEqual(["./real.ts"]);
});

test("code inside template expressions still counts", () => {
  expect(specifiers("const t = `${await import('./inside.ts')} and ${{ a: { b: 1 } }}`;")).toEqual([
    "./inside.ts",
  ]);
});

test("an apostrophe in JSX text does not swallow the rest", () => {
  const text = `const a = <p>don't</p>;\nimport { b } from "./b.ts";`;
  expect(specifiers(text, "packages/a/src/x.tsx")).toEqual(["./b.ts"]);
});

test("masking keeps length and lines", () => {
  const text = "const a = `x\n${b}\ny`; // c\n/* d\n */ const e = 'f\\'g' + /h\\/[/]i/.source;\n";
  const masked = maskCode(text);
  expect(masked).toHaveLength(text.length);
  expect(masked.split("\n")).toHaveLength(text.split("\n").length);
  expect(masked.replaceAll(/\s+/g, " ")).toBe("const a = ` ${b} `; const e = ' ' + / .source; ");
});
