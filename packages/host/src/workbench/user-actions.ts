import type { Entry } from "@squire/protocol";
import type { Redactor } from "@squire/safety";
import type { OpenSession } from "@squire/session";
import type { Shell } from "@squire/tools";
import type { Host } from "../open.ts";
import { projectKey, projectRootOf } from "../safety/project-root.ts";
import type { SessionAudit } from "../safety/session-audit.ts";
import { commandRule } from "../safety/shell-allowed.ts";
import { artifactPort } from "../session/artifact-port.ts";
import { setUserKey } from "../settings/write.ts";
import type { RuleBook } from "./rule-book.ts";
import { UNTAINT_ENTRY } from "./taint.ts";
import { runUserCommand } from "./user-command.ts";
import type { UserBash, UserCommand } from "./user-command.ts";
import type { WorkPlace } from "./work-place.ts";

export type UserParts = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly audit: SessionAudit;
  readonly rules: RuleBook;
  readonly shell: Shell;
  readonly place: WorkPlace;
  readonly redactor: Redactor;
  readonly userBash: UserBash | null;
};

/** What the user does in a session besides talking; faces call it, the model never does. */
export class UserActions {
  readonly #parts: UserParts;
  readonly #allowed: string[] = [];

  constructor(parts: UserParts) {
    this.#parts = parts;
  }

  /**
   * `/untaint`: the user answers for what was read so far, it taints nothing any more (PERM-16). On
   * record first; rejects where that cannot be.
   */
  async untaint(): Promise<void> {
    const { session, audit } = this.#parts;
    const layer = `session ${session.header.id}`;
    await audit.record({ kind: "permission", change: "added", rule: "untaint", layer });
    await session.append({ type: "custom", customType: UNTAINT_ENTRY, data: {} });
  }

  /** What was typed behind `!` or `!!` (SH-15). Never rejects for what the command does. */
  runShell(command: string, options: UserCommand): Promise<Entry<"user_bash">> {
    const { session, shell, place, redactor, userBash: override } = this.#parts;
    const artifacts = artifactPort(session, redactor);
    const ports = { session, shell, place, redactor, artifacts, override };
    return runUserCommand(ports, command, options);
  }

  /**
   * Lets commands that begin so run unasked in this project, now and later (SH-3). Rejects where it
   * cannot be written down.
   */
  async allowCommand(command: string): Promise<void> {
    const { host, audit, rules } = this.#parts;
    const words = command.trim();
    if (words === "" || /[\n\r]/.test(words)) throw new Error("Name a command in one line.");
    const text = commandRule(words);
    const layer = host.userFile;
    const root = projectRootOf(host);
    const known = host.loaded.settings.projects[root]?.shell_allowed ?? [];
    await audit.record({ kind: "permission", change: "added", rule: text, layer });
    const list = [...new Set([...known, ...this.#allowed, words])];
    await setUserKey({ path: layer }, projectKey(root, "shell_allowed"), list);
    this.#allowed.push(words);
    rules.add({ verdict: "allow", text, origin: layer, scope: "user" });
  }
}
