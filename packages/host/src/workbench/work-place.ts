import { ToolError } from "@squire/agent";
import { childEnv } from "@squire/safety";
import type { GateWorkspace } from "@squire/safety";
import { openFiles } from "@squire/tools";
import type { FileTree } from "@squire/tools";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Host } from "../open.ts";
import { gateWorkspaceOf } from "../safety/gate-workspace.ts";
import { workspaceRootOf } from "../safety/sandbox-input.ts";

/** The folder a session works in, which the user may change (TOOL-14). */
export class WorkPlace {
  readonly #host: Host;
  #files: FileTree;
  #kept: { readonly root: string; readonly env: Readonly<Record<string, string>> } | null = null;

  static async open(host: Host): Promise<WorkPlace> {
    const { allowWrite } = host.loaded.settings.sandbox;
    return new WorkPlace(host, await openFiles({ cwd: workspaceRootOf(host), allowWrite }));
  }

  private constructor(host: Host, files: FileTree) {
    this.#host = host;
    this.#files = files;
  }

  get files(): FileTree {
    return this.#files;
  }

  get root(): string {
    return this.#files.root;
  }

  /** What commands see of the environment; the same as long as the workspace is. */
  env(): Readonly<Record<string, string>> {
    const { root } = this;
    if (this.#kept?.root !== root) {
      const { passEnv } = this.#host.loaded.settings.shell;
      this.#kept = { root, env: childEnv(this.#host.env, { pass: passEnv, workspaces: [root] }) };
    }
    return this.#kept.env;
  }

  /** As the gate knows it. */
  gateWorkspace(): GateWorkspace {
    return gateWorkspaceOf(this.#host, this.root);
  }

  /** Resolves with the folder without any link; fails with `ToolError` where there is none. */
  async moveTo(path: string): Promise<string> {
    const root = resolve(this.root, path);
    const look = await stat(root).catch(() => null);
    if (look?.isDirectory() !== true) throw new ToolError(`There is no folder ${path}.`);
    const { allowWrite } = this.#host.loaded.settings.sandbox;
    this.#files = await openFiles({ cwd: root, allowWrite });
    return this.root;
  }
}
