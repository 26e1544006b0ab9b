import { FACE_COMMANDS, MODEL_FLAGS, TASK_FLAGS } from "./face-commands.ts";
import { GATEWAY_COMMANDS, GATEWAY_FLAGS } from "./gateway-commands.ts";
import { INDEX_COMMANDS } from "./index-commands.ts";
import { LOG_COMMANDS } from "./log-commands.ts";
import { RESEARCH_COMMANDS } from "./research-commands.ts";
import { MEMORY_COMMANDS, MEMORY_FLAGS } from "./memory-commands.ts";
import { SAFETY_COMMANDS, SAFETY_FLAGS } from "./safety-commands.ts";
import { SETUP_COMMANDS, SETUP_FLAGS } from "./setup-commands.ts";

/** What the value of a flag or a word is one of, for completions; looked up when it is wanted. */
export type ValueKind =
  | "command"
  | "file"
  | "folder"
  | "model"
  | "provider"
  | "schema"
  | "session"
  | "setting"
  | "tool"
  | "transcript";

/** How the value of a flag is written and read. */
export type FlagSpec = {
  /** `list`: a text that may be given several times. */
  readonly type: "boolean" | "string" | "choice" | "seconds" | "list";
  readonly description: string;
  readonly short?: string;
  /** What stands for the value in help. */
  readonly value?: string;
  readonly choices?: readonly string[];
  readonly default?: string;
  readonly from?: ValueKind;
  /** An empty value means something. Elsewhere it is an unset variable of a script. */
  readonly emptyOk?: boolean;
};

export type PositionalSpec = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** Takes all words that are left: joined by spaces, or as they are. */
  readonly rest?: "joined" | "words";
  readonly choices?: readonly string[];
  readonly from?: ValueKind;
};

export type CommandSpec = {
  readonly summary: string;
  readonly usage: string;
  readonly flags: readonly FlagName[];
  readonly positionals: readonly PositionalSpec[];
  readonly examples: readonly string[];
  /** More than the summary says, one line of help each. */
  readonly notes?: readonly string[];
  /** What `--json` prints: its fields, in braces where there are several. */
  readonly json?: string;
  /** What a flag means here, where that is not what it means elsewhere. */
  readonly meanings?: { readonly [flag: string]: string };
  /** What to write for a flag of another command that people try here. */
  readonly instead?: { readonly [flag: string]: string };
};

/** Every flag by its name in code; on the command line `apiKey` is `--api-key`. */
export const FLAGS = {
  model: {
    type: "string",
    value: "MODEL",
    from: "model",
    description: "Model to ask: provider/model, a model id or a provider",
  },
  provider: {
    type: "string",
    value: "NAME",
    from: "provider",
    description: "The provider, as it is named in the config",
  },
  apiKey: {
    type: "string",
    value: "KEY",
    description: "Key for the provider, for this run only; other users of this machine may see it",
  },
  smol: {
    type: "string",
    value: "MODEL",
    from: "model",
    description: "Model of the role smol, for small jobs such as titles",
  },
  slow: {
    type: "string",
    value: "MODEL",
    from: "model",
    description: "Model of the role slow, as in --model slow",
  },
  plan: {
    type: "string",
    value: "MODEL",
    from: "model",
    description: "Model of the role plan, as in --model plan",
  },
  thinking: {
    type: "choice",
    value: "LEVEL",
    choices: ["off", "minimal", "low", "medium", "high", "xhigh", "max"],
    description: "How much the model reasons before it answers",
  },
  output: {
    type: "choice",
    short: "o",
    value: "FORM",
    choices: ["text", "json", "jsonl"],
    default: "text",
    description: "What to print: the answer, one JSON object, or events line by line",
  },
  timeout: {
    type: "seconds",
    value: "SECONDS",
    description: "Stop after this long; 90, 90s, 2m and 1h are understood",
  },
  systemPrompt: {
    type: "string",
    value: "TEXT",
    emptyOk: true,
    description: "Replace the system prompt",
  },
  appendSystemPrompt: { type: "string", value: "TEXT", description: "Add to the system prompt" },
  continue: {
    type: "boolean",
    short: "c",
    description: "Go on with the last session of this folder",
  },
  resume: {
    type: "string",
    value: "ID",
    from: "session",
    description: "Go on with this session: id, its beginning, or name",
  },
  session: {
    type: "string",
    value: "NAME",
    from: "session",
    description: "Go on with the session of this name, or begin it",
  },
  inSession: {
    type: "string",
    value: "SESSION",
    from: "session",
    description: "Look only there: id, its beginning, or name",
  },
  mode: {
    type: "choice",
    value: "MODE",
    choices: ["chat", "plan", "research", "code"],
    description:
      "What you want; by default what the session had, else code, or chat in the home folder",
  },
  tools: {
    type: "list",
    value: "NAMES",
    from: "tool",
    description: "Offer the model these tools only: names with commas between them",
  },
  noTools: { type: "boolean", description: "Offer the model no tools" },
  noMemory: { type: "boolean", description: "Neither recall nor remember, in this session only" },
  noPty: { type: "boolean", description: "Give commands no terminal of their own" },
  plain: { type: "boolean", description: "No colours and no line that changes, on any terminal" },
  transcript: {
    type: "string",
    value: "FILE",
    from: "file",
    description: "Write a receipt of the session there, for squire replay and squire diff",
  },
  maxSteps: { type: "string", value: "N", description: "Most model replies in one turn" },
  budget: {
    type: "string",
    value: "USD",
    description: "Stop before the session costs more than this",
  },
  yes: { type: "boolean", description: "Do what would need a yes, unless a rule forbids it" },
  noSession: { type: "boolean", description: "Keep nothing of this run on disk" },
  json: { type: "boolean", description: "Print JSON" },
  all: { type: "boolean", description: "Of all folders, not only this one" },
  entry: { type: "string", value: "ENTRY", description: "Up to this entry; by default to the end" },
  summary: { type: "boolean", description: "Take notes on what is left behind" },
  noSummary: { type: "boolean", description: "Take no notes, whatever the settings say" },
  depth: {
    type: "choice",
    value: "DEPTH",
    choices: ["quick", "normal", "deep"],
    description: "How thoroughly to look: 2-3, 2-7 or 5-20 searches",
  },
  sources: {
    type: "choice",
    value: "WHERE",
    choices: ["local", "web", "all"],
    description: "Where to look: on this machine, on the web, or both",
  },
  corpus: {
    type: "string",
    value: "DIR",
    from: "folder",
    description: "Look in the documents of this folder, and in nothing else on this machine",
  },
  include: {
    type: "list",
    value: "WHAT",
    description: "Also tools, thinking or artifacts: names with commas between them",
  },
  report: { type: "boolean", description: "Only the last report, with what it cites" },
  older: { type: "string", value: "AGE", description: "Only what is older: 12h, 90d, 8w" },
  format: {
    type: "choice",
    value: "FORMAT",
    choices: ["md", "html", "json", "jsonl"],
    description: "What to write; by default what the name of the file says, else jsonl",
  },
  archive: { type: "boolean", description: "One message per line, as they were said" },
  out: { type: "string", value: "FILE", from: "file", description: "Write to this file or folder" },
  to: {
    type: "string",
    value: "TURN",
    description: "To before this turn: its number, or any entry of it",
  },
  last: { type: "string", value: "N", description: "To before the last N turns" },
  undo: { type: "boolean", description: "Take the last rewind back" },
  code: { type: "boolean", description: "Only files" },
  conversation: { type: "boolean", description: "Only what was said" },
  both: { type: "boolean", description: "Files and what was said; the default" },
  list: { type: "boolean", description: "Show the turns and what they changed" },
  dryRun: { type: "boolean", description: "Show what would be done, and do nothing" },
  force: {
    type: "boolean",
    description: "Do not ask: overwrite what others changed too; a snapshot keeps it",
  },
  limit: { type: "string", value: "COUNT", description: "At most so many, 20 by default" },
  markdown: { type: "boolean", description: "Print Markdown" },
  ...SAFETY_FLAGS,
  ...SETUP_FLAGS,
  ...GATEWAY_FLAGS,
  ...MEMORY_FLAGS,
  config: {
    type: "string",
    value: "FILE",
    from: "file",
    description: "Use this file instead of the user config",
  },
  cwd: { type: "string", value: "DIR", from: "folder", description: "Work in this directory" },
  offline: { type: "boolean", description: "No network except configured local endpoints" },
  verbose: { type: "boolean", short: "v", description: "Say more on standard error" },
  print: { type: "boolean", short: "p", description: "The same as the command run" },
  listModels: { type: "boolean", description: "The same as the command models" },
  help: { type: "boolean", short: "h", description: "Show help" },
  version: { type: "boolean", short: "V", description: "Show the version" },
} as const satisfies { readonly [name: string]: FlagSpec };

