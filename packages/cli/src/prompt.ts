import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Io } from "./io.ts";

/** Asks a person at the terminal; questions go to standard error. */
export type Prompter = {
  ask(question: string): Promise<string>;
  /** What is typed is not shown. */
  askSecret(question: string): Promise<string>;
};

/** Null when nobody is there to answer. */
export function terminalPrompter({ stderr, signal }: Io): Prompter | null {
  if (!process.stdin.isTTY) return null;
  const once = async (question: string, echo: boolean): Promise<string> => {
    const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
    // The terminal echoes what is typed until this is there: nobody is asked before.
    const lines = createInterface({
      input: process.stdin,
      output: echo ? process.stderr : silent,
      terminal: true,
    });
    // The line that is edited is drawn anew with every key: what stands before it belongs to it.
    const line = echo ? question.slice(question.lastIndexOf("\n") + 1) : "";
    stderr.write(question.slice(0, question.length - line.length));
    // The terminal hands it over as a key; whoever listens for the signal should hear it.
    lines.on("SIGINT", () => process.emit("SIGINT"));
    try {
      return (await lines.question(line, { signal })).trim();
    } catch (error) {
      // Ctrl+D, or the end of what was piped in: no answer.
      if (signal.aborted || !(error instanceof Error) || error.name !== "AbortError") throw error;
      return "";
    } finally {
      lines.close();
      if (!echo) stderr.write("\n");
    }
  };
  return {
    ask: (question) => once(question, true),
    askSecret: (question) => once(question, false),
  };
}
