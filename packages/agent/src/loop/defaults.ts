import { sha256 } from "../context/sha256.ts";
import { turnRepair } from "../repair/turn-repair.ts";
import { capOutcome } from "../tokens/cap-result.ts";
import { NOTHING_SPENT } from "./budget.ts";
import { holdBack } from "./hold-back.ts";
import { guardedLog } from "./log-failed.ts";
import type { AgentPorts, LoopPorts, OptionalPorts } from "./ports.ts";

/** Fills in the ports that were left out. */
export function withDefaults(ports: AgentPorts): LoopPorts {
  const { tools } = ports;
  const repair: LoopPorts["repair"] = ({ userText }) =>
    turnRepair({ tools: () => tools.specs(), aliases: tools.aliases, userText: () => userText });
  const { log, emit } = holdBack({ log: guardedLog(ports.log), emit: ports.emit }, ports.clock);
  return { repair, ...DEFAULT_PORTS, ...ports, log, emit };
}

/** Nobody to ask, nowhere to keep things, no price list: the careful choice each time. */
const DEFAULT_PORTS: Omit<OptionalPorts, "repair"> = {
  approve: null,
  approvalMs: null,
  artifacts: { save: noArtifacts, stream: noArtifacts },
  hooks: null,
  snapshot: null,
  reveal: null,
  cap: (outcome) => capOutcome(outcome),
  redact: (text) => text,
  fit: (content) => Promise.resolve(content),
  costOf: () => null,
  spent: () => NOTHING_SPENT,
  digest: (request) => {
    const body = JSON.stringify(request);
    return { hash: sha256(body), bytes: Buffer.byteLength(body) };
  },
  onOverflow: null,
  isNearlyFull: () => false,
  todos: () => [],
  callIds: null,
  guardCall: null,
  callsInWords: null,
  volatileFacts: null,
  factsOnCalls: null,
  endOfTurn: null,
  guide: null,
};

function noArtifacts(): Promise<never> {
  return Promise.reject(new Error("There is no place for artifacts here."));
}
