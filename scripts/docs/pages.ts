import { z } from "zod";
import { COMMANDS, COMMON_FLAGS, FLAGS } from "../../packages/cli/src/commands.ts";
import type { CommandSpec, FlagName, FlagSpec } from "../../packages/cli/src/commands.ts";
import { spelled } from "../../packages/cli/src/spelling.ts";
import { defaultConfigText } from "../../packages/host/src/settings/default-file.ts";
import { environmentMarkdown } from "../../packages/host/src/settings/env.ts";
import { allKeys } from "../../packages/host/src/settings/schema.ts";
import { commandInfos } from "../../packages/host/src/api/commands/table.ts";
import { eventSchemas } from "../../packages/protocol/src/event.ts";
import { methodSchemas } from "../../packages/protocol/src/method.ts";
import { protocolFiles } from "./protocol-files.ts";
import { terminalParts } from "./terminal-page.ts";
import { PRESETS } from "../../packages/llm/src/presets/index.ts";

/** Pages that are written by code from the tables they describe: path → text. */
export function generatedPages(): ReadonlyMap<string, string> {
  return new Map([
    ["docs/configuration.md", configurationPage()],
    ["docs/commands.md", commandsPage()],
    ["docs/vendors.md", vendorsPage()],
    ["docs/protocol.md", protocolPage()],
    ["docs/terminal.md", page("The terminal face", ...terminalParts())],
    ["squire.example.toml", defaultConfigText()],
    [".env.example", envExample()],
    ...protocolFiles(),
  ]);
}

const NOTICE = "<!-- Written by scripts/docs.ts; change the tables in the code instead. -->";

function configurationPage(): string {
  const rows = allKeys().map(([path, { about, ...spec }]) => {
    const value =
      "default" in spec && spec.default !== undefined ? JSON.stringify(spec.default) : "";
    const project = "project" in spec && spec.project ? "yes" : "";
    return `| \`${path.join(".")}\` | ${about} | ${code(value)} | ${project} |`;
  });
  return page(
    "Configuration",
    [
      "Settings are layered: flags, then `SQUIRE_*` variables, then `squire.toml` of the project, then",
      "`config.toml` in `SQUIRE_HOME` (default `~/.squire`), then defaults. Tables merge key by key; a list replaces the",
      'list below it unless its key ends in `+` (written `"fallback+" = […]`), which appends. A mistake costs only the key',
      "it is in, and is shown with file, line and key. `squire config explain <key>` shows every layer.",
      "",
      "A project file may set only the keys marked *project*: endpoints, keys, permissions and programs belong to the user.",
      "Until you trust the folder it has no effect at all.",
    ].join("\n"),
    `## Keys\n\n| Key | Meaning | Default | project |\n|---|---|---|---|\n${rows.join("\n")}\n`,
    `## Environment\n\n${environmentMarkdown()}`,
  );
}

function commandsPage(): string {
  const sections = Object.entries<CommandSpec>(COMMANDS).map(([name, spec]) => {
    const flags = spec.flags.map((flag) => flagRow(flag, spec.meanings?.[flag])).join("\n");
    const table = flags === "" ? "" : `\n| Flag | Meaning |\n|---|---|\n${flags}\n`;
    const json = spec.json === undefined ? [] : [`With \`--json\` it prints ${spec.json}.`];
    const notes = [...json, ...(spec.notes ?? [])].join("\n");
    const examples = `\n\`\`\`sh\n${spec.examples.join("\n")}\n\`\`\`\n`;
    return `## squire ${name}\n\n${spec.summary}. Usage: \`${spec.usage}\`\n${table}${notes === "" ? "" : `\n${notes}\n`}${examples}`;
  });
  const common = `Every command also takes:\n\n| Flag | Meaning |\n|---|---|\n${COMMON_FLAGS.map((flag) => flagRow(flag)).join("\n")}\n`;
  return page("Commands", common, ...sections);
}

function flagRow(name: FlagName, meaning?: string): string {
  const { value, description, choices, default: usual }: FlagSpec = FLAGS[name];
  const more = [choices?.join(", "), usual === undefined ? undefined : `default ${usual}`];
  const hint = more.filter((part) => part !== undefined).join("; ");
  return `| \`${spelled(name)}${value === undefined ? "" : ` ${value}`}\` | ${meaning ?? description}${hint === "" ? "" : ` (${hint})`} |`;
}

