/**
 * Files that decide what runs, or what Squire and other agents may do (S24, S25). Writing one is
 * always asked for by itself.
 */
const FOLDERS =
  /^(?:\.squire|\.git|\.hg|\.svn|\.jj|\.vscode|\.idea|\.zed|\.fleet|\.cursor|\.claude|\.codex|\.gemini|\.windsurf|\.kiro|\.continue|\.opencode|\.agents|\.husky|\.devcontainer|\.ssh|\.gnupg|autostart|launchagents|launchdaemons)$/;
const NAMES =
  /^(?:squire\.toml|squire\.local\.toml|permissions\.local\.toml|\.mcp\.json|mcp\.json|\.npmrc|\.yarnrc(?:\.yml)?|\.pnpmfile\.c?js|\.envrc|\.gitconfig|\.gitmodules|\.bashrc|\.bash_profile|\.bash_login|\.bash_logout|\.bash_aliases|\.profile|\.zshrc|\.zprofile|\.zshenv|\.zlogin|\.zlogout|\.kshrc|\.cshrc|\.tcshrc|\.inputrc|\.vimrc|\.exrc|\.netrc|\.pypirc|\.cargo\/config(?:\.toml)?|config\.fish|crontab|\.aider\.conf\.yml|\.pre-commit-config\.yaml|\.tool-versions|\.?mise\.toml|bunfig\.toml|opencode\.jsonc?)$/;

/** The part of a path that makes it a control file; null when it is none. */
export function controlName(path: string): string | null {
  const parts = path
    .split(/[/\\]/)
    .map(plainName)
    .filter((part) => part !== "");
  const folder = parts.find((part) => FOLDERS.test(part));
  if (folder !== undefined) return folder;
  const last = parts.at(-1) ?? "";
  const above = parts.at(-2) ?? "";
  if (NAMES.test(last)) return last;
  return NAMES.test(`${above}/${last}`) ? `${above}/${last}` : null;
}

/** As disks see a name that ignore case, dots and blanks at the end, or characters nobody sees. */
function plainName(part: string): string {
  const plain = part
    .normalize("NFC")
    .replaceAll(/\p{Cf}/gu, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return /^git~\d+$/.test(plain) ? ".git" : plain === "" && /^\.+$/.test(part) ? part : plain;
}
