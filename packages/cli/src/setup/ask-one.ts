import type { Io } from "../io.ts";
import { columns } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import type { Prompter } from "../prompt.ts";
import { closest } from "../spelling.ts";

export type Option = { readonly name: string; readonly note: string };

export type Question = {
  readonly title: string;
  readonly options: readonly Option[];
  /** A name that is none of the options is taken as it is. */
  readonly others: boolean;
};

const TRIES = 5;

/** One of several, by number or name; the first is what Enter means. Null when there is no answer. */
export async function askOne(
  { title, options, others }: Question,
  prompter: Prompter,
  { stderr }: Io,
): Promise<string | null> {
  const rows = options.map(({ name, note }, at) => [String(at + 1).padStart(3), name, note]);
  stderr.write(terminalText(`\n${title}\n${columns(rows)}`));
  const [first] = options;
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await prompter.ask(`Number or name [${first?.name ?? ""}]: `);
    if (answer === "") return first?.name ?? null;
    const named = options.find(({ name }) => name === answer) ?? options[numberOf(answer)];
    if (named !== undefined) return named.name;
    if (others && !/^\d+$/.test(answer)) return answer;
    const near = closest(
      answer,
      options.map(({ name }) => name),
    );
    const meant = near === null ? `a number from 1 to ${options.length}` : `did you mean ${near}?`;
    stderr.write(terminalText(`There is no "${answer}": ${meant}\n`));
  }
  return null;
}

function numberOf(answer: string): number {
  return /^\d+$/.test(answer) ? Number(answer) - 1 : -1;
}

/** Enter means yes. */
export async function agrees(question: string, prompter: Prompter): Promise<boolean> {
  const answer = await prompter.ask(`${question} [Y/n] `);
  return ["", "y", "yes"].includes(answer.toLowerCase());
}
