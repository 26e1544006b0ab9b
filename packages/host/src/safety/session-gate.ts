import type { Gate } from "@squire/agent";
import type { JudgedCall, Mode, Trust } from "@squire/protocol";
import { decide, inspectCall, targetsOf } from "@squire/safety";
import type {
  CallFacts,
  GateState,
  GateWorkspace,
  InspectPorts,
  Policy,
  Refusal,
} from "@squire/safety";

export type GateInput = {
  /** Asked anew for each call: an answer of the user may have added a rule. */
  readonly policy: () => Policy;
  readonly mode: () => Mode;
  readonly trust: () => Trust;
  /** What came into the model's view from outside (PERM-16). */
  readonly taint: () => GateState["tainted"];
  readonly headless: GateState["headless"];
  /** Whether the user trusts the folder (PERM-17). */
  readonly trusted: boolean;
  readonly workspace: () => GateWorkspace;
  readonly ports: InspectPorts;
  /** Where the shell that stays stands; null: in the workspace (SH-7). */
  readonly shellFolder: () => string | null;
  /** Resolves when it is known what commands are confined by. */
  readonly sandbox: () => Promise<GateState["sandbox"]>;
};

/** The gate of a session: looks at what a call really touches, then decides (PERM-1). */
export class SessionGate {
  readonly #input: GateInput;
  readonly #refused: Refusal[] = [];
  /** The newest calls, for a refusal that comes later. */
  readonly #judged = new Map<string, JudgedCall>();

  constructor(input: GateInput) {
    this.#input = input;
  }

  readonly judge: Gate = async (call) => {
    this.#judged.set(call.callId, call);
    if (this.#judged.size > MOST_JUDGED)
      this.#judged.delete(this.#judged.keys().next().value ?? "");
    return this.look(call);
  };

  /** The same for a call that nobody makes: it is not remembered. */
  readonly look: Gate = async (call) => {
    const facts = await this.#inspect(call);
    const state = await this.state(call.name);
    return decide({ call, facts, policy: this.#input.policy(), state });
  };

  /** The same as if nothing confined commands (SBX-4). */
  readonly lookUnconfined: Gate = async (call) => {
    const facts = await this.#inspect(call);
    const state = { ...(await this.state(call.name)), sandbox: NOT_ASKED };
    return decide({ call, facts, policy: this.#input.policy(), state });
  };

  /** A call that was judged a short while ago. */
  judgedCall(callId: string): JudgedCall | null {
    return this.#judged.get(callId) ?? null;
  }

  /** The user said no: the same target by another way is asked about again (S20). */
  async refused(callId: string, reason?: string): Promise<void> {
    const call = this.#judged.get(callId);
    if (call === undefined) return;
    const facts = await this.#inspect(call);
    const more = reason === undefined ? {} : { reason };
    for (const target of targetsOf(facts)) this.#refused.push({ target, ...more });
  }

  #inspect(call: JudgedCall): Promise<CallFacts> {
    const { workspace, ports, shellFolder } = this.#input;
    const folder = goesOn(call) ? shellFolder() : null;
    const placed = folder === null ? call : { ...call, args: { ...call.args, cwd: folder } };
    return inspectCall(placed, workspace(), ports);
  }

  /** How things stand for a call of this tool. */
  async state(tool: string): Promise<GateState> {
    const { mode, trust, taint, headless, trusted, workspace, sandbox } = this.#input;
    return {
      mode: mode(),
      trust: trust(),
      tainted: taint(),
      headless,
      trusted,
      workspace: workspace(),
      sandbox: RUNNERS.has(tool) ? await sandbox() : NOT_ASKED,
      refused: this.#refused,
    };
  }
}

const MOST_JUDGED = 64;

/** A command that begins where the one before it left the shell. */
function goesOn({ name, args }: JudgedCall): boolean {
  const { cwd, pty, background } = args;
  return name === "bash" && typeof cwd !== "string" && pty !== true && background !== true;
}

/** Tools whose calls run in the sandbox. */
const RUNNERS: ReadonlySet<string> = new Set(["bash", "run_background", "python"]);
const NOT_ASKED = { confines: false, network: false } as const;
