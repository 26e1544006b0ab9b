import { join } from "node:path";
import type { Backend } from "./backend.ts";
import { bubblewrapBackend } from "./bubblewrap-backend.ts";
import { ConfinedSandbox } from "./confined.ts";
import { findBubblewrap, type Found } from "./find-bubblewrap.ts";
import { lookAt, realPath } from "./look.ts";
import { noSandbox } from "./no-sandbox.ts";
import { isWithin, type SandboxPlan } from "./plan.ts";
import type { Sandbox } from "./sandbox.ts";
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
};

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
  const found = await findBackend();
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
      allowWrite: input.allowWrite.map(realPath).filter((path) => path !== "/"),
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

async function findBackend(): Promise<Found<Backend>> {
  const bubblewrap = await findBubblewrap();
  if (bubblewrap.type === "found") {
    return { type: "found", backend: bubblewrapBackend(bubblewrap.backend) };
  }
  return bubblewrap;
}
