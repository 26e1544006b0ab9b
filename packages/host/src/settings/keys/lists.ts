import { camelKeys, type KeyGroup } from "../key-spec.ts";
import { choice, converted, flag, list, table, text, textWhere } from "../shape.ts";
import { anyText, httpUrl, seconds, textMap } from "./shapes.ts";

/** MCP-6: servers whose tools the model may use. */
export const pluginKeys = {
  name: {
    shape: textWhere(
      (name) => /^[a-zA-Z0-9_.-]{1,100}$/.test(name),
      "a name of at most 100 letters, digits, dots, dashes and underscores",
    ),
    about: "What you call it.",
    example: "files",
  },
  type: {
    shape: choice(["stdio", "http", "sse"]),
    about: "How it is reached: a program, or an address.",
    example: "stdio",
  },
  command: { shape: text, about: "The program …", example: "npx" },
  args: {
    shape: list(anyText),
    about: "… and its arguments.",
    example: ["-y", "some-mcp-server"],
  },
  env: { shape: textMap, about: "Variables for it.", example: { LOG: "warn" } },
  cwd: { shape: text, about: "The folder it runs in.", example: "/home/me/project" },
  url: {
    shape: httpUrl,
    about: "Its address, instead of a program.",
    example: "https://mcp.example.net",
  },
  headers: { shape: textMap, about: "Headers for the address.", example: { "X-Team": "blue" } },
  enabled: { shape: flag, about: "false = keep it, but off.", example: true },
  timeout: { shape: seconds, about: "Seconds a call may take.", example: 60 },
  auth: {
    shape: converted(
      table({ type: choice(["oauth", "none"]) }, { credential_id: text }),
      camelKeys,
    ),
    about: "How to sign in.",
    example: { type: "none" },
  },
} satisfies KeyGroup;

/** HOOK-2. */
export const hookKeys = {
  event: {
    shape: choice([
      "PreToolUse",
      "PostToolUse",
      "UserPromptSubmit",
      "Stop",
      "SessionStart",
      "SessionEnd",
      "PreCompact",
    ]),
    about: "When it runs.",
    example: "PostToolUse",
  },
  match: {
    shape: text,
    about: "Only for tools whose name matches this pattern.",
    example: "edit|write",
  },
  command: { shape: text, about: "The command; exit code 2 blocks.", example: "npm run format" },
  description: { shape: text, about: "What it is for.", example: "keep files formatted" },
  timeout: { shape: seconds, about: "Seconds it may take.", example: 30 },
  cwd: { shape: text, about: "The folder it runs in.", example: "/home/me/project" },
} satisfies KeyGroup;
