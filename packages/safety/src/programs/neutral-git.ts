/** Settings of git that a repository must not decide, and what they are set to. */
const SETTINGS: Readonly<Record<string, string>> = {
  // A program that is asked which files changed.
  "core.fsmonitor": "false",
  // Hooks run when `status` or `diff` refresh the index.
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  // Programs that check signatures, for `%G?` and when the log shows them by itself.
  "log.showSignature": "false",
  "gpg.program": "false",
  "gpg.openpgp.program": "false",
  "gpg.x509.program": "false",
  "gpg.ssh.program": "false",
  // A folder that only looks like a repository brings settings of its own.
  "safe.bareRepository": "explicit",
  // No look into submodules, which have settings of their own.
  "diff.ignoreSubmodules": "dirty",
  // What a partial clone lacks is not fetched.
  "core.sshCommand": "false",
  "protocol.allow": "never",
};

/**
 * The environment in which a git command that only reads runs no helper (S13). It overrides the
 * settings of the repository, of the user and of the system:
 *
 * | variable | takes the power from |
 * |---|---|
 * | `GIT_CONFIG_KEY_n` | the settings above |
 * | `GIT_PAGER`, `PAGER` | `core.pager`, `pager.<command>` |
 * | `GIT_OPTIONAL_LOCKS` | writing the index, and the hooks that follow |
 * | `GIT_ALLOW_PROTOCOL`, `GIT_NO_LAZY_FETCH` | `remote.*.promisor`, `ext::` addresses |
 * | `GIT_TERMINAL_PROMPT`, `GIT_ASKPASS` | questions for passwords |
 *
 * No environment takes back `diff.external`, `diff.<x>.command`, `diff.<x>.textconv`,
 * `filter.<x>.clean` and `include.path`: `inspectCall` looks for these, and then the gate asks.
 */
export function neutralGitEnv(): Readonly<Record<string, string>> {
  const settings = Object.entries(SETTINGS);
  return {
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(settings.map(([key], i) => [`GIT_CONFIG_KEY_${i}`, key])),
    ...Object.fromEntries(settings.map(([, value], i) => [`GIT_CONFIG_VALUE_${i}`, value])),
    GIT_PAGER: "cat",
    PAGER: "cat",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "false",
  };
}
