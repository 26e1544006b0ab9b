import { Processes, Pty, ptyProblem } from "@squire/platform";
import { MAIN } from "./real-program.ts";

export const hasTerminals: boolean = ptyProblem({}) === null;

export type Terminal = AsyncDisposable & {
  /** Types, as a person would. */
  type(text: string): void;
  /** Resolves when the text has come since the last such wait. */
  until(text: string): Promise<void>;
  readonly ended: Promise<number | null>;
  /** Everything that was shown. */
  shown(): string;
};

type Options = {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
};

/** The real program in a terminal of its own. */
export function inTerminal(argv: readonly string[], options: Options): Terminal {
  return programIn({ file: process.execPath, args: [MAIN, ...argv] }, options);
}

/** Any program in a terminal of its own. */
export function programIn(
  program: { readonly file: string; readonly args: readonly string[] },
  { env, cwd }: Options,
): Terminal {
  const processes = new Processes();
  const pty = new Pty(processes, { cols: 80, rows: 40 });
  let shown = "";
  let seen = 0;
  const waiting = new Set<() => void>();
  pty.start(program, {
    env: { PATH: process.env["PATH"] ?? "", TERM: "xterm", ...env },
    cwd,
    onOutput: (chunk) => {
      shown += Buffer.from(chunk).toString();
      for (const look of waiting) look();
    },
  });
  const until = (text: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        const at = shown.indexOf(text, seen);
        if (at === -1) return;
        seen = at + text.length;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return {
    until,
    type: (text) => pty.write(text),
    ended: pty.ended.then(({ exitCode }) => exitCode),
    shown: () => shown,
    [Symbol.asyncDispose]: () => processes[Symbol.asyncDispose](),
  };
}
