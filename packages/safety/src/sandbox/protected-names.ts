/**
 * What other programs act upon by themselves when they see it in a folder: our own settings, those
 * of other agents and of editors. Read-only inside a writable root; where one is missing, nobody
 * may create it (S24).
 */
export const GUARDED_NAMES: readonly string[] = [
  ".squire",
  "squire.toml",
  ".mcp.json",
  ".claude",
  ".codex",
  ".gemini",
  ".cursor",
  ".opencode",
  ".vscode",
  ".npmrc",
];

/**
 * The same, but a folder held in their place would get in the way of honest programs: read-only
 * where they exist, reported when they appear.
 */
export const WATCHED_NAMES: readonly string[] = [
  ".agents",
  ".aider.conf.yml",
  ".cline",
  ".clinerules",
  ".continue",
  ".kiro",
  ".roo",
  ".windsurf",
  "opencode.json",
  "opencode.jsonc",
  ".devcontainer",
  ".devcontainer.json",
  ".fleet",
  ".idea",
  ".zed",
  ".exrc",
  ".nvim.lua",
  ".nvimrc",
  ".vimrc",
  ".dir-locals.el",
  ".envrc",
  ".gitconfig",
  ".pnpmfile.cjs",
  ".yarnrc",
  ".yarnrc.yml",
  "bunfig.toml",
  "mise.toml",
  ".mise.toml",
];

/** Inside a `.git` folder: what makes git start programs or look elsewhere for its settings. */
export const GIT_GUARDED = {
  /** Held as empty folders where they are missing. */
  folders: ["hooks", "info"],
  /**
   * Held as files with this text. A `commondir` file would lead git to another `config`; one that
   * leads to the same place changes nothing.
   */
  files: { config: "", commondir: ".\n" },
  /** Only where they exist. */
  ifThere: ["config.worktree", "modules", "worktrees"],
} as const;

/** In the home folder, for those who work there: what shells and sessions run when they start. */
export const HOME_GUARDED: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
];

export const HOME_GUARDED_IF_THERE: readonly string[] = [
  ".bash_aliases",
  ".bash_logout",
  ".zlogout",
  ".zsh",
  ".oh-my-zsh",
  ".inputrc",
  ".editrc",
  ".gitconfig",
  ".gdbinit",
  ".lldbinit",
  ".irbrc",
  ".psqlrc",
  ".Rprofile",
  ".sqliterc",
  ".curlrc",
  ".wgetrc",
  ".tmux.conf",
  ".screenrc",
  ".xinitrc",
  ".xprofile",
  ".xsessionrc",
  ".pam_environment",
  ".vim",
  ".emacs",
  ".emacs.d",
  ".vscode-server",
  ".config/autostart",
  ".config/environment.d",
  ".config/fish",
  ".config/git",
  ".config/nushell",
  ".config/nvim",
  ".config/systemd",
  ".config/tmux",
  ".local/bin",
  ".local/share/applications",
  ".local/share/systemd",
  "bin",
  "go/bin",
  ".bun/bin",
  ".cargo/bin",
  ".cargo/config.toml",
  ".cargo/env",
  ".deno/bin",
  ".asdf",
  ".nvm",
  ".pyenv",
  ".rbenv",
  ".sdkman",
  ".volta",
];
