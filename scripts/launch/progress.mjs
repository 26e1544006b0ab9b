/**
 * One line on stderr that says what is going on and for how long; without a terminal a plain line
 * at the start and one at the end.
 * @param {string} what
 */
export function startProgress(what) {
  const { stderr } = process;
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  const draw = () => stderr.write(`\r${what} … ${seconds()} s`);
  if (!stderr.isTTY) stderr.write(`${what} …\n`);
  const timer = stderr.isTTY ? setInterval(draw, 500) : undefined;
  if (stderr.isTTY) draw();
  return {
    stop() {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write("\r\u001b[K");
    },
    done() {
      stderr.write(`${what}: done in ${seconds()} s\n`);
    },
  };
}
