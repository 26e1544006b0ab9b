/** Upper case; Windows does not tell the cases apart. */
export const CORE_NAMES: ReadonlySet<string> = new Set([
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TERM",
  "COLORTERM",
  "NO_COLOR",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "PWD",
  "HOSTNAME",
  "COLUMNS",
  "LINES",
  "CI",
  // Where toolchains live: without them the user's own compilers are not found.
  "JAVA_HOME",
  "GOPATH",
  "GOROOT",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "PYENV_ROOT",
  "NVM_DIR",
  "VIRTUAL_ENV",
  "CONDA_PREFIX",
  "ANDROID_HOME",
  "DOTNET_ROOT",
  // Windows cannot start a program without these.
  "SYSTEMROOT",
  "SYSTEMDRIVE",
  "WINDIR",
  "COMSPEC",
  "PATHEXT",
  "USERPROFILE",
  "HOMEDRIVE",
  "HOMEPATH",
  "APPDATA",
  "LOCALAPPDATA",
  "PROGRAMDATA",
  "PROGRAMFILES",
  "PROGRAMFILES(X86)",
  "COMMONPROGRAMFILES",
  "NUMBER_OF_PROCESSORS",
  "PROCESSOR_ARCHITECTURE",
  "OS",
]);

export const KEPT_FAMILIES = /^(?:LC|XDG|SQUIRE)_/;

/**
 * Never by default, whatever family they are of: they make programs load code, run something or
 * talk to somebody with the user's rights.
 */
export const DANGEROUS_NAMES =
  /^(?:LD_|DYLD_|GLIBC_|MALLOC_|GIT_|PERL|PYTHON|RUBY|LUA_|NODE_|BUN_|NPM_|DENO_|JAVA_TOOL|_JAVA|JDK_JAVA|MAVEN_OPTS|GRADLE_OPTS|BASH_|SSH_|DBUS_|GPG_|DOCKER_|PROMPT|SHELLOPTS|BASHOPTS|ENV$|PS4$|IFS$|CDPATH$|GLOBIGNORE|EDITOR$|VISUAL$|PAGER$|BROWSER$|LESS|MANPAGER|VIMINIT|EXINIT|GVIMINIT|R_PROFILE|PHPRC|PHP_INI|XDG_RUNTIME_DIR$|XDG_CONFIG_DIRS$|SQUIRE_HOME$|SQUIRE_CONFIG$)/i;

/** Anything that calls itself a secret, or belongs to a cloud account. */
export const SECRET_WORDS =
  /(?:KEY|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH|COOKIE|SESSION_ID|DSN|DATABASE_URL|CONNECTION_STRING|WEBHOOK)|^(?:AWS|AZURE|ARM|GOOGLE|GCP|GCLOUD|CLOUDSDK|OCI|DIGITALOCEAN|HEROKU|VAULT|KUBE|TF_VAR)_/i;
