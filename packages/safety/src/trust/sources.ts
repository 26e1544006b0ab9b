/** What a file of a project would be to Squire, once the folder is trusted. */
export type Influence =
  | "settings"
  | "environment"
  | "mcp"
  | "hook"
  | "extension"
  | "tool"
  | "command"
  | "skill"
  | "agent"
  | "rule"
  | "theme"
  /** Settings of other agents, which are read as if they were ours (CFG-5). */
  | "foreign"
  | "other";

/** Files and folders of a project that take effect; nothing else of it does. */
export const SOURCES: readonly { readonly name: string; readonly as: Influence }[] = [
  { name: "squire.toml", as: "settings" },
  { name: ".env", as: "environment" },
  { name: ".mcp.json", as: "mcp" },
  { name: ".squire", as: "other" },
  { name: ".claude", as: "foreign" },
  { name: ".codex", as: "foreign" },
  { name: ".gemini", as: "foreign" },
  { name: ".cursor", as: "foreign" },
  { name: ".opencode", as: "foreign" },
  { name: ".agents", as: "foreign" },
  { name: "opencode.json", as: "foreign" },
  { name: "opencode.jsonc", as: "foreign" },
];

/** What lies inside `.squire` (CFG-7): folders, and the text that replaces the base prompt (MEM-2). */
export const NATIVE_FOLDERS: Readonly<Record<string, Influence>> = {
  hooks: "hook",
  extensions: "extension",
  plugins: "extension",
  tools: "tool",
  commands: "command",
  skills: "skill",
  agents: "agent",
  rules: "rule",
  prompts: "rule",
  instructions: "rule",
  themes: "theme",
  "SYSTEM.md": "rule",
};

/**
 * Texts that only the model reads: shown to the user, but a changed sentence asks for no new trust.
 * Nothing in them runs.
 */
export const INSTRUCTIONS: readonly string[] = [
  "SQUIRE.md",
  ".squire/AGENTS.md",
  "AGENTS.md",
  "AGENTS.override.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  "CODEX.md",
  ".cursorrules",
  ".windsurfrules",
  ".clinerules",
  ".github/copilot-instructions.md",
];
