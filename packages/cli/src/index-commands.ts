/** The index of a workspace: a part of the table of all commands, which checks it. */
export const INDEX_COMMANDS = {
  index: {
    summary: "Make the files of this folder searchable by meaning",
    usage: "squire index",
    flags: ["force", "wordsOnly", "status", "clear", "json"],
    json: "{root, ready, files, changed, removed, pieces, embedded, wordsOnly, bytes}",
    positionals: [],
    meanings: { force: "Read every file again, whatever its time says" },
    examples: ["squire index", "squire index --words-only", "squire index --status --json"],
    notes: [
      "From then on the model has semantic_search here, and the index follows the",
      "files by itself. What ignore files name, secrets, what was generated and files",
      "over 512 KB stay out. Nothing leaves this machine. Ctrl+C stops it; what is",
      "done is kept, and the next squire index goes on.",
      "squire index rebuild is something else: the index of your sessions.",
    ],
  },
} as const;
