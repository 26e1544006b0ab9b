// Old syntax on purpose: this file must load on any Node that knows modules.

export const OLDEST_NODE = 20;

/**
 * What is wrong with this Node, or null when it will do.
 * @param {string} version as in `process.versions.node`
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST_NODE) return null;
  return (
    "Squire needs Node " +
    OLDEST_NODE +
    " or newer to start; this is Node " +
    version +
    ".\nInstall a current Node and run the same command again."
  );
}
