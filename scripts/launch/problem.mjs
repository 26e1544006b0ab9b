/** A failure the user can act on: shown as it is, without a stack. */
export class LaunchProblem extends Error {
  /**
   * @param {string} what what happened
   * @param {string} todo what to do about it
   * @param {number} [exitCode]
   */
  constructor(what, todo, exitCode = 1) {
    super(`${what}\n${todo}`);
    this.exitCode = exitCode;
  }
}
