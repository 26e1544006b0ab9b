import type { Workplace } from "@squire/protocol";
import type { Host } from "../open.ts";
import { gitBranch } from "./git-branch.ts";

/** Where a session works, as faces were told last. */
export class Whereabouts {
  #now: Workplace;

  constructor({ cwd, trusted }: Pick<Host, "cwd" | "trusted">) {
    this.#now = { cwd, branch: null, trusted };
  }

  get now(): Workplace {
    return this.#now;
  }

  /** Looks again; true when something is different. */
  async look(cwd: string): Promise<boolean> {
    const branch = await gitBranch(cwd);
    const { cwd: before, branch: had, trusted } = this.#now;
    if (before === cwd && had === branch) return false;
    this.#now = { cwd, branch, trusted };
    return true;
  }
}
