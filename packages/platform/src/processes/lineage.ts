import { startOf } from "./proc-files.ts";
import type { Mark, ProcessInfo } from "./process-info.ts";
import { listProcesses, processTable } from "./process-table.ts";
import { deepestFirst } from "./tree.ts";

/** How often to look when processes come and go. */
const MOST_LOOKS = 6;

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
    for (let looks = 1; ; looks++) {
      const { members, isSteady } = this.#look();
      if (members.length > 0 || isSteady || looks === MOST_LOOKS) return members;
    }
  }

  #look(): { readonly members: readonly ProcessInfo[]; readonly isSteady: boolean } {
    const { all, isSteady } = listProcesses(this.#since);
    return { members: this.#membersIn(all), isSteady };
  }

  #membersIn(all: readonly ProcessInfo[]): readonly ProcessInfo[] {
    // Never ourselves, nor our group: whatever is wrong with the list, it does not end us.
    const ownGroup = all.find(({ pid }) => pid === process.pid)?.group;
    const others = all.filter(
      ({ pid, group }) => pid !== process.pid && (group === 0 || group !== ownGroup),
    );
    const young = others.filter(({ started }) => started >= this.#since);
    this.#watchNumber(young);
    const near = new Set(young.filter((one) => this.#isNear(one)));
    const marked = this.#carriersIn(young.filter((one) => !near.has(one)));
    return deepestFirst(others, (one) => near.has(one) || marked.has(one.pid));
  }

  /** Asks everyone to end who is not among those asked before; gives how many are there. */
  ask(asked: Set<number>): number {
    const members = this.members();
    for (const { pid } of members) {
      if (!asked.has(pid)) tell(pid, "SIGTERM");
      asked.add(pid);
    }
    return members.length;
  }

  /**
   * Ends everyone; gives how many it has reached, and whether nobody can have slipped by. Who is
   * gone or out of reach is passed over. The marked go at sight: some live only as long as it takes
   * to beget the next one.
   */
  kill(): { readonly reached: number; readonly isSteady: boolean } {
    // Most are in the root's own group, and a bomb is quicker than any list of it.
    if (process.platform !== "win32" && !this.#rootEnded) tell(-this.#root, "SIGKILL");
    const marked = this.#mark === null ? [] : processTable().meet(this.#mark);
    let reached = 0;
    for (const pid of marked) if (pid !== process.pid && tell(pid, "SIGKILL")) reached++;
    const { members, isSteady } = this.#look();
    for (const { pid } of members) if (tell(pid, "SIGKILL")) reached++;
    // A group is told in one stroke: those who are being born at this moment hear it too.
    if (process.platform !== "win32")
      for (const group of groupsOf(members)) tell(-group, "SIGKILL");
    return { reached, isSteady };
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
}

/** Nobody else is in them: the root began a session of its own, and none can be joined from outside. */
function groupsOf(members: readonly ProcessInfo[]): ReadonlySet<number> {
  return new Set(members.map(({ group }) => group));
}

function tell(pid: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
