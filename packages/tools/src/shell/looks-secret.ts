const SECRET_WORDS = /KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|SESSION_ID|DSN$/i;
/** Ways to somebody who has secrets. */
const AGENTS =
  /^(SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|DBUS_SESSION_BUS_ADDRESS|DOCKER_HOST)$/;
/** What makes programs load code or run other programs (S15). */
const STEERING =
  /^(LD_.*|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PS4|PROMPT_COMMAND|IFS|CDPATH|GLOBIGNORE|BASH_FUNC_.*|NODE_OPTIONS|PYTHONSTARTUP|PERL5OPT|RUBYOPT|LUA_INIT.*|VIMINIT|EXINIT|GIT_.*|SQUIRE_.*|AWS_.*|AZURE_.*|GOOGLE_.*)$/;

/** Whether a variable by its name is a secret, or leads to one, or to code nobody has asked for. */
export function looksSecret(name: string): boolean {
  return SECRET_WORDS.test(name) || AGENTS.test(name) || STEERING.test(name);
}
