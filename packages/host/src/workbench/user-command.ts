import type { ArtifactPort } from "@squire/agent";
import { systemClock } from "@squire/platform";
import type { Entry, EntryDraft } from "@squire/protocol";
import type { Redactor } from "@squire/safety";
import type { OpenSession } from "@squire/session";
import { runUserShell } from "@squire/tools";
import type { Shell } from "@squire/tools";
import type { WorkPlace } from "./work-place.ts";

/** What stands in for the shell, such as an extension; null leaves it to the shell (SH-15). */
export type UserBash = (
  command: string,
  options: { readonly private: boolean; readonly cwd: string; readonly signal: AbortSignal },
) => Promise<Pick<EntryDraft<"user_bash">, "output" | "exitCode"> | null>;

export type UserCommandPorts = {
  readonly session: OpenSession;
  readonly shell: Shell;
  readonly place: WorkPlace;
  readonly artifacts: ArtifactPort;
  readonly redactor: Redactor;
  readonly override: UserBash | null;
};

export type UserCommand = {
  /** `!!`: the model is not shown it. */
  readonly private: boolean;
  readonly signal: AbortSignal;
  /** One line for whoever watches while it runs. */
  readonly report?: (message: string) => void;
  /** Waited for before it is kept: an entry must not come between calls and their outcomes. */
  readonly beforeKept?: () => Promise<void>;
};

/**
 * Runs what the user typed behind `!` and keeps it as an entry that the model sees, or does not
 * (SH-15). It is the user who acts: no gate, no sandbox. Secrets stay out of the log all the same.
 */
export async function runUserCommand(
  ports: UserCommandPorts,
  command: string,
  { private: isPrivate, signal, report = () => {}, beforeKept }: UserCommand,
): Promise<Entry<"user_bash">> {
  const { session, shell, place, artifacts, redactor, override } = ports;
  const cwd = place.root;
  const begun = systemClock.now();
  const other = (await override?.(command, { private: isPrivate, cwd, signal })) ?? null;
  const draft: EntryDraft<"user_bash"> =
    other === null
      ? await runUserShell(shell, command, {
          private: isPrivate,
          context: {
            cwd,
            env: place.env(),
            signal,
            report,
            artifacts,
            sessionId: session.header.id,
            clock: systemClock,
          },
        })
      : {
          type: "user_bash",
          command,
          cwd,
          private: isPrivate,
          truncated: false,
          durationMs: Math.max(0, systemClock.now() - begun),
          ...other,
        };
  const { redact } = redactor;
  await beforeKept?.();
  return session.append({
    ...draft,
    command: redact(command),
    output: redact(draft.output),
  });
}
