import type { RunOutput } from "@squire/protocol";
import { suggestionFor } from "./suggestion.ts";
import { noteOf, toolLines } from "./notes.ts";
import type { Output, OutputPorts } from "./output.ts";
import { terminalText, TerminalStream } from "./terminal-text.ts";

/**
 * The final answer. A terminal sees it come, with whatever the model says between its calls; a
 * pipe gets the answer alone, so it waits until the reply turns out to be the last (CLI-4).
 */
export function textOutput({ stdout, stderr, verbose }: OutputPorts): Output {
  const live = stdout.isTty;
  const inert = new TerminalStream();
  const toolLine = toolLines();
  let held = "";
  /** Of the turns before: what had been waiting is answered in a turn of its own. */
  let answers = "";
  let last = "";
  const write = (text: string): void => {
    if (text === "") return;
    last = text;
    stdout.write(live ? inert.push(text) : text);
  };
  const endLine = (): void => {
    if (last !== "" && !last.endsWith("\n")) write("\n");
  };
  return {
    event: (event) => {
      if (event.type === "text.delta") {
        if (live) write(event.text);
        else held += event.text;
      }
      if (event.type === "turn.started") {
        if (held !== "") answers += held.endsWith("\n") ? held : `${held}\n`;
        held = "";
        endLine();
      }
      if (event.type === "step.finished" && event.reason === "calls") {
        held = "";
        endLine();
      }
      const done = toolLine(event);
      const note = noteOf(event) ?? (verbose || stderr.isTty ? done : null);
      if (note !== null) stderr.write(`squire: ${terminalText(note)}\n`);
    },
    finish: (result, shown) => {
      write(answers);
      write(held === result.text ? (shown ?? held) : held);
      endLine();
      for (const line of brokenPlaces(result)) stderr.write(`squire: ${terminalText(line)}\n`);
      for (const line of closing(result)) stderr.write(`squire: ${terminalText(line)}\n`);
    },
  };
}

/** Places in files that the answer names and that are not there (LOOP-25). */
function brokenPlaces({ citations }: RunOutput): readonly string[] {
  const broken = citations.filter(({ status }) => status === "missing");
  if (broken.length === 0) return [];
  const names = broken.slice(0, 5).map(({ source, line }) => `${source}:${line}`);
  const more = broken.length > names.length ? ", …" : "";
  return [
    `✗ ${broken.length} of ${citations.length} places it names are not there: ${names.join(", ")}${more}`,
  ];
}

function closing({ stopReason, error, approvalsNeeded }: RunOutput): readonly string[] {
  const denied = approvalsNeeded.flatMap(({ summary, suggestedRule }) => {
    const rule = suggestionFor(suggestedRule);
    const done = `not done, it needs a yes: ${summary}`;
    return rule === null ? [done] : [done, `  to let it through: ${rule}`];
  });
  const hint = denied.length === 0 ? [] : ["Run it again with --yes to let such calls through."];
  if (error) return [...denied, ...hint, error.message, ...(error.advice ? [error.advice] : [])];
  const cut = stopReason === "length" ? ["The reply was cut at the model's length limit."] : [];
  return [...denied, ...hint, ...cut];
}
