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
  ".ssh",
  ".gnupg",
];

export const CONTROL_FILES: readonly string[] = [
  "squire.toml",
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
 * Whether a path below a root is such a file or folder, or lies in such a folder. Also true for
 * other spellings of it that some disk takes for the same name.
 */
export function isControlFile(rootRelativePath: string): boolean {
  const parts = rootRelativePath.split(/[/\\]/).filter((part) => part !== "" && part !== ".");
  if (parts.some((part) => CONTROL_FOLDERS.some((name) => spells(part, name)))) return true;
  const plain = parts.map(plainPart);
  return CONTROL_FILES.some((file) => {
    const names = file.split("/");
    const tail = plain.slice(-names.length);
    return tail.length === names.length && names.every((name, at) => spells(tail[at] ?? "", name));
  });
}

/** Whether a part of a path is a repository's own folder, or the file that stands for it. */
export function isGitInternal(path: string): boolean {
  return path.split(/[/\\]/).some((part) => spells(part, ".git"));
}
