import { parsePattern } from "./parse.ts";
import { toJavaScript, type Dialect, type Translation } from "./to-javascript.ts";

export type PatternOptions = Dialect & { readonly ignoreCase: boolean };

/** A pattern in ripgrep's syntax, for the engine of JavaScript; fails with `PatternProblem`. */
export function translatePattern(pattern: string, options: PatternOptions): Translation {
  const { ignoreCase, multiline, crlf } = options;
  const regex = parsePattern(pattern, {
    ignoreCase,
    multiLine: true,
    dotAll: multiline,
    swapGreed: false,
    verbose: false,
    crlf,
  });
  return toJavaScript(regex, { multiline, crlf });
}
