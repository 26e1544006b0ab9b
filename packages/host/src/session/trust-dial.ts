import type { AgentEvent, Trust } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { Host } from "../open.ts";
import { projectKey, projectRootOf } from "../safety/project-root.ts";
import type { SessionAudit } from "../safety/session-audit.ts";
import { setUserKey } from "../settings/write.ts";
import { recentBranch } from "./recent-branch.ts";
import { FIRST_TRUST } from "./resume.ts";

/** Asks the user whether everything may happen unasked; true is a yes (PERM-9). */
export type ConfirmYolo = () => Promise<boolean>;

export type OpeningTrust = {
  readonly trust: Trust;
  /** Why it is less than what was left here; null: it is not. */
  readonly note: string | null;
};

type Opening = {
  readonly host: Host;
  readonly session: Pick<OpenSession, "state" | "tree">;
  /** `--trust`. */
  readonly trust?: Trust;
  readonly confirmYolo?: ConfirmYolo;
};

/**
 * The dial as a session begins: what was asked for, what the session had, what the project was
 * left with. `yolo` is confirmed once per session; where nobody can be asked, only a flag counts.
 */
export async function openingTrust(opening: Opening): Promise<OpeningTrust> {
  const { host, session, trust: asked, confirmYolo: confirm } = opening;
  const kept = host.loaded.settings.projects[projectRootOf(host)]?.trust;
  const wanted = asked ?? session.state().trust ?? kept ?? FIRST_TRUST;
  if (wanted !== "yolo" || wasConfirmed(session)) return { trust: wanted, note: null };
  const sure = confirm === undefined ? asked === "yolo" : await confirm();
  if (sure) return { trust: "yolo", note: null };
  const had = session.state().trust ?? FIRST_TRUST;
  const trust = had === "yolo" ? FIRST_TRUST : had;
  const how =
    confirm === undefined ? "needs --trust yolo here" : "has to be confirmed: /trust yolo";
  const note = `Trust is ${trust}: yolo ${how}.`;
  return { trust, note };
}

/** It is in the log of a session only after a yes. */
function wasConfirmed({ tree }: Pick<OpenSession, "tree">): boolean {
  return recentBranch(tree).some(
    (entry) => entry.type === "trust_change" && entry.trust === "yolo",
  );
}

export type DialPorts = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly audit: SessionAudit;
  readonly confirm?: ConfirmYolo;
  readonly emit: (event: AgentEvent) => void;
};

/**
 * Turns the dial, at once and for later sessions in this project (PERM-9). Resolves with where it
 * stands then: `yolo` may be declined. On record first.
 */
export async function turnDial(ports: DialPorts, trust: Trust): Promise<Trust> {
  const { host, session, audit, confirm, emit } = ports;
  const now = session.state().trust ?? FIRST_TRUST;
  if (trust === "yolo" && !wasConfirmed(session) && !((await confirm?.()) ?? false)) return now;
  const layer = `session ${session.header.id}`;
  await audit.record({ kind: "permission", change: "added", rule: `trust ${trust}`, layer });
  if (trust !== now) {
    await session.append({ type: "trust_change", trust });
    emit({ type: "trust.changed", trust });
  }
  const key = projectKey(projectRootOf(host), "trust");
  try {
    await setUserKey({ path: host.userFile }, key, trust);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = `Trust is ${trust} for this session only. ${why}`;
    emit({ type: "warning.raised", code: "trust.passing", message });
  }
  return trust;
}
