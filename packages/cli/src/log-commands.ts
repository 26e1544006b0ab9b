const session = {
  name: "session",
  description: "Its id, the beginning of its id, or its name",
  required: true,
} as const;
const transcript = "A transcript file, or a session by id or name";

/** The commands over what is kept of runs: a part of the table of all commands, which checks it. */
export const LOG_COMMANDS = {
  "session list": {
    summary: "List the sessions of this folder, last used first",
    usage: "squire session list",
    flags: ["all", "json"],
    positionals: [],
    examples: ["squire session list", "squire session list --all --json"],
  },
  "session show": {
    summary: "Show what was said and done in a session",
    usage: "squire session show <session>",
    flags: ["json"],
    positionals: [session],
    examples: ["squire session show 3f2a"],
  },
  "session tree": {
    summary: "Show the entries of a session with all branches",
    usage: "squire session tree <session>",
    flags: ["json"],
    positionals: [session],
    examples: ["squire session tree 3f2a"],
  },
  "session verify": {
    summary: "Check that sessions are whole and unchanged",
    usage: "squire session verify [session]",
    flags: ["json"],
    positionals: [{ ...session, description: "One of them; by default all", required: false }],
    examples: ["squire session verify", "squire session verify 3f2a --json"],
    notes: ["The exit code is 1 when something is wrong. Nothing is changed."],
  },
  "session fork": {
    summary: "Start a new session from a branch of another",
    usage: "squire session fork <session>",
    flags: ["entry"],
    positionals: [session],
    examples: ["squire session fork 3f2a", "squire session fork 3f2a --entry 9c01"],
  },
  "session delete": {
    summary: "Move a session to the trash",
    usage: "squire session delete <session>",
    flags: [],
    positionals: [session],
    examples: ["squire session delete 3f2a"],
  },
  "session restore": {
    summary: "Take a session out of the trash",
    usage: "squire session restore <session>",
    flags: [],
    positionals: [{ ...session, description: "Its whole id" }],
    examples: ["squire session restore 3f2a88c1-5d0e-4b7e-9c55-0f5e3d1b2a77"],
  },
  "session prune": {
    summary: "Remove old sessions from the trash for good",
    usage: "squire session prune",
    flags: ["older"],
    positionals: [],
    examples: ["squire session prune --older 90d"],
    notes: ["Without --older, what was deleted more than 30 days ago."],
  },
  "session export": {
    summary: "Write a session as a page, as data, or to move it",
    usage: "squire session export <session>",
    flags: ["format", "archive", "out", "json"],
    positionals: [session],
    examples: [
      "squire session export 3f2a --out talk.html",
      "squire session export 3f2a --out moved.jsonl",
    ],
    notes: [
      "jsonl holds everything, with artifacts, for squire session import.",
      "The other formats are to be read: what looks like a key is taken out.",
      "Without --out it goes to standard output.",
    ],
  },
  "session import": {
    summary: "Make a session from an export or another agent's file",
    usage: "squire session import <file>",
    flags: ["json"],
    positionals: [{ name: "file", description: "The file; it is not changed", required: true }],
    examples: ["squire session import moved.jsonl"],
  },
  search: {
    summary: "Search what was said and done in all sessions",
    usage: 'squire search "<text>"',
    flags: ["limit", "json"],
    positionals: [
      { name: "text", description: "Words that must all occur", required: true, rest: true },
    ],
    examples: ['squire search "flaky test"', 'squire search "timeout" --limit 5 --json'],
  },
  "index rebuild": {
    summary: "Make the search index again from the sessions",
    usage: "squire index rebuild",
    flags: ["json"],
    positionals: [],
    examples: ["squire index rebuild"],
  },
  stats: {
    summary: "Show what was used and what it cost",
    usage: "squire stats [transcript]",
    flags: ["json"],
    positionals: [{ name: "transcript", description: transcript, required: false }],
    examples: ["squire stats", "squire stats --json"],
  },
  replay: {
    summary: "Recompute the figures of a transcript",
    usage: "squire replay <transcript>",
    flags: ["markdown", "json"],
    positionals: [{ name: "transcript", description: transcript, required: true }],
    examples: ["squire replay run.jsonl", "squire replay 3f2a --json"],
  },
  diff: {
    summary: "Compare two transcripts turn by turn",
    usage: "squire diff <a> <b>",
    flags: ["markdown", "json"],
    positionals: [
      { name: "a", description: transcript, required: true },
      { name: "b", description: "The other one", required: true },
    ],
    examples: ["squire diff before.jsonl after.jsonl --markdown"],
  },
  rerun: {
    summary: "Play a session again and compare every request, byte by byte",
    usage: "squire rerun <id>",
    flags: ["json"],
    positionals: [
      { name: "id", description: "The session: id, its beginning, or name", required: true },
    ],
    examples: ["squire rerun 3f2a", "squire rerun 3f2a --json"],
    notes: ["Nothing is run and no model is asked: replies and outcomes come from the log."],
  },
} as const;
