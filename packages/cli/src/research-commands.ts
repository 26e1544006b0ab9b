import { MODEL_FLAGS, TASK_FLAGS } from "./face-commands.ts";

/** The commands of research: a part of the table of all commands, which checks it. */
export const RESEARCH_COMMANDS = {
  research: {
    summary: "Answer a question with a report that can be checked",
    usage: 'squire research "<question>"',
    flags: [
      "depth",
      "sources",
      "corpus",
      "out",
      "format",
      "timeout",
      "json",
      ...MODEL_FLAGS,
      "systemPrompt",
      "appendSystemPrompt",
      ...TASK_FLAGS,
      "plain",
    ],
    json: "{answer, report, citations, sources, claims, removed, partial, searches, sessionId}; citations are {n, quote, source, start, end, status} and more",
    positionals: [
      {
        name: "question",
        description: "What you want to know; standard input is added to it",
        required: false,
        rest: "words",
      },
    ],
    examples: [
      'squire research "how do the two retry policies differ?" --sources local',
      'squire research "what changed in HTTP/3?" --depth deep --out report.html',
      'squire research "who was first?" --corpus papers --json',
      "squire research --continue",
    ],
    meanings: {
      out: "Write the report there; .md, .html or .json",
      format: "Form of the report; by default what the name of the file says, else md",
      timeout: "Stop searching in time and deliver what is there; 180 by default",
      continue: "Without a question: write up what a stopped research has found",
    },
    notes: [
      "Each statement carries the number of a quote in a stored, hashed source.",
      "At the time limit the report is marked as partial.",
    ],
  },
  verify: {
    summary: "Check a report again, offline and without a model",
    usage: "squire verify <report>",
    flags: ["online", "json"],
    json: "{ok, kind, citations, claims, counts, problems}; a citation or claim has a problem or null",
    meanings: { online: "Also look whether the pages still say so today" },
    positionals: [
      {
        name: "report",
        description: "A report, a bundle, or a session by id or name",
        required: true,
        from: "file",
      },
    ],
    examples: [
      "squire verify report.html",
      "squire verify 3f2a --online",
      "squire verify bundle --json",
    ],
    notes: [
      "Each quote must stand in the stored source, whose hash must be the same, and",
      "the numbers, dates and names of a sentence in its quotes. The exit code is 1",
      "when something does not hold.",
    ],
  },
} as const;
