import { subcommands } from "./args.ts";
import { COMMANDS, COMMON_FLAGS, FLAGS } from "./commands.ts";
import type { CommandName, CommandSpec, FlagName, FlagSpec } from "./commands.ts";
import { spelled } from "./spelling.ts";
import { TOPIC_GROUPS } from "./topics.ts";

const WIDTH = 80;

/** What `squire help` prints: for a command, for the first word of several, or for the program. */
export function renderHelp(topic?: string): string {
  if (topic === undefined) return page(programHelp());
  const command = commandNames().find((name) => name === topic);
  return page(command === undefined ? groupHelp(topic) : commandHelp(command, COMMANDS[command]));
}

type Row = readonly [label: string, text: string];
type Section = { readonly title: string; readonly lines: readonly string[] };

function programHelp(): readonly Section[] {
  const groups = TOPIC_GROUPS.map(({ title, topics }) => ({
    title,
    rows: Object.entries(topics).map(([topic, text]): Row => [topic, text ?? summaryOf(topic)]),
  }));
  const label = widest(groups.flatMap(({ rows }) => rows));
  return [
    { title: "squire — a local-first agent that codes, researches and remembers", lines: [] },
    {
      title: "Usage",
      lines: [
        '  squire ["<prompt>"]         work in the terminal',
        '  squire run "<task>"         also: squire -p "<task>"',
        "  squire <command> [flags]",
      ],
    },
    ...groups.map(({ title, rows }) => ({ title, lines: table(rows, label) })),
    { title: "Flags of every command", lines: table(flagRows([...COMMON_FLAGS, "version"])) },
    { title: "Examples", lines: EXAMPLES.map((example) => `  ${example}`) },
    { title: "More about a command, with examples", lines: ["  squire help <command>"] },
  ];
}

const EXAMPLES = [
  "squire",
  "squire setup",
  'squire run "explain the build of this project"',
  'git diff | squire -p "write a commit message"',
  'squire run "fix the failing test" --trust auto --budget 0.50',
];

function summaryOf(topic: string): string {
  return commandNames().find((name) => name === topic) === undefined
    ? ""
    : COMMANDS[topic as CommandName].summary;
}

function groupHelp(group: string): readonly Section[] {
  const names = commandNames().filter((name) => name.startsWith(`${group} `));
  const title = `squire ${group} — ${subcommands(group).join(", ")}`;
  return [
    { title: title.length > WIDTH ? `squire ${group}` : title, lines: [] },
    { title: "Usage", lines: names.map((name) => `  ${COMMANDS[name].usage}`) },
    { title: "Commands", lines: table(commandRows(names)) },
  ];
}

function commandHelp(name: CommandName, spec: CommandSpec): readonly Section[] {
  const below = commandNames().filter((other) => other.startsWith(`${name} `));
  const words = spec.positionals.map((word): Row => [word.name, word.description]);
  return [
    { title: `squire ${name} — ${spec.summary}`, lines: [] },
    { title: "Usage", lines: [`  ${spec.usage} [flags]`] },
    { title: "Commands", lines: table(commandRows(below)) },
    { title: "Words", lines: table(words) },
    { title: "Flags", lines: table(flagRows(spec.flags, spec.meanings)) },
    { title: "Flags of every command", lines: table(flagRows(COMMON_FLAGS)) },
    { title: "Examples", lines: spec.examples.map((example) => `  ${example}`) },
    { title: "With --json it prints", lines: jsonLines(spec) },
    { title: "Notes", lines: (spec.notes ?? []).map((note) => `  ${note}`) },
  ].filter((section, index) => index === 0 || section.lines.length > 0);
}

function jsonLines({ json }: CommandSpec): readonly string[] {
  return json === undefined ? [] : wrapped(json, WIDTH - 2).map((line) => `  ${line}`);
}

function page(sections: readonly Section[]): string {
  return sections.map(({ title, lines }) => `${[title, ...lines].join("\n")}\n`).join("\n");
}

function commandNames(): readonly CommandName[] {
  return Object.keys(COMMANDS) as CommandName[];
}

function commandRows(names: readonly CommandName[]): readonly Row[] {
  return names.map((name) => [name, COMMANDS[name].summary]);
}

function flagRows(
  names: readonly FlagName[],
  meanings: CommandSpec["meanings"] = {},
): readonly Row[] {
  return names.map((name) => {
    const spec: FlagSpec = FLAGS[name];
    const short = spec.short === undefined ? "    " : `-${spec.short}, `;
    const value = spec.value === undefined ? "" : ` ${spec.value}`;
    return [
      `${short}${spelled(name)}${value}`,
      `${meanings[name] ?? spec.description}${limits(spec)}`,
    ];
  });
}

function limits(spec: FlagSpec): string {
  const said = [
    ...(spec.choices === undefined ? [] : [spec.choices.join(", ")]),
    ...(spec.default === undefined ? [] : [`default ${spec.default}`]),
    ...(spec.type === "list" ? ["may be given several times"] : []),
  ];
  return said.length === 0 ? "" : ` (${said.join("; ")})`;
}

function widest(rows: readonly Row[]): number {
  return Math.max(0, ...rows.map(([text]) => text.length));
}

function table(rows: readonly Row[], label = widest(rows)): readonly string[] {
  return rows.flatMap(([name, text]) => {
    const [first = "", ...rest] = wrapped(text, WIDTH - label - 4);
    return [
      `  ${name.padEnd(label)}  ${first}`,
      ...rest.map((line) => `${" ".repeat(label + 4)}${line}`),
    ];
  });
}

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
