import { openSandbox } from "@squire/safety";
import type { Command, Sandbox, SandboxInput, Stay } from "@squire/safety";

/**
 * The sandbox of a session, opened when the first command is judged: finding out what this machine
 * offers starts a process, and a session that runs no command should not.
 */
export class LazySandbox implements Sandbox {
  #input: SandboxInput;
  #opening: Promise<Sandbox> | null = null;
  #sandbox: Sandbox | null = null;
  /** Told once for each workspace, when the first command runs in it. */
  #onUse: ((sandbox: Sandbox) => void) | null;
  readonly #tell: (sandbox: Sandbox) => void;

  constructor(input: SandboxInput, onUse: (sandbox: Sandbox) => void = () => {}) {
    this.#input = input;
    this.#tell = onUse;
    this.#onUse = onUse;
  }

  async open(): Promise<Sandbox> {
    this.#opening ??= openSandbox(this.#input);
    this.#sandbox = await this.#opening;
    return this.#sandbox;
  }

  /** The user has moved to another folder: what comes next is confined there. */
  async moveTo(workspace: string): Promise<void> {
    await this[Symbol.asyncDispose]();
    this.#opening = null;
    this.#sandbox = null;
    this.#input = { ...this.#input, workspace };
    this.#onUse = this.#tell;
  }

  get isOpen(): boolean {
    return this.#sandbox !== null;
  }

  get name(): string {
    return this.#sandbox?.name ?? "not looked at yet";
  }

  get confines(): boolean {
    return this.#sandbox?.confines ?? false;
  }

  get gaps(): readonly string[] {
    return this.#sandbox?.gaps ?? [];
  }

  get network(): boolean {
    return this.#input.network;
  }

  async enter(): Promise<Stay> {
    return (await this.open()).enter();
  }

  /** Only after `open` or `enter`: nothing runs beside a sandbox that was not looked for. */
  wrap(command: Command): Command | null {
    if (this.#sandbox === null) return null;
    this.#onUse?.(this.#sandbox);
    this.#onUse = null;
    return this.#sandbox.wrap(command);
  }

  looksStopped(result: { readonly exitCode: number; readonly output: string }): boolean {
    return this.#sandbox?.looksStopped(result) ?? false;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const sandbox = await this.#opening?.catch(() => null);
    await sandbox?.[Symbol.asyncDispose]();
  }
}
