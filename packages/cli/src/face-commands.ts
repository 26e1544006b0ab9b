/** Which model is asked, and how; wherever one is. */
export const MODEL_FLAGS = [
  "model",
  "provider",
  "apiKey",
  "smol",
  "slow",
  "plan",
  "thinking",
] as const;

/** What bounds a task, what it may do unasked, and which session it belongs to. */
export const TASK_FLAGS = [
  "maxSteps",
  "budget",
  "yes",
  "trust",
  "allow",
  "ask",
  "deny",
  "continue",
  "resume",
  "session",
  "noSession",
  "noMemory",
] as const;

const FACE_FLAGS = [
  ...MODEL_FLAGS,
  "systemPrompt",
  "appendSystemPrompt",
  "trust",
  "allow",
  "ask",
  "deny",
  "noTools",
  "maxSteps",
  "budget",
  "continue",
  "resume",
  "session",
  "noSession",
  "noMemory",
  "noPty",
  "plain",
] as const;

const PROMPT = {
  name: "prompt",
  description: "What to begin with; @file refers to a file",
  required: false,
  rest: "words",
} as const;

const MEANINGS = {
  plain: "Line by line: no colours, nothing that moves, for screen readers too",
  noSession: "Keep nothing of this session on disk",
  allow: "Allow such calls, in this session only",
  ask: "Ask for such calls, in this session only",
  deny: "Never such calls, in this session only",
} as const;

/** The commands that open the terminal face: a part of the table of all commands, which checks it. */
export const FACE_COMMANDS = {
  open: {
    summary: "Work with Squire in this folder, in the terminal",
    usage: 'squire ["<prompt>"]',
    flags: ["mode", ...FACE_FLAGS],
    positionals: [PROMPT],
    examples: [
      "squire",
      'squire "make the retry policy honour Retry-After"',
      "squire --continue",
      "squire --model anthropic --trust auto",
    ],
    notes: [
      "The word open may be left out. /help lists what can be typed there.",
      "Without a terminal it does what squire run does.",
    ],
    meanings: MEANINGS,
  },
  chat: {
    summary: "Talk without tools, in the terminal",
    usage: 'squire chat ["<prompt>"]',
    flags: FACE_FLAGS,
    positionals: [PROMPT],
    examples: ["squire chat", 'squire chat "what is a monad?"'],
    meanings: MEANINGS,
  },
  code: {
    summary: "Work on the code of a folder, in the terminal",
    usage: "squire code [dir]",
    flags: FACE_FLAGS,
    positionals: [
      {
        name: "dir",
        description: "The folder; by default this one",
        required: false,
        from: "folder",
      },
    ],
    examples: ["squire code", "squire code ~/src/acme --continue"],
    meanings: MEANINGS,
  },
} as const;
