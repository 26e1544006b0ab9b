import { noteOf, toolLines } from "./notes.ts";
import type { Output, OutputPorts } from "./output.ts";
import { terminalText } from "./terminal-text.ts";

/** One object at the end (CLI-4). */
export function jsonOutput({ stdout, stderr, verbose }: OutputPorts): Output {
  const toolLine = toolLines();
  return {
    event: (event) => {
      const done = toolLine(event);
      const note = noteOf(event) ?? (verbose ? done : null);
      if (note !== null) stderr.write(`squire: ${terminalText(note)}\n`);
    },
    finish: (result) => {
      stdout.write(`${JSON.stringify(result)}\n`);
      if (result.error) stderr.write(`squire: ${terminalText(result.error.message)}\n`);
    },
  };
}
