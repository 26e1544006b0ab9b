import type { Rule, SourceFile, Violation } from "./source-file.ts";
import { isCode, isTest } from "./source-file.ts";

const FILE_LINES = 400;
const COMPONENT_LINES = 200;

/** No file grows without end. (Functions and parameters are counted by the linter.) */
export const sizes: Rule = (files) =>
  files.filter(isCode).flatMap((file): Violation[] => {
    const limit = isComponent(file.path) ? COMPONENT_LINES : FILE_LINES;
    const lines = lineCount(file);
    if (lines <= limit || isDataOnly(file)) return [];
    return [{ path: file.path, message: `${lines} lines, at most ${limit}: split it by idea.` }];
  });

/** For the report: where the next split will be. */
export function largestFiles(files: readonly SourceFile[], count: number): readonly string[] {
  return files
    .filter((file) => isCode(file) && !isDataOnly(file))
    .map((file) => ({ path: file.path, lines: lineCount(file) }))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, count)
    .map(({ path, lines }) => `${path} ${lines}`);
}

function lineCount(file: SourceFile): number {
  return file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0);
}

function isComponent(path: string): boolean {
  if (isTest(path)) return false;
  return /^packages\/tui\/.*\.tsx$/.test(path) || /^packages\/web\/.*\.tsx?$/.test(path);
}

/** Constants, types and nothing that runs: no call, no function, no control flow. */
function isDataOnly({ code }: SourceFile): boolean {
  return /\bexport const\b/.test(code) && !/[(]|=>|\b(?:function|class|if|for|while)\b/.test(code);
}
