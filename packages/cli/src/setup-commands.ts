/** The flags of these commands alone: a part of the table of all. */
export const SETUP_FLAGS = {
  nonInteractive: {
    type: "boolean",
    description: "Ask nothing: what neither flags nor the environment say is an error",
  },
  test: { type: "boolean", description: "Send the model one tiny request at the end" },
} as const;

const key = {
  name: "key",
  from: "setting",
  description: "A setting, e.g. default_model or agent.max_steps",
  required: true,
} as const;
const provider = {
  name: "provider",
  from: "provider",
  description: "The provider, e.g. anthropic; asked for when absent",
  required: false,
} as const;

/** The commands that set Squire up and look after it: a part of the table of all, which checks it. */
export const SETUP_COMMANDS = {
  models: {
    summary: "List the models that can be used",
    usage: "squire models",
    flags: ["provider", "json"],
    json: "a list of {ref, provider, id, name, canonical, api, available, keyless, contextWindow, maxTokens, reasoning, input, cost, source}",
    positionals: [],
    examples: ["squire models", "squire models --provider openrouter --json"],
    notes: ["squire --list-models is the same."],
    instead: { output: "--json" },
  },
  "models prices": {
    summary: "Show the price table and its date",
    usage: "squire models prices",
    flags: ["provider", "json"],
    json: "{date, unit, prices}; prices are {model, input, output} and more where known",
    positionals: [],
    examples: ["squire models prices --provider deepseek"],
  },
  "config get": {
    summary: "Print the value of a setting",
    usage: "squire config get <key>",
    flags: ["json"],
    json: "the value alone; null when it is not set",
    positionals: [key],
    examples: ["squire config get default_model"],
  },
  "config set": {
    summary: "Change a setting in the user config",
    usage: "squire config set <key> <value>",
    flags: [],
    positionals: [key, { name: "value", description: "The new value", required: true }],
    examples: [
      "squire config set default_model deepseek/deepseek-v4-flash",
      `squire config set fallback '["openai", "anthropic"]'`,
    ],
  },
  "config unset": {
    summary: "Remove a setting from the user config",
    usage: "squire config unset <key>",
    flags: [],
    positionals: [key],
    examples: ["squire config unset default_model"],
  },
  "config list": {
    summary: "Print all settings that are in force",
    usage: "squire config list",
    flags: ["json"],
    json: "an object of {value, layer} by key",
    positionals: [],
    examples: ["squire config list", "squire config list --json"],
  },
  "config path": {
    summary: "Print where the config files are",
    usage: "squire config path",
    flags: ["json"],
    json: "a list of {layer, path, status}",
    positionals: [],
    examples: ["squire config path"],
  },
  "config explain": {
    summary: "Show where a setting gets its value from",
    usage: "squire config explain <key>",
    flags: ["json"],
    json: "{known, key, about, value, layers}; layers are {layer, origin, inEffect} and what they say",
    positionals: [key],
    examples: ["squire config explain agent.max_steps"],
  },
  setup: {
    summary: "Choose a provider, key and default model",
    usage: "squire setup",
    flags: ["provider", "apiKey", "model", "nonInteractive", "test", "json"],
    json: "{provider, model, keyFrom, configFile, tested}",
    positionals: [],
    examples: [
      "squire setup",
      "squire setup --provider anthropic --non-interactive",
      "squire setup --provider deepseek --non-interactive --test < key.txt",
    ],
    meanings: {
      apiKey: "Key for the provider, kept for later; other users of this machine may see it",
    },
    notes: [
      "Keys in the environment and model servers on this machine are found by",
      "themselves. Without a terminal and --api-key, a key is read from standard",
      "input. Nothing is sent to a provider before you say so: --test, or a yes to",
      "the question. It can be run again.",
    ],
  },
  login: {
    summary: "Store a key for a provider",
    usage: "squire login [provider]",
    flags: ["apiKey"],
    positionals: [provider],
    examples: ["squire login anthropic", "squire login anthropic < key.txt"],
  },
  logout: {
    summary: "Remove the stored keys of a provider",
    usage: "squire logout [provider]",
    flags: [],
    positionals: [provider],
    examples: ["squire logout anthropic"],
  },
  completions: {
    summary: "Print a script that completes command lines in your shell",
    usage: "squire completions <shell>",
    flags: [],
    positionals: [
      {
        name: "shell",
        description: "Your shell",
        required: true,
        choices: ["bash", "zsh", "fish"],
      },
    ],
    examples: [
      "squire completions bash >> ~/.bashrc",
      'squire completions zsh > "${fpath[1]}/_squire"',
      "squire completions fish > ~/.config/fish/completions/squire.fish",
    ],
  },
  schema: {
    summary: "Print the JSON Schema of what Squire writes and reads",
    usage: "squire schema [name]",
    flags: ["list"],
    positionals: [
      {
        name: "name",
        from: "schema",
        description: "One of them, e.g. run-output; by default all in one object",
        required: false,
      },
    ],
    meanings: { list: "Print the names only" },
    examples: [
      "squire schema --list",
      "squire schema run-output",
      "squire schema jsonl/event/tool_call",
    ],
    notes: [
      "Lines of --output jsonl are jsonl/envelope, the event in each is",
      "jsonl/event/<type>, and what --output json prints is run-output.",
      "Fields and events may be added: readers ignore what they do not know.",
    ],
  },
  update: {
    summary: "Look whether there is a newer version",
    usage: "squire update",
    flags: ["json"],
    json: "{current, latest, newer, advice}",
    positionals: [],
    examples: ["squire update"],
    notes: [
      "It asks the address in update.url, and nobody when that is not set. With",
      "update.check = true that is also done once a day, after a run on a terminal.",
    ],
  },
  "debug report": {
    summary: "Write what helps to find a fault, without keys",
    usage: "squire debug report",
    flags: ["inSession", "out"],
    positionals: [],
    meanings: {
      inSession: "Add what was said and done in this session: id, its beginning, or name",
      out: "Write to this file; - is standard output",
    },
    examples: ["squire debug report", "squire debug report --in-session 3f2a --out report.json"],
    notes: [
      "Versions, system, settings (masked), what squire doctor says, the last errors.",
      "Read it before you send it to somebody. Nothing is sent by this command.",
    ],
    instead: { session: "--in-session" },
  },
} as const;
