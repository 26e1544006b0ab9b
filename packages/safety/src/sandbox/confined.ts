import { join } from "node:path";
import type { Backend } from "./backend.ts";
import { guardedPaths, type Guarded } from "./guarded-paths.ts";
import { freeNames, holdNames, lookPastHolders } from "./hold-names.ts";
import { namesIn, readSmallText, realPath } from "./look.ts";
import { looksStopped } from "./looks-stopped.ts";
import type { SandboxPlan } from "./plan.ts";
import { Presence } from "./presence.ts";
import type { Command, Sandbox, Stay, Stray } from "./sandbox.ts";
import { markControls, straysBetween, type Marks } from "./strays.ts";
import type { TempFolder } from "./temp-folder.ts";

/** A sandbox that confines: a backend, a plan, and the names held while somebody stays. */
export class ConfinedSandbox implements Sandbox {
  readonly confines = true;
  readonly name: string;
  readonly gaps: readonly string[];
  readonly #backend: Backend;
  readonly #plan: SandboxPlan;
  readonly #temp: TempFolder;
  readonly #presence: Presence;
  #stays = 0;

  constructor(backend: Backend, plan: SandboxPlan, temp: TempFolder) {
    this.#backend = backend;
    this.#plan = plan;
    this.#temp = temp;
    this.#presence = new Presence(join(plan.squireHome, "sandbox"), [
      plan.workspace,
      ...plan.allowWrite,
    ]);
    this.gaps = backend.gaps(plan);
    this.name = `${backend.name}, ${plan.network ? "network allowed" : "no network"}`;
  }

  /** Takes away what is held and nobody needs any more: somebody may have been killed here. */
  async tidy(): Promise<void> {
    await this.#presence.leave(() => {
      if (this.#stays === 0) freeNames(this.#guarded());
    });
  }

  async enter(): Promise<Stay> {
    this.#stays++;
    await this.#presence.take();
    this.#hold();
    const guarded = this.#guarded();
    const watched = this.#backend.uncovered(guarded);
    const mark = (): Marks => markControls(watched, guarded);
    const before = mark();
    let left: Promise<readonly Stray[]> | null = null;
    return { leave: () => (left ??= this.#leave(before, mark)) };
  }

  wrap(command: Command): Command {
    if (this.#backend.needsHolders) {
      this.#presence.takeNow();
      this.#hold();
    }
    return this.#backend.wrap({ ...command, cwd: realPath(command.cwd) }, this.#plan);
  }

  looksStopped(result: { readonly exitCode: number; readonly output: string }): boolean {
    return looksStopped(result, { backend: this.#backend.name, network: this.#plan.network });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stays = 0;
    await this.tidy();
    this.#presence[Symbol.dispose]();
    await this.#temp[Symbol.asyncDispose]();
  }

  async #leave(before: Marks, mark: () => Marks): Promise<readonly Stray[]> {
    const strays = straysBetween(before, mark());
    this.#stays--;
    // What cannot be cleaned up now is cleaned up at the next start.
    if (this.#stays === 0) await this.tidy().catch(() => undefined);
    return strays;
  }

  #hold(): void {
    if (this.#backend.needsHolders) holdNames(this.#guarded());
  }

  #guarded(): readonly Guarded[] {
    return guardedPaths(this.#plan, lookPastHolders, readSmallText, namesIn);
  }
}
