import { describe, expect, test } from "bun:test";
import { readArgs } from "./args.ts";
import { COMMANDS, FLAGS } from "./commands.ts";
import type { CommandName } from "./commands.ts";
import { renderHelp } from "./help.ts";
import { spelled } from "./spelling.ts";

const names = Object.keys(COMMANDS) as CommandName[];
const topics = [undefined, "config", "session", "permissions", "tool", "audit", ...names];

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

  test("CLI-1: the program's help names every command", () => {
    for (const name of names) expect(renderHelp()).toContain(`  ${name}  `);
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
        const words = /squire (.*)$/.exec(example)?.[1] ?? "";
        const argv = [...words.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
          ([, quoted, single, bare]) => quoted ?? single ?? bare ?? "",
        );
        expect(readArgs(argv)).toMatchObject({ command: name });
      }
    }
  });
});
