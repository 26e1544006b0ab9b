/** A pattern that tries too many ways to match. */
export class PatternTooSlow extends Error {
  override readonly name = "PatternTooSlow";
}

/** Far above what a sound pattern takes for one window of lines, below where the engine gives up. */
const SLOW_MS = 300;
/** Long lines take their time. */
const CHARS_PER_MS = 10_000;

/**
 * As `exec`, but throws where a pattern gets lost: the engine of JavaScript then says "no match"
 * after a while, which is not true. It is tried twice, since the first time includes compiling.
 */
export function patientExec(regex: RegExp, text: string): RegExpExecArray | null {
  const from = regex.lastIndex;
  const limit = SLOW_MS + text.length / CHARS_PER_MS;
  for (let tries = 0; tries < 2; tries++) {
    const begun = workedMs();
    regex.lastIndex = from;
    const found = regex.exec(text);
    if (found !== null || workedMs() - begun < limit) return found;
  }
  throw new PatternTooSlow("The pattern takes too long.");
}

/** What was worked, not waited: a busy machine makes no pattern bad. */
function workedMs(): number {
  return process.threadCpuUsage().user / 1_000;
}
