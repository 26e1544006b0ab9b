import { describe, expect, test } from "bun:test";
import { readArgs } from "./args.ts";
import { COMMANDS, FLAGS } from "./commands.ts";
import type { CommandName, CommandSpec } from "./commands.ts";
import { renderHelp } from "./help.ts";
import { spelled } from "./spelling.ts";
import { TOPIC_GROUPS } from "./topics.ts";

const names = Object.keys(COMMANDS) as CommandName[];
const firsts = [...new Set(names.map((name) => name.split(" ", 1)[0] ?? name))];
const topics = [...new Set([undefined, ...firsts, ...names])];

describe("CLI-1: help", () => {
  test.each(topics.map((topic) => [topic ?? "the program", topic] as const))(
    "CLI-1: help for %s looks like this",
    (_, topic) => {
      expect(renderHelp(topic)).toMatchSnapshot();
    },
  );

  test("CLI-1: help fits 80 columns, ends in one newline and has no colour", () => {
    for (const topic of topics) {
      const text = renderHelp(topic);
      const widest = Math.max(...text.split("\n").map((line) => line.length));
      expect([topic, widest <= 80]).toEqual([topic, true]);
      expect(text).toMatch(/[^\n]\n$/);
      expect(text).not.toContain("\u001b");
    }
  });

  test("CLI-1: the program's help names the first word of every command once, and that names it", () => {
    const listed = TOPIC_GROUPS.flatMap(({ topics: group }) => Object.keys(group));
    expect(listed.toSorted()).toEqual(firsts.toSorted());
    for (const first of firsts) expect(renderHelp()).toContain(`\n  ${first}  `);
    for (const name of names) expect(renderHelp(name.split(" ", 1)[0])).toContain(name);
  });

  test("CLI-1: help of a command that prints JSON says what it prints", () => {
    for (const name of names) {
      const spec: CommandSpec = COMMANDS[name];
      expect([name, spec.json !== undefined]).toEqual([name, spec.flags.includes("json")]);
      if (spec.json === undefined) continue;
      expect(renderHelp(name)).toContain("\nWith --json it prints\n");
    }
  });

  test("CLI-2: a command's help names every flag it takes, and every flag is taken somewhere", () => {
    for (const name of names) {
      for (const flag of COMMANDS[name].flags) {
        expect(renderHelp(name)).toContain(` ${spelled(flag)}`);
      }
    }
    const all = topics.map((topic) => renderHelp(topic)).join("\n");
    const hidden = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).filter(
      (flag) => !all.includes(` ${spelled(flag)}`),
    );
    expect(hidden).toEqual(["print"]);
  });

  test("CLI-1: every example is a command line that is understood", () => {
    for (const name of names) {
      for (const example of COMMANDS[name].examples) {
        // What the shell does with it is not ours to read.
        const words = /squire (.*?)(?: (?:<|>>?) .*)?$/.exec(example)?.[1] ?? "";
        const argv = [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
          ([, quoted, single, bare]) => quoted ?? single ?? bare ?? "",
        );
        expect(readArgs(argv)).toMatchObject({ command: name });
      }
    }
  });
});
