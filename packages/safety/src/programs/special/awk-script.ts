/** Words that run, read or load something, wherever they stand. */
const HARM = /system|getline|@|extension|ARGV|ARGC|ENVIRON|PROCINFO|inplace|\/inet|fflush|close/;

/**
 * Whether an awk program only looks at its input: nothing is run, read or written by itself.
 * Redirections (`print > "file"`, `print | "command"`) are told from comparisons by where they
 * stand. A program whose quotes and patterns could be read in two ways is not harmless.
 */
export function isHarmlessAwk(program: string): boolean {
  if (HARM.test(program)) return false;
  const bare = withoutLiterals(program);
  return bare !== null && !redirects(bare);
}

/** The program with `S` for each string and pattern; null when it is not clear what is one. */
function withoutLiterals(program: string): string | null {
  let bare = "";
  let divided = false;
  for (let at = 0; at < program.length; at++) {
    const char = program.charAt(at);
    if (char === "#") {
      // A comment may hold quotes, so its end must be sure.
      const end = program.indexOf("\n", at);
      at = end === -1 ? program.length : end - 1;
    } else if (char === '"') {
      if (divided) return null;
      const end = endOfString(program, at + 1);
      if (end === null) return null;
      bare += "S";
      at = end;
    } else if (char === "/" && beginsPattern(bare)) {
      const end = endOfPattern(program, at + 1);
      if (end === null) return null;
      bare += "S";
      at = end;
    } else {
      divided ||= char === "/";
      bare += char;
    }
  }
  return bare;
}

function endOfString(program: string, from: number): number | null {
  for (let at = from; at < program.length; at++) {
    const char = program.charAt(at);
    if (char === "\\") at++;
    else if (char === "\n") return null;
    else if (char === '"') return at;
  }
  return null;
}

/** A pattern with a quote in it could be taken for something else. */
function endOfPattern(program: string, from: number): number | null {
  for (let at = from; at < program.length; at++) {
    const char = program.charAt(at);
    if (char === "\\") at++;
    else if (char === "\n" || char === '"') return null;
    else if (char === "/") return at;
  }
  return null;
}

/** A slash behind a value divides; anywhere else it begins a pattern. */
function beginsPattern(bare: string): boolean {
  const before = bare.trimEnd();
  if (before === "" || /[({,;!~&|=<>+\-*%^?:}\n]$/.test(before)) return true;
  return /\b(?:print|return|in)$/.test(before);
}

function redirects(bare: string): boolean {
  for (const found of bare.matchAll(/\bprintf?\b/g)) {
    let depth = 0;
    for (let at = found.index + found[0].length; at < bare.length; at++) {
      const char = bare.charAt(at);
      if (char === "(") depth++;
      else if (char === ")") depth--;
      // A newline may be in the middle of a statement.
      else if (/[;}]/.test(char) && depth <= 0) break;
      else if (char === ">" && depth <= 0) return true;
      else if (char === "|" && bare.charAt(at + 1) !== "|" && bare.charAt(at - 1) !== "|")
        return true;
    }
  }
  return /\|&|\|\s*$/.test(bare);
}
