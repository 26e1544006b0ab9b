import { readArgs } from "../args.ts";
import type { Invocation } from "../args.ts";
import type { CommandName } from "../commands.ts";
import type { Io } from "../io.ts";
import { isUsageError } from "../usage-error.ts";

export type FakeIo = Io & { readonly out: () => string; readonly err: () => string };

export type FakeIoOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly signal?: AbortSignal;
  readonly isTty?: boolean;
  readonly columns?: number;
};

/** An outside that keeps what is written to it. */
export function fakeIo(options: FakeIoOptions = {}): FakeIo {
  let out = "";
  let err = "";
  const isTty = options.isTty ?? false;
  return {
    stdout: { write: (text) => void (out += text), isTty, columns: options.columns },
    stderr: { write: (text) => void (err += text), isTty, columns: options.columns },
    readStdin: () => Promise.resolve(options.stdin ?? ""),
    env: options.env ?? {},
    cwd: options.cwd ?? "/",
    signal: options.signal ?? new AbortController().signal,
    out: () => out,
    err: () => err,
  };
}

/** A command line as the program reads it; it must be one of `command`. */
export function invoke<C extends CommandName>(
  command: C,
  ...argv: readonly string[]
): Invocation<C> {
  const invocation = readArgs([...command.split(" "), ...argv]);
  if (isUsageError(invocation)) throw new Error(invocation.message);
  if (invocation.command !== command) throw new Error(`read as ${invocation.command}`);
  return invocation as Invocation<C>;
}
