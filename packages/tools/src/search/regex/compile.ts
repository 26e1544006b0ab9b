import { parsePattern } from "./parse.ts";
import { toJavaScript, type Dialect, type Translation } from "./to-javascript.ts";

export type PatternOptions = Dialect & { readonly ignoreCase: boolean };

/**
 * A pattern in ripgrep's syntax, for the engine of JavaScript; fails with `PatternProblem`. The same
 * pattern matches the same lines, except that these are refused here: `\A` and `\z`, `(?-u)`, counts
 * above 1,000, Unicode classes JavaScript does not know, and patterns that would take too long by
 * trying all ways (ripgrep needs time in proportion to the text, whatever the pattern).
 */
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
