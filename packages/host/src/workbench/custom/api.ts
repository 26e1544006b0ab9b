import { ToolError } from "@squire/agent";
import { runProgram } from "@squire/platform";
import type { ShellResult } from "@squire/platform";
import { pushPendingAction } from "@squire/tools";
import type { AskUser, PendingAction, PendingRecord } from "@squire/tools";
import { z } from "zod";
import type { Workbench } from "../workbench.ts";

/** What the factory of a module is given (TOOL-13). */
export type CustomApi = {
  readonly cwd: string;
  /** Runs a program in the sandbox of the session, with its environment. Never rejects for its exit code. */
  exec(
    command: string,
    args?: readonly string[],
    options?: { readonly signal?: AbortSignal; readonly cwd?: string },
  ): Promise<ShellResult>;
  readonly ui: CustomUi;
  /** False: nobody is there, and what `ui` asks has no answer. */
  readonly hasUI: boolean;
  readonly logger: Readonly<Record<"debug" | "info" | "warn" | "error", (message: string) => void>>;
  /** Zod, to describe parameters with. */
  readonly schema: typeof z;
  readonly squire: { readonly home: string; readonly sessionId: string };
  pushPendingAction(action: PendingAction): PendingRecord;
};

export type CustomUi = {
  confirm(prompt: string): Promise<boolean>;
  select(prompt: string, options: readonly string[]): Promise<string | undefined>;
  input(prompt: string): Promise<string | undefined>;
  notify(message: string): void;
};

export type ApiInput = {
  readonly workbench: Workbench;
  readonly askUser: AskUser | null;
  readonly home: string;
  readonly sessionId: string;
  readonly warn: (message: string) => void;
};

export function customApi(input: ApiInput): CustomApi {
  const { workbench, askUser, home, sessionId, warn } = input;
  const quiet = (): void => {};
  return {
    get cwd() {
      return workbench.workspace().cwd;
    },
    exec: (command, args = [], options = {}) => exec(workbench, [command, ...args], options),
    ui: uiOf(askUser, warn),
    hasUI: askUser !== null,
    logger: { debug: quiet, info: quiet, warn, error: warn },
    schema: z,
    squire: { home, sessionId },
    pushPendingAction: (action) => pushPendingAction(workbench.pending, action),
  };
}

/** No longer than any call. */
const MOST_MS = 600_000;

async function exec(
  { sandbox, workspace }: Workbench,
  argv: readonly string[],
  { signal, cwd: wanted }: { readonly signal?: AbortSignal; readonly cwd?: string },
): Promise<ShellResult> {
  const { cwd: root, env } = workspace();
  const stay = await sandbox.enter();
  try {
    const wrapped = sandbox.wrap({ argv, cwd: wanted ?? root, env, ownSession: true });
    if (wrapped === null) throw new ToolError(`Commands cannot run here: ${sandbox.name}`);
    return await runProgram(wrapped.argv, {
      env: wrapped.env,
      cwd: wrapped.cwd,
      timeoutMs: MOST_MS,
      signal: signal ?? new AbortController().signal,
    });
  } finally {
    await stay.leave();
  }
}

function uiOf(askUser: AskUser | null, notify: (message: string) => void): CustomUi {
  const ask: AskUser = askUser ?? (() => Promise.resolve(null));
  const { signal } = new AbortController();
  const question = (prompt: string, titles: readonly string[], allowCustom: boolean) => ({
    questionId: crypto.randomUUID(),
    prompt,
    options: titles.map((title, at) => ({ id: String(at), title })),
    allowCustom,
  });
  return {
    notify,
    async confirm(prompt) {
      const asked = { ...question(prompt, ["No", "Yes"], false), kind: "confirm" } as const;
      return (await ask(asked, { signal }))?.optionId === "1";
    },
    async select(prompt, options) {
      const asked = { ...question(prompt, options, false), kind: "choice" } as const;
      const { optionId } = (await ask(asked, { signal })) ?? {};
      return optionId === undefined ? undefined : options[Number(optionId)];
    },
    async input(prompt) {
      const asked = { ...question(prompt, [], true), kind: "text" } as const;
      return (await ask(asked, { signal }))?.text;
    },
  };
}
