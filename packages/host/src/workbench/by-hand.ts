import { advertiser, ToolRegistry } from "@squire/agent";
import type { AgentEvent, Mode, Trust } from "@squire/protocol";
import type { Sandbox } from "@squire/safety";
import type { OpenSession } from "@squire/session";
import { SessionMemory } from "../memory/session-memory.ts";
import type { Host } from "../open.ts";
import { rememberingPorts } from "../safety/inspect-ports.ts";
import type { RunRules } from "../safety/policy.ts";
import { FIRST_MODE, FIRST_TRUST } from "../session/resume.ts";
import { sessionStore } from "../sessions.ts";
import { addCustom, loadCustomTools } from "./custom/load-custom.ts";
import { warningOf } from "./custom/warning.ts";
import { closeEach } from "./close-each.ts";
import { Workbench } from "./workbench.ts";

/** The state that a call by hand is judged in; what is left out is as in a new session. */
export type HandState = {
  readonly mode?: Mode;
  readonly trust?: Trust;
  readonly rules?: RunRules;
  /** `--yes`. */
  readonly yes?: boolean;
};

export type HandInput = HandState & {
  /** Judge as if somebody could be asked. Nobody ever is. */
  readonly attended: boolean;
  /** Nothing will run: what the gate sees of the disk stays as it is. */
  readonly onlyJudges?: boolean;
  readonly emit?: (event: AgentEvent) => void;
  readonly onSandbox?: (sandbox: Sandbox) => void;
};

/** A workbench without a model, and a session that is kept nowhere. */
export type ByHand = AsyncDisposable & {
  readonly workbench: Workbench;
  readonly session: OpenSession;
  readonly tools: ToolRegistry;
  readonly mode: Mode;
  readonly trust: Trust;
};

export async function openByHand(host: Host, input: HandInput): Promise<ByHand> {
  const { mode = FIRST_MODE, trust = FIRST_TRUST, rules, onSandbox } = input;
  const session = sessionStore(host.home).createEphemeral({ cwd: host.cwd });
  const workbench = await Workbench.open({
    host,
    session,
    mode: () => mode,
    trust: () => trust,
    yes: input.yes ?? false,
    approve: input.attended ? nobody : null,
    askUser: null,
    emit: input.emit ?? (() => {}),
    view: () => [],
    ...(input.onlyJudges === true ? { inspect: rememberingPorts() } : {}),
    ...(rules === undefined ? {} : { rules }),
    ...(onSandbox === undefined ? {} : { onSandbox }),
  });
  const flatten = host.loaded.settings.tools.autoFlatten;
  const tools = new ToolRegistry({ advertise: advertiser({ flatten }) });
  const memory = new SessionMemory({
    host,
    session,
    askUser: null,
    redact: workbench.redactor.redact,
    notice: (message) => input.emit?.({ type: "warning.raised", code: "memory", message }),
  });
  for (const tool of [...workbench.tools, ...memory.tools()]) tools.add(tool);
  const custom = await loadCustomTools({
    host,
    workbench,
    askUser: null,
    home: host.home,
    sessionId: session.header.id,
    warn: (message) => input.emit?.(warningOf(message)),
  });
  addCustom(tools, custom);
  const search = workbench.codeIndex.tool();
  if (search !== null) tools.add(search);
  return {
    workbench,
    session,
    tools,
    mode,
    trust,
    [Symbol.asyncDispose]: () =>
      closeEach([
        () => memory[Symbol.asyncDispose](),
        () => custom.close(),
        () => workbench[Symbol.asyncDispose](),
        () => session.close(),
      ]),
  };
}

function nobody(): Promise<never> {
  return Promise.reject(new Error("Nobody is there to be asked."));
}
