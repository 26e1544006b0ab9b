/** The flags of these commands alone: a part of the table of all. */
export const MEMORY_FLAGS = {
  jsonl: {
    type: "string",
    value: "FILE",
    from: "file",
    description: "A file of {id, text, at?, speaker?, session?}, one per line",
  },
  file: { type: "list", value: "FILE", from: "file", description: "A document; may be repeated" },
  queries: {
    type: "string",
    value: "FILE",
    from: "file",
    description: "A file of {id, query}, one per line; one {id, hits} per line is printed",
  },
  status: { type: "boolean", description: "Show what there is, and change nothing" },
  clear: { type: "boolean", description: "Take the index of this folder away" },
  wordsOnly: { type: "boolean", description: "Index words alone: seconds instead of minutes" },
  k: { type: "string", short: "k", value: "N", description: "At most so many hits, 10 by default" },
} as const;

const memory = {
  name: "name",
  description: "What squire memory list or a hit calls it",
  required: true,
} as const;

/** The commands over what is remembered: a part of the table of all, which checks it. */
export const MEMORY_COMMANDS = {
  "memory search": {
    summary: "Search past sessions, notes and added documents",
    usage: 'squire memory search "<question>"',
    flags: ["k", "queries", "json"],
    json: "a list of {id, text, score, source, kind, speaker, at, parts}",
    positionals: [
      {
        name: "text",
        description: "What you look for, in your own words",
        required: false,
        rest: "joined",
      },
    ],
    examples: [
      'squire memory search "when did we change the retry limits?"',
      "squire memory search --queries questions.jsonl -k 20",
    ],
    notes: ["Nothing leaves this machine unless memory.embedding_model says so."],
  },
  "memory add": {
    summary: "Add texts or documents to what can be found",
    usage: "squire memory add --file <file>",
    flags: ["jsonl", "file", "json"],
    json: "{items, sources, changed, embedded}",
    positionals: [],
    examples: [
      "squire memory add --file notes.md --file design.md",
      "squire memory add --jsonl talk.jsonl",
    ],
    notes: ["What was added before under the same id or path is replaced."],
  },
  "memory list": {
    summary: "List what is remembered, last changed first",
    usage: "squire memory list",
    flags: ["limit", "json"],
    json: "a list of {path, kind, title, project, at, indexedAt, chunks, standing}",
    positionals: [],
    examples: ["squire memory list", "squire memory list --limit 100 --json"],
    notes: ["Notes that are stale or superseded come last, and it is said."],
  },
  "memory show": {
    summary: "Show one thing that is remembered",
    usage: "squire memory show <name>",
    flags: ["json"],
    json: "{path, chunks}; chunks are {text, speaker, at, line, key}",
    positionals: [memory],
    examples: ["squire memory show notes.md"],
    notes: ["The beginning of a name is enough where only one begins so."],
  },
  "memory forget": {
    summary: "Forget one thing",
    usage: "squire memory forget <name>",
    flags: [],
    positionals: [memory],
    examples: ["squire memory forget notes.md"],
    notes: [
      "The beginning of a name is enough where only one begins so.",
      "A note is deleted. Session logs and documents are not touched.",
      "A session can be found again once something new is said in it.",
    ],
  },
  "memory rebuild": {
    summary: "Make the memory index again",
    usage: "squire memory rebuild",
    flags: ["json"],
    json: "{sources, chunks, embedded}",
    positionals: [],
    examples: ["squire memory rebuild"],
    notes: ["Sessions and notes are read again; what was added by hand is kept."],
  },
  "memory enqueue": {
    summary: "Learn from the past sessions of this project now",
    usage: "squire memory enqueue",
    flags: ["json"],
    json: "{learned, failed, consolidated, costUsd, unpriced, stopped}",
    positionals: [],
    examples: ["squire memory enqueue"],
    notes: ["Asks your default model, which costs; needs memories.enabled = true."],
  },
  "memory stats": {
    summary: "Show how much is remembered",
    usage: "squire memory stats",
    flags: ["json"],
    json: "{sources, chunks, embedded, cached, bytes, model, vectors}",
    positionals: [],
    examples: ["squire memory stats"],
  },
} as const;
