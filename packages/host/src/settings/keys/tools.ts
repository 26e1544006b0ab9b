import type { KeyGroup } from "../key-spec.ts";
import { choice, flag, list, text, whole } from "../shape.ts";
import { count, httpUrl, seconds, texts } from "./shapes.ts";

export const toolsKeys = {
  enabled: {
    shape: texts,
    about: "Exactly these built-in tools; empty = the core ones, all = every one.",
    default: [],
    example: ["read", "grep", "edit"],
  },
  auto_flatten: {
    shape: flag,
    about: "Offer deeply nested tool arguments as flat ones.",
    default: true,
    project: true,
  },
} satisfies KeyGroup;

export const skillsKeys = {
  paths: {
    shape: texts,
    about: "More folders with skills.",
    default: [],
    example: ["~/skills"],
    file: true,
  },
  include: {
    shape: texts,
    about: "Only these skills; empty = all.",
    default: [],
    example: ["review"],
  },
  ignored: {
    shape: texts,
    about: "Skills that are not even listed.",
    default: [],
    example: ["draft-*"],
  },
  disabled: {
    shape: texts,
    about: "Skills that are switched off.",
    default: [],
    example: ["explore"],
  },
} satisfies KeyGroup;

export const editKeys = {
  variant: {
    shape: choice(["replace", "hashline", "chunk", "patch", "blocks"]),
    about: "How the model writes edits; unset = what suits the model.",
    example: "replace",
    project: true,
  },
} satisfies KeyGroup;

export const fsKeys = {
  allow_write: { shape: flag, about: "false = only tools that read files.", default: true },
} satisfies KeyGroup;

export const shellKeys = {
  persistent: { shape: flag, about: "Keep one shell open between commands.", default: false },
  intercept: {
    shape: flag,
    about: "Point out better tools for commands like cat.",
    default: true,
  },
  pass_env: {
    shape: texts,
    about: "Secret variables that commands may see.",
    default: [],
    example: ["NPM_TOKEN"],
  },
} satisfies KeyGroup;

export const pythonKeys = {
  kernel_mode: {
    shape: choice(["session", "per-call"]),
    about: "Keep Python running between calls, or start it afresh.",
    default: "session",
  },
  tool_mode: {
    shape: choice(["both", "ipy-only", "bash-only"]),
    about: "Offer Python and the shell, or only one of them.",
    default: "both",
  },
} satisfies KeyGroup;

export const planKeys = {
  tools: {
    shape: choice(["readonly", "none"]),
    about: "Tools in plan mode; unset = readonly in a project, else none.",
    example: "readonly",
  },
  headless: {
    shape: choice(["approve", "stop"]),
    about: "What happens to a plan when nobody can be asked.",
    default: "stop",
  },
} satisfies KeyGroup;

export const askKeys = {
  timeout: { shape: seconds, about: "Seconds to wait for an answer; 0 = for ever.", default: 0 },
} satisfies KeyGroup;

export const todoKeys = {
  reminder: {
    shape: flag,
    about: "Remind the model of open items when it stops.",
    default: true,
    project: true,
  },
} satisfies KeyGroup;

export const referencesKeys = {
  outside: { shape: flag, about: "Let @file name files outside the project.", default: false },
} satisfies KeyGroup;

export const discoveryKeys = {
  sources: {
    shape: texts,
    about: "Whose files to read: squire, claude, codex, gemini, …; empty = all.",
    default: [],
    example: ["squire"],
  },
} satisfies KeyGroup;

/** As in `PROVIDER_IDS` of tools, which would be much to load at every start. */
const SEARCH_PROVIDERS = [
  "searxng",
  "exa",
  "tavily",
  "brave",
  "perplexity",
  "firecrawl",
  "zai",
  "anthropic",
  "codex",
  "mojeek",
] as const;

export const webKeys = {
  search_order: {
    shape: list(choice(SEARCH_PROVIDERS)),
    about:
      "Search engines to ask, one after the other; empty = all that have a key or a login, then mojeek.",
    default: [],
    example: ["brave", "mojeek"],
  },
  searxng_url: {
    shape: httpUrl,
    about: "A SearXNG of your own, to search with.",
    example: "http://localhost:8888",
  },
  allow_hosts: {
    shape: texts,
    about: "Hosts of this machine or network whose pages may be read.",
    default: [],
    example: ["localhost:3000"],
  },
} satisfies KeyGroup;

export const researchKeys = {
  min_searches: { shape: count, about: "Fewest searches.", default: 2, project: true },
  max_searches: { shape: whole(1, 100), about: "Most searches.", default: 7, project: true },
  parallel: {
    shape: whole(1, 16),
    about: "Questions worked on at once.",
    default: 1,
    project: true,
  },
  timeout: { shape: seconds, about: "Seconds for a whole answer.", default: 180, project: true },
} satisfies KeyGroup;

export const memoryKeys = {
  enabled: { shape: flag, about: "Remember between sessions.", default: true },
  auto_recall: { shape: flag, about: "Bring up fitting memories by itself.", default: true },
  embedding_model: {
    shape: text,
    about: "Make embeddings with this model; unset = locally, nothing leaves the machine.",
    example: "text-embedding-3-small",
  },
} satisfies KeyGroup;

export const memoriesKeys = {
  enabled: { shape: flag, about: "Learn from past sessions in the background.", default: false },
} satisfies KeyGroup;
