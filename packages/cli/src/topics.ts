/** The first words of all commands as the program's help has them, in groups. */
export type TopicGroup = {
  readonly title: string;
  /** Null: what the command says of itself. */
  readonly topics: { readonly [topic: string]: string | null };
};

export const TOPIC_GROUPS: readonly TopicGroup[] = [
  {
    title: "Work",
    topics: {
      open: null,
      chat: null,
      code: null,
      run: null,
      research: null,
      verify: null,
      rewind: null,
    },
  },
  {
    title: "Sessions",
    topics: {
      session: "List, show, check, fork, move and delete sessions",
      search: null,
      stats: null,
      rerun: null,
      replay: null,
      diff: null,
    },
  },
  {
    title: "Other faces",
    topics: {
      web: null,
      attach: null,
      gateway: "Let a browser and other programs of yours use sessions",
      serve: null,
    },
  },
  {
    title: "Memory and search",
    topics: { memory: "Add to what is remembered, search it, forget", index: null },
  },
  {
    title: "What may happen",
    topics: {
      permissions: "Show the rules, and how a call would be judged",
      why: null,
      trust: null,
      tool: "List the tools, run one by hand",
      audit: "Show and check the record of what was done",
    },
  },
  {
    title: "Set up and look after",
    topics: {
      setup: null,
      login: null,
      logout: null,
      models: null,
      config: "Read and change settings, and see where they come from",
      doctor: null,
      completions: null,
      update: null,
      debug: "Write a report for somebody who looks for a fault",
      schema: null,
      help: null,
      version: null,
    },
  },
];
