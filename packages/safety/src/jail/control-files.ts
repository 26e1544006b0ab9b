import { plainPart, spells } from "./spelling.ts";

/**
 * Files that decide what programs may do or will run by themselves: ours, other agents', editors',
 * package managers', shells'. A change to one of them is a change of the rules, wherever it lies.
 */
export const CONTROL_FOLDERS: readonly string[] = [
  ".squire",
  ".git",
  ".hg",
  ".svn",
  ".jj",
  ".husky",
  ".vscode",
  ".idea",
  ".zed",
  ".fleet",
  ".devcontainer",
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".windsurf",
  ".kiro",
  ".continue",
  ".opencode",
  ".agents",
  ".ssh",
  ".gnupg",
  "autostart",
  "launchagents",
  "launchdaemons",
];

export const CONTROL_FILES: readonly string[] = [
  "squire.toml",
  "squire.local.toml",
  "permissions.local.toml",
  "mcp.json",
  ".pre-commit-config.yaml",
  ".tool-versions",
  ".vimrc",
  ".exrc",
  "crontab",
  ".pnpmfile.js",
  "opencode.json",
  "opencode.jsonc",
  ".mcp.json",
  ".aider.conf.yml",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  "bunfig.toml",
  ".envrc",
  "mise.toml",
  ".mise.toml",
  ".gitmodules",
  ".gitconfig",
  ".cargo/config",
  ".cargo/config.toml",
  ".pypirc",
  ".netrc",
  ".profile",
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".zlogout",
  ".cshrc",
  ".tcshrc",
  ".kshrc",
  ".inputrc",
  ".config/fish/config.fish",
];

/**
 * The part of a path that makes it such a file, or a place in such a folder; null when it is none.
 * Also found under other spellings that some disk takes for the same name.
 */
export function controlName(path: string): string | null {
  const parts = path.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  for (const part of parts) {
    const folder = CONTROL_FOLDERS.find((name) => spells(part, name));
    if (folder !== undefined) return folder;
  }
  const plain = parts.map(plainPart);
  const found = CONTROL_FILES.find((file) => {
    const names = file.split("/");
    const tail = plain.slice(-names.length);
    return tail.length === names.length && names.every((name, at) => spells(tail[at] ?? "", name));
  });
  return found ?? null;
}

/** Whether a part of a path is a repository's own folder, or the file that stands for it. */
export function isGitInternal(path: string): boolean {
  return path.split(/[/\\]/).some((part) => spells(part, ".git"));
}
