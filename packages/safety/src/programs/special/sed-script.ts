const MOST_BRACKET = 200;

/** What a scanner of a script has read so far; null when it cannot go on. */
type Position = number | null;

/**
 * Whether a sed script only changes text on its way: no `w`, `e`, `r` or `F`, and nothing that is
 * not understood. Several commands are separated by semicolons or newlines.
 */
export function isHarmlessSed(script: string): boolean {
  let at: Position = 0;
  while (at !== null && at < script.length) {
    at = skipBlanks(script, at);
    if (at < script.length) at = readCommand(script, readAddresses(script, at));
  }
  return at !== null;
}

function skipBlanks(script: string, at: number): number {
  let next = at;
  while (next < script.length && /[\s;}]/.test(script.charAt(next))) next++;
  return next;
}

function readAddresses(script: string, at: number): Position {
  const first = readAddress(script, at);
  if (first === null || first === at) return first;
  const next = skipSpaces(script, first);
  return script.charAt(next) === "," ? readAddress(script, skipSpaces(script, next + 1)) : next;
}

/** A line number, `$`, a step, or a pattern; stays where it is when there is none. */
function readAddress(script: string, at: number): Position {
  const number = /^(?:\$|[+~]?\d+(?:~\d+)?)/.exec(script.slice(at, at + 24));
  if (number !== null) return at + number[0].length;
  const first = script.charAt(at);
  if (first !== "/" && first !== "\\") return at;
  const start = first === "\\" ? at + 1 : at;
  const end = readUntil(script, start + 1, script.charAt(start));
  return end === null ? null : end + (/^[IM]*/.exec(script.slice(end))?.[0].length ?? 0);
}

function readCommand(script: string, from: Position): Position {
  if (from === null) return null;
  const at = /^[\s!]*/.exec(script.slice(from))?.[0].length ?? 0;
  const command = script.charAt(from + at);
  const next = from + at + 1;
  if (command === "{") return next;
  if (command === "#") return lineEnd(script, next);
  if ("=dDgGhHnNpPxz".includes(command) && command !== "") return readEnd(script, next);
  if ("lLqQ".includes(command) && command !== "") return readEnd(script, skipDigits(script, next));
  if (":btT".includes(command) && command !== "") return readEnd(script, skipLabel(script, next));
  // Inserted text goes on to the end of the line.
  if ("aic".includes(command) && command !== "") return lineEnd(script, next);
  if (command === "s" || command === "y") return readSubstitution(script, next, command);
  return null;
}

function readSubstitution(script: string, at: number, command: string): Position {
  const separator = script.charAt(at);
  if (separator === "" || separator === "\n" || separator === "\\") return null;
  const middle = readUntil(script, at + 1, separator);
  const end = middle === null ? null : readUntil(script, middle, separator);
  if (end === null) return null;
  if (command === "y") return readEnd(script, end);
  const flags = /^[gpiImM\d]*/.exec(script.slice(end, end + 16))?.[0].length ?? 0;
  return readEnd(script, end + flags);
}

/** Behind the next separator that no backslash hides; a bracket may hide one too, for some. */
function readUntil(script: string, from: number, separator: string): Position {
  for (let at = from; at < script.length; at++) {
    const char = script.charAt(at);
    if (char === "\\") at++;
    else if (char === separator) return at + 1;
    // `[/]` holds a separator for some programs only: such a script is not understood.
    else if (char === "[" && bracketHides(script, at, separator)) return null;
  }
  return null;
}

function bracketHides(script: string, at: number, separator: string): boolean {
  const inside = /^\[\^?\]?[^\]]*\]/.exec(script.slice(at, at + MOST_BRACKET));
  // One without an end, or too far away, is not understood either.
  return inside === null || inside[0].includes(separator);
}

/** A command ends at a semicolon, a newline, a brace, a comment or the end. */
function readEnd(script: string, at: number): Position {
  const next = skipSpaces(script, at);
  return next >= script.length || /[;\n}#]/.test(script.charAt(next)) ? next : null;
}

function skipSpaces(script: string, at: number): number {
  let next = at;
  while (/[ \t]/.test(script.charAt(next)) && next < script.length) next++;
  return next;
}

function skipDigits(script: string, at: number): number {
  let next = skipSpaces(script, at);
  while (/\d/.test(script.charAt(next))) next++;
  return next;
}

function skipLabel(script: string, at: number): number {
  let next = skipSpaces(script, at);
  while (/\w/.test(script.charAt(next))) next++;
  return next;
}

function lineEnd(script: string, at: number): number {
  const newline = script.indexOf("\n", at);
  return newline === -1 ? script.length : newline + 1;
}
