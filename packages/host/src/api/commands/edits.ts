import { refuse } from "../failures.ts";
import { hostCommand } from "./command.ts";
import type { Command } from "./command.ts";
import { code, list } from "./words.ts";

/** Edits that wait, and what the user answers for. */
export const editCommands: readonly Command[] = [
  hostCommand(
    {
      name: "apply",
      args: "[number or path]",
      description: "Apply edits that wait: all, one, or those of a file",
      group: "files",
      whileRunning: false,
    },
    async ({ args, call, sessionKey }) => {
      const { results } = await call("edits.apply", { sessionKey, ...whichOf(args) });
      const lines = results.map(({ path, status, message }) => {
        return `${code(path)}: ${status}${message === undefined ? "" : `: ${message}`}`;
      });
      return { text: list(lines, "") };
    },
  ),
  hostCommand(
    {
      name: "discard",
      args: "[number or path]",
      description: "Throw edits away that wait: all, one, or those of a file",
      group: "files",
      whileRunning: false,
    },
    async ({ args, call, sessionKey }) => {
      const { edits } = await call("edits.discard", { sessionKey, ...whichOf(args) });
      return {
        text: list(
          edits.map(({ id, path }) => `edit ${id} of ${code(path)}`),
          "",
        ),
      };
    },
  ),
  hostCommand(
    {
      name: "edits",
      description: "Edits that wait for /apply or /discard",
      group: "files",
    },
    async ({ call, sessionKey }) => {
      const { edits } = await call("edits.list", { sessionKey });
      return {
        text: list(
          edits.map(({ id, path }) => `${id}: ${code(path)}`),
          "No edit waits.",
        ),
      };
    },
  ),
  hostCommand(
    {
      name: "untaint",
      description: "Answer for what was read from outside: nothing is asked because of it any more",
      group: "talk",
    },
    async ({ call, sessionKey }) => {
      const { ok } = await call("taint.clear", { sessionKey });
      return { text: ok ? "What was read so far taints nothing any more." : "Nothing is tainted." };
    },
  ),
  hostCommand(
    {
      name: "allow",
      args: "<command>",
      description: "Let commands that begin so run unasked in this project",
      group: "talk",
    },
    async ({ args, call, sessionKey }) => {
      if (args === "") return refuse("invalid", "Which command?", "Write /allow npm test.");
      await call("permissions.allow", { sessionKey, command: args });
      return { text: `${code(args)} runs unasked in this project.` };
    },
  ),
];

function whichOf(args: string) {
  const number = /^#?(\d+)$/.exec(args)?.[1];
  if (number !== undefined) return { which: Number(number) };
  return args === "" || args === "all" ? {} : { which: args };
}
