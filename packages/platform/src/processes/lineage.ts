import { startOf } from "./proc-files.ts";
import type { Mark, ProcessInfo } from "./process-info.ts";
import { listProcesses, processTable } from "./process-table.ts";
import { deepestFirst } from "./tree.ts";

export type EndSignal = "SIGTERM" | "SIGKILL";

/**
 * A process that we have started and everyone who came of it, wherever they have moved to: its
 * children, its group and session, and those who carry its mark though they have left all three.
 */
export class Lineage {
  readonly #root: number;
  readonly #mark: Mark | null;
  /** Nobody older than the root has come of it. */
  readonly #since: number;
  #rootEnded = false;
  /** Whether the root's number can name nothing but its own group and session. */
  #numberIsOurs = true;

  /** To be made at once after the start: later, the number may be somebody else's. */
  constructor(root: number, mark: Mark | null) {
    this.#root = root;
    this.#mark = mark;
    this.#since = (process.platform === "linux" ? startOf(root) : null) ?? 0;
  }

  get root(): number {
    return this.#root;
  }

  /** From now on its number may be given to somebody else. */
  rootEnded(): void {
    this.#rootEnded = true;
  }

  /** Those who run, the deepest first. */
  members(): readonly ProcessInfo[] {
    const others = listProcesses().filter(({ pid }) => pid !== process.pid);
    const young = others.filter(({ started }) => started >= this.#since);
    this.#watchNumber(young);
    const near = new Set(young.filter((one) => this.#isNear(one)));
    const marked = this.#carriersIn(young.filter((one) => !near.has(one)));
    return deepestFirst(others, (one) => near.has(one) || marked.has(one.pid));
  }

  /** Tells everyone; gives how many have heard it. Who is gone or out of reach is passed over. */
  signal(signal: EndSignal): number {
    const members = this.members();
    let told = 0;
    for (const { pid } of members) if (tell(pid, signal)) told++;
    // A group is told in one stroke: those who are being born at this moment hear it too.
    if (signal === "SIGKILL") for (const group of this.#groupsOf(members)) tell(-group, signal);
    return told;
  }

  #isNear({ pid, group, session }: ProcessInfo): boolean {
    if (!this.#numberIsOurs) return false;
    if (pid === this.#root) return !this.#rootEnded;
    return process.platform !== "win32" && (group === this.#root || session === this.#root);
  }

  /** A number is not given out while a group or session has it; once nobody has, it is lost to us. */
  #watchNumber(young: readonly ProcessInfo[]): void {
    if (!this.#rootEnded) return;
    const isTaken = young.some(({ pid }) => pid === this.#root);
    const isHeld = young.some((one) => one.group === this.#root || one.session === this.#root);
    if (isTaken || !isHeld) this.#numberIsOurs = false;
  }

  #carriersIn(others: readonly ProcessInfo[]): ReadonlySet<number> {
    if (this.#mark === null || others.length === 0) return new Set();
    return processTable().carriers(
      others.map(({ pid }) => pid),
      this.#mark,
    );
  }

  /** A group may be told as a whole where nobody else can be in it: in a session of one of ours. */
  #groupsOf(members: readonly ProcessInfo[]): ReadonlySet<number> {
    if (process.platform === "win32") return new Set();
    const pids = new Set(members.map(({ pid }) => pid));
    if (this.#numberIsOurs) pids.add(this.#root);
    const inOurs = members.filter(({ session }) => pids.has(session));
    return new Set(inOurs.map(({ group }) => group));
  }
}

function tell(pid: number, signal: EndSignal): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
