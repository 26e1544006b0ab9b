/** The flags of these commands alone: a part of the table of all. */
export const GATEWAY_FLAGS = {
  port: {
    type: "string",
    value: "PORT",
    description: "Port; 0 is any free one, by default 18789 or the next",
  },
  host: {
    type: "string",
    value: "ADDRESS",
    description: "Address to listen on; by default 127.0.0.1",
  },
  withoutTls: {
    type: "boolean",
    description: "Other addresses without a certificate: others can read",
  },
  noOpen: { type: "boolean", description: "Print the address instead of opening a browser" },
  stdio: { type: "boolean", description: "Speak JSON lines on standard input and output" },
  noWatchdog: {
    type: "boolean",
    description: "Stay without a heartbeat every 15 seconds",
  },
} as const;

/** The commands that let others use sessions: a part of the table of all commands, which checks it. */
export const GATEWAY_COMMANDS = {
  web: {
    summary: "Work with Squire in a browser",
    usage: "squire web",
    flags: ["port", "noOpen"],
    positionals: [],
    examples: ["squire web", "squire web --no-open"],
    notes: [
      "Uses a gateway that runs already, or starts one until you press Ctrl+C.",
      "For a session that is open in a terminal, type /web there.",
    ],
  },
  attach: {
    summary: "Work in the terminal with a session of a running gateway",
    usage: "squire attach [url|session]",
    flags: ["plain"],
    positionals: [
      {
        name: "where",
        description: "An address, or a session by id or name; by default the last",
        required: false,
        from: "session",
      },
    ],
    examples: [
      "squire attach",
      "squire attach 3f2a",
      "SQUIRE_TOKEN=… squire attach wss://squire.example.net:18789",
    ],
    notes: ["For another machine set SQUIRE_TOKEN to its token."],
    meanings: { plain: "Line by line: no colours, nothing that moves, for screen readers too" },
  },
  gateway: {
    summary: "Run a gateway: sessions for browsers and other programs",
    usage: "squire gateway",
    flags: ["port", "host", "withoutTls", "json"],
    json: "{url, wsUrl, tokenFile} on its first line",
    positionals: [],
    examples: ["squire gateway", "squire gateway --port 0 --json"],
    notes: ["Only this machine can reach it, and only with its token."],
  },
  "gateway token": {
    summary: "Show the token of the gateway, or make a new one",
    usage: "squire gateway token show|rotate",
    flags: ["json"],
    json: "{token, tokenFile}",
    positionals: [
      {
        name: "action",
        description: "show prints it; rotate makes a new one and sends everybody away",
        required: true,
        choices: ["show", "rotate"],
      },
    ],
    examples: ["squire gateway token show", "squire gateway token rotate"],
  },
  serve: {
    summary: "Serve one program over standard input and output",
    usage: "squire serve --stdio",
    flags: ["stdio", "noWatchdog"],
    positionals: [],
    examples: ["squire serve --stdio", "squire serve --stdio --no-watchdog"],
    notes: ["One JSON object per line, both ways. squire schema jsonl/command/chat is one."],
  },
} as const;
