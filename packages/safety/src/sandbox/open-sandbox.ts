import { dirname, join, resolve } from "node:path";
import type { Backend } from "./backend.ts";
import { findBubblewrapBackend } from "./bubblewrap-backend.ts";
import { ConfinedSandbox } from "./confined.ts";
import type { Found } from "./find-bubblewrap.ts";
import { findLandlockBackend } from "./landlock.ts";
import { lookAt, readSmallText, realPath } from "./look.ts";
import { noSandbox } from "./no-sandbox.ts";
import { isWithin, type SandboxPlan } from "./plan.ts";
import type { Sandbox } from "./sandbox.ts";
import { findSeatbelt } from "./seatbelt.ts";
import { openTempFolder } from "./temp-folder.ts";

export type SandboxInput = {
  /** `enforce`: confined or not at all. `auto`: confined where possible (SBX-2). */
  readonly mode: "enforce" | "auto" | "off";
  readonly network: boolean;
  /** Fixed for the session by the user; where files may be written (S21). */
  readonly workspace: string;
  readonly allowWrite: readonly string[];
  readonly userHome: string;
  readonly squireHome: string;
  /** Left out: what this system offers, best first. */
  readonly ladder?: Ladder;
};

/** Ways to confine commands, tried in order. */
export type Ladder = readonly (() => Promise<Found<Backend>>)[];

/** The sandbox of this machine, by the first rung of the ladder that holds. Never rejects. */
export async function openSandbox(input: SandboxInput): Promise<Sandbox> {
  if (input.mode === "off") return noSandbox("switched off (sandbox.bash = off)", "run");
  const commands = input.mode === "enforce" ? "refused" : "run";
  const workspace = realPath(input.workspace);
  if (lookAt(workspace) !== "folder") {
    return noSandbox(`the workspace ${workspace} is no folder`, commands);
  }
  if (isWithin(workspace, "/")) {
    return noSandbox("the workspace is the whole disk; start in a folder", commands);
  }
  const found = await climb(input.ladder ?? systemLadder());
  if (found.type === "missing") return noSandbox(found.reason, commands);
  const sandbox = furnish(found.backend, { ...input, workspace }, commands);
  if (sandbox instanceof ConfinedSandbox) await sandbox.tidy();
  return sandbox;
}

function furnish(backend: Backend, input: SandboxInput, commands: "refused" | "run"): Sandbox {
  const squireHome = realPath(input.squireHome);
  try {
    const temp = openTempFolder(join(squireHome, "tmp"));
    const plan: SandboxPlan = {
      workspace: input.workspace,
      allowWrite: writableRoots(input),
      network: input.network,
      userHome: realPath(input.userHome),
      squireHome,
      temp: temp.path,
      isRoot: process.getuid?.() === 0,
    };
    return new ConfinedSandbox(backend, plan, temp);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return noSandbox(`no private folder could be made in ${squireHome} (${why})`, commands);
  }
}

function writableRoots({ workspace, allowWrite }: SandboxInput): readonly string[] {
  const roots = allowWrite.map(realPath).filter((path) => path !== "/");
  const text = readSmallText(join(workspace, ".git")) ?? "";
  const own = realPath(resolve(workspace, /^gitdir:[ \t]*(.+)$/m.exec(text)?.[1]?.trim() ?? "."));
  // Who allows a repository wants to commit from this worktree of it; the others stay as they are.
  const isAllowed = roots.some((root) => dirname(own) === join(root, "worktrees"));
  return isAllowed ? [...roots, own] : roots;
}

/** The first rung that holds; otherwise why none does. */
async function climb(ladder: Ladder): Promise<Found<Backend>> {
  const reasons: string[] = [];
  for (const rung of ladder) {
    const found = await rung();
    if (found.type === "found") return found;
    reasons.push(found.reason);
  }
  return { type: "missing", reason: reasons.join("; ") };
}

function systemLadder(): Ladder {
  if (process.platform === "linux") return [findBubblewrapBackend, findLandlockBackend];
  if (process.platform === "darwin") return [findSeatbelt];
  const reason = `there is no sandbox for ${process.platform} yet`;
  return [() => Promise.resolve({ type: "missing", reason })];
}
