/** The flags of these commands, and of `run`, over what may happen: a part of the table of all. */
export const SAFETY_FLAGS = {
  trust: {
    type: "choice",
    value: "TRUST",
    choices: ["review", "auto", "yolo"],
    description: "What may happen unasked; by default what the session had, else review",
  },
  allow: { type: "list", value: "RULE", description: "Allow such calls, in this run only" },
  ask: { type: "list", value: "RULE", description: "Ask for such calls, in this run only" },
  deny: { type: "list", value: "RULE", description: "Never such calls, in this run only" },
  batch: {
    type: "string",
    value: "FILE",
    from: "file",
    description: 'Judge one {"id","tool","args"} per line of this file; - is standard input',
  },
  revoke: { type: "boolean", description: "Trust the folder no longer" },
  online: { type: "boolean", description: "Also ask the providers whether they can be reached" },
} as const;

const RULE_FLAGS = ["trust", "mode", "allow", "ask", "deny", "yes"] as const;
const TOOL = {
  name: "tool",
  from: "tool",
  description: "The tool, e.g. bash; aliases are understood",
} as const;
const ARGS = { name: "args", description: 'Its arguments as JSON, e.g. {"command":"ls"}' } as const;
const REQUEST = {
  name: "request",
  description: "What is to be done: then only the tools that fit, best first",
  required: false,
  rest: "joined",
} as const;
const RULES_HERE = {
  allow: "Judge as if there was this rule too",
  ask: "Judge as if there was this rule too",
  deny: "Judge as if there was this rule too",
} as const;

/** The commands over what may happen and why: a part of the table of all commands, which checks it. */
export const SAFETY_COMMANDS = {
  why: {
    summary: "Show why a call was allowed, asked for or denied",
    usage: "squire why <call>",
    flags: ["inSession", "json"],
    json: "{callId, sessionId, tool, decision} and how it ended",
    positionals: [
      { name: "call", description: "The id of the call, as session show has it", required: true },
    ],
    examples: ["squire why call_7", "squire why call_7 --in-session 3f2a --json"],
    instead: { session: "--in-session" },
  },
  "permissions list": {
    summary: "Show all rules and what could run unasked right now",
    usage: "squire permissions list",
    flags: [...RULE_FLAGS, "json"],
    json: "{folder, mode, trust, headless, rules, problems, unattended} and more",
    positionals: [],
    examples: ["squire permissions list", "squire permissions list --trust auto --json"],
    meanings: { ...RULES_HERE, yes: "As with --yes: what asks is done" },
  },
  "permissions test": {
    summary: "Show how a call would be judged, without running it",
    usage: "squire permissions test <tool> '<json>'",
    flags: [...RULE_FLAGS, "batch", "json"],
    json: "{verdict, trail} and suggestedRule where one would help; --batch prints {id, verdict} per line",
    positionals: [
      { ...TOOL, required: false },
      { ...ARGS, required: false },
    ],
    examples: [
      `squire permissions test bash '{"command":"npm test"}'`,
      `squire permissions test mkdir '{"path":"a"}' --trust auto --json`,
      "squire permissions test --batch calls.jsonl",
    ],
    notes: [
      "It is judged as if somebody was there to be asked, unless --yes is given.",
      "A line of a batch that cannot be judged is named; the exit code is 2 then.",
    ],
    meanings: { ...RULES_HERE, yes: "As with --yes: what asks is done" },
  },
  trust: {
    summary: "Show what a folder would bring into effect, and trust it",
    usage: "squire trust [folder]",
    flags: ["yes", "revoke", "list", "json"],
    json: "{folder, state, influencers, instructions, notes, changes, complete, digest}; with --list a list of {root, at}",
    positionals: [
      {
        name: "folder",
        from: "folder",
        description: "The folder; by default this one",
        required: false,
      },
    ],
    examples: ["squire trust", "squire trust ../other --yes", "squire trust --list"],
    notes: [
      "Trust is bound to the contents: when they change, it is asked for again.",
      "Without a terminal nothing is trusted unless --yes is given.",
    ],
    meanings: { yes: "Trust it without asking", list: "Show all folders that are trusted" },
  },
  "tool list": {
    summary: "List the tools; with a request, those that fit it",
    usage: "squire tool list [request]",
    flags: ["json"],
    json: "a list of {name, description, effect, aliases, parameters, available}",
    positionals: [REQUEST],
    examples: ["squire tool list", "squire tool list --json", "squire tool list run the tests"],
  },
  "tool run": {
    summary: "Run one tool by hand: gate, sandbox and caps as for a model",
    usage: "squire tool run <tool> '<json>'",
    flags: [...RULE_FLAGS, "timeout", "json"],
    json: "{ok, output, text, decision, durationMs}",
    positionals: [
      { ...TOOL, required: true },
      { ...ARGS, required: true },
    ],
    examples: [
      `squire tool run read '{"path":"README.md"}'`,
      `squire tool run bash '{"command":"npm test"}' --yes --json`,
    ],
    notes: ["Exit codes: 0 done, 1 it failed, 2 wrong usage, 3 it needs a yes, 130 aborted."],
  },
  "audit show": {
    summary: "Show the record of what was done, the newest last",
    usage: "squire audit show",
    flags: ["limit", "json"],
    json: "a list of {seq, at, kind} and what belongs to the kind",
    positionals: [],
    examples: ["squire audit show --limit 50", "squire audit show --json"],
  },
  "audit verify": {
    summary: "Check that nobody has changed the record",
    usage: "squire audit verify",
    flags: ["json"],
    json: "{ok, entries, head, problems, torn}",
    positionals: [],
    examples: ["squire audit verify --json"],
  },
  doctor: {
    summary: "Check settings, keys, sandbox, tools and files",
    usage: "squire doctor",
    flags: ["online", "json"],
    json: "a list of {name, status, message} and advice where there is some; status is ok, warn or fail",
    positionals: [],
    examples: ["squire doctor", "squire doctor --online --json"],
    notes: ["Exit code 1 when a check fails; warnings do not count."],
  },
} as const;