export type FlagName = keyof typeof FLAGS;

/** Every command takes these; `print` and `version` choose a command instead of shaping one. */
export const COMMON_FLAGS = [
  "config",
  "cwd",
  "offline",
  "verbose",
  "help",
] as const satisfies readonly FlagName[];

export const COMMANDS = {
  ...FACE_COMMANDS,
  run: {
    summary: "Do one task, print the answer and exit",
    usage: 'squire run "<task>"',
    flags: [
      ...MODEL_FLAGS,
      "output",
      "timeout",
      "systemPrompt",
      "appendSystemPrompt",
      "mode",
      "tools",
      "noTools",
      ...TASK_FLAGS,
      "transcript",
      "noPty",
      "plain",
    ],
    positionals: [
      {
        name: "task",
        description: "What to do; standard input is added to it, and @file attaches a file",
        required: false,
        rest: "words",
      },
    ],
    examples: [
      'squire run "explain the build of this project"',
      'squire run "what is wrong here?" @screen.png @src/app.ts:10-40',
      'git diff | squire -p "write a commit message" --model anthropic',
      'squire run "list the public functions" --output json',
      "squire run \"make the tests pass\" --trust auto --allow 'bash(npm test)'",
    ],
    notes: [
      "Exit codes: 0 done, 1 error, 2 wrong usage, 3 approval or answer needed,",
      "4 budget or limit reached, 5 provider or key failed, 130 aborted.",
      "Standard output has the answer and nothing else; json and jsonl are described",
      "by squire schema run-output and squire schema jsonl/envelope.",
    ],
    instead: { json: "--output json" },
  },
  ...GATEWAY_COMMANDS,
  ...RESEARCH_COMMANDS,
  ...INDEX_COMMANDS,
  ...LOG_COMMANDS,
  ...MEMORY_COMMANDS,
  ...SAFETY_COMMANDS,
  ...SETUP_COMMANDS,
  help: {
    summary: "Show help for a command",
    usage: "squire help [command]",
    flags: [],
    positionals: [
      {
        name: "command",
        description: "The command, e.g. config set",
        required: false,
        rest: "joined",
        from: "command",
      },
    ],
    examples: ["squire help run", "squire help config set"],
  },
  version: {
    summary: "Show the version",
    usage: "squire version",
    flags: [],
    positionals: [],
    examples: ["squire version"],
  },
} as const satisfies { readonly [name: string]: CommandSpec };

export type CommandName = keyof typeof COMMANDS;
