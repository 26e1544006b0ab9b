/** The commands over what may happen and why: a part of the table of all commands, which checks it. */
export const SAFETY_COMMANDS = {
  why: {
    summary: "Show why a call was allowed, asked for or denied",
    usage: "squire why <call>",
    flags: ["inSession", "json"],
    positionals: [
      { name: "call", description: "The id of the call, as session show has it", required: true },
    ],
    examples: ["squire why call_7", "squire why call_7 --in-session 3f2a --json"],
    instead: { session: "--in-session" },
  },
} as const;
