import type { RunOutput } from "@squire/protocol";
import { noteOf } from "./notes.ts";
import type { Output, OutputPorts } from "./output.ts";
import { terminalText } from "./terminal-text.ts";

/** The answer as it comes; everything else goes to standard error. */
export function textOutput({ stdout, stderr }: OutputPorts): Output {
  let last = "";
  const write = (text: string): void => {
    last = text;
    stdout.write(stdout.isTty ? terminalText(text) : text);
  };
  return {
    event: (event) => {
      if (event.type === "text.delta") write(event.text);
      const note = noteOf(event);
      if (note !== null) stderr.write(`squire: ${terminalText(note)}\n`);
    },
    finish: ({ result }) => {
      if (last !== "" && !last.endsWith("\n")) stdout.write("\n");
      for (const line of closing(result)) stderr.write(`squire: ${terminalText(line)}\n`);
    },
  };
}

function closing({ stopReason, error }: RunOutput): readonly string[] {
  if (error) return [error.message, ...(error.advice === undefined ? [] : [error.advice])];
  if (stopReason === "length") return ["The reply was cut at the model's length limit."];
  return [];
}