function vendorsPage(): string {
  const rows = PRESETS.map(({ name, label, api, keyEnv = [], keyless, default: usual }) => {
    const keys = keyless === true ? "no key" : keyEnv.map((key) => `\`${key}\``).join(", ");
    return `| \`${name}\` | ${label ?? name} | \`${api ?? ""}\` | ${keys} | ${usual === undefined ? "" : `\`${usual}\``} |`;
  });
  return page(
    "Vendors",
    [
      "Each row is a preset of a few lines in `packages/llm/src/presets/`. A vendor that is not here is added by settings",
      "alone, without code:",
      "",
      "```toml",
      "[[providers]]",
      'name = "acme"',
      'kind = "openai"            # openai-responses | anthropic | google',
      'base_url = "https://llm.acme.example/v1"',
      'api_key_env = "ACME_KEY"',
      'models = ["acme-large"]',
      "context_window = 200000",
      "```",
    ].join("\n"),
    `| Name | Vendor | Wire protocol | Key from | Default model |\n|---|---|---|---|---|\n${rows.join("\n")}\n`,
    "Ollama, LM Studio and llama.cpp are found by themselves when they run on this machine and nothing else is set up.\n",
  );
}

/** For people who write a face. */
function protocolPage(): string {
  const methods = Object.entries(methodSchemas).map(([name, { about, params, result }]) => {
    return `| \`${name}\` | ${about} | ${fields(params())} | ${fields(result())} |`;
  });
  const events = Object.entries(eventSchemas).map(([name, schema]) => {
    return `| \`${name}\` | ${fields(schema(), "type")} |`;
  });
  const commands = commandInfos().map(({ name, aliases, args, description, where }) => {
    const names = [name, ...aliases].map((one) => `\`/${one}\``).join(" ");
    return `| ${names} | ${code(args)} | ${description} | ${where} |`;
  });
  return page(
    "Writing a face",
    [
      "Every face, in process or over a socket, has the same two things: `call(method, params)` and",
      "`events(sessionKey, fromSeq)`. A call gives a result or fails with a `HostError`, whose `failure` says what happened",
      "and what to do. The schemas are in `packages/protocol`, and as JSON Schema in [`protocol/`](protocol); `protocol/fixtures` has",
      "the same events in the words of every wire.",
      "",
      "Events carry `seq`, from 1 without gaps within one opening of a session. A stream begins with `session.restored`: the state",
      "and what the log has kept, as events to be folded like any others. Who was away asks from the last `seq` it has; who",
      "was away too long, or reads too slowly, gets `session.restored` again and nobody waits for it. The same event comes to",
      "everybody when the branch in view becomes another one. Unknown events are to be ignored.",
      "",
      "`reduceView` of `packages/client` makes of these events what a screen draws; a face in TypeScript needs nothing else.",
      "Questions (`approval.requested`, `question.asked`) belong to no client: the first answer counts, and all are told.",
    ].join("\n"),
    `## Methods\n\n| Method | What it does | Params | Result |\n|---|---|---|---|\n${methods.join("\n")}\n`,
    `## Events\n\n| Event | Fields |\n|---|---|\n${events.join("\n")}\n`,
    `## Slash commands\n\n\`commands.list\` gives this table; those of the host are run by \`command.run\`.\n\n| Command | Arguments | What it does | Done by |\n|---|---|---|---|\n${commands.join("\n")}\n`,
  );
}

/** The names of an object's fields; a question mark for those that may be absent. */
function fields(schema: z.ZodType, skip = ""): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input" });
  const names = Object.keys(properties).filter((name) => name !== skip);
  return names.map((name) => `\`${name}${required.includes(name) ? "" : "?"}\``).join(" ");
}

function envExample(): string {
  const rows = PRESETS.flatMap(({ label, name, keyEnv = [] }) =>
    keyEnv.slice(0, 1).map((key) => `# ${label ?? name}\n# ${key}=\n`),
  );
  return `# Keys Squire looks for. Copy to ~/.env, or set them in your shell.\n\n${rows.join("\n")}`;
}

function page(title: string, ...parts: readonly string[]): string {
  return [`# ${title}`, NOTICE, ...parts].map((part) => part.trimEnd()).join("\n\n") + "\n";
}

function code(text: string): string {
  return text === "" ? "" : `\`${text.replaceAll("|", "\\|")}\``;
}
