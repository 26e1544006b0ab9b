import type { AssistantMessage, CallBlock, Effect, JsonObject } from "@squire/protocol";
import { textOf } from "@squire/protocol/values";
import { readArgs } from "../repair/read-args.ts";
import { endedWith } from "../tool/pipeline/call-end.ts";
import type { AskedCall, CallEnd } from "../tool/pipeline/ports.ts";
import type { ToolRegistry } from "../tool/registry.ts";
import { callIdsOf, callsOf, withOwnIds } from "./own-ids.ts";
import { CUT_CALL, tooManyCalls } from "./notes.ts";
import type { RepairReport } from "./ports.ts";
import type { Interruption } from "./read-reply.ts";
import type { FinishedReply } from "./reply.ts";
import type { Turn } from "./turn-state.ts";

/** The calls of a reply as they will be run, and the reply as it is kept. */
export function repairReply(
  turn: Turn,
  step: number,
  reply: FinishedReply,
  interruption: Interruption | null,
): { readonly message: AssistantMessage; readonly calls: readonly AskedCall[] } {
  const { ports, settings, state } = turn;
  const taken = (state.callIds ??= new Set(ports.callIds?.() ?? callIdsOf(ports.view())));
  const whole = interruption === null ? withWords(turn, reply.message) : reply.message;
  const own = withOwnIds(whole, taken, ports.ids);
  const { message, calls, report } = repaired(turn, own, reply);
  announce(turn, step, report);
  const fates = fatesOf(reply, own, interruption);
  const blocks = callsOf(message);
  const asked = blocks.map((block, at): AskedCall => {
    const call = calls.find((found) => found.block.id === block.id);
    const end =
      at >= settings.maxCalls
        ? endedWith("refused", tooManyCalls(at + 1, blocks.length, settings.maxCalls))
        : fates.get(block.id);
    return { argsText: block.argsText, ...call, block, ...(end === undefined ? {} : { end }) };
  });
  for (const { id } of blocks) taken.add(id);
  return { message, calls: asked };
}

/** What the words ask for stands before the calls, as it was said before them. */
function withWords({ ports, settings }: Turn, message: AssistantMessage): AssistantMessage {
  if (ports.callsInWords === null || settings.mode === "chat") return message;
  const calls = ports.callsInWords(textOf(message)).map(({ name, args }): CallBlock => {
    return { type: "call", id: ports.ids(), name, argsText: JSON.stringify(args) };
  });
  if (calls.length === 0) return message;
  const first = message.content.findIndex(({ type }) => type === "call");
  const at = first === -1 ? message.content.length : first;
  return { ...message, content: message.content.toSpliced(at, 0, ...calls) };
}

/** Where no tools are offered, nothing that looks like a call is taken for one. */
function repaired({ ports, scratch, settings }: Turn, own: AssistantMessage, reply: FinishedReply) {
  if (settings.mode === "chat") return { message: own, calls: [], report: NO_REPAIRS };
  return scratch.repair.repair({
    message: own,
    reason: reply.reason,
    newCallId: ports.ids,
    canonicalName: (name) => ports.tools.canonical(name),
    effectOf: (name, args) => effectOf(ports.tools, name, args),
  });
}

/** How calls end that are not even tried: the one that was guarded, the one that was cut off. */
function fatesOf(
  reply: FinishedReply,
  own: AssistantMessage,
  interruption: Interruption | null,
): ReadonlyMap<string, CallEnd> {
  const fates = new Map<string, CallEnd>();
  const calls = callsOf(own);
  const last = calls.at(-1);
  if (last !== undefined && reply.reason === "length" && isCut(last)) {
    fates.set(last.id, endedWith("invalid", CUT_CALL));
  }
  if (interruption?.type === "guard") {
    const at = callsOf(reply.message).findLastIndex(({ id }) => id === interruption.callId);
    const guarded = calls[at];
    if (guarded !== undefined) fates.set(guarded.id, endedWith("invalid", interruption.text));
  }
  return fates;
}

function isCut({ argsText }: CallBlock): boolean {
  const reading = readArgs(argsText);
  return argsText.trim() === "" || !reading.ok || reading.repaired;
}

function effectOf(tools: ToolRegistry, name: string, args: JsonObject): Effect | null {
  const tool = tools.find(name);
  if (tool === null) return null;
  if (tool.steady === true) return tool.effect;
  const prepared = tool.prepare(tools.restore(tool.name, args));
  return prepared.ok ? prepared.call.effect : tool.effect;
}

function announce({ ports, runId }: Turn, step: number, report: RepairReport): void {
  const { scavenged, truncationsFixed, renamed, stormsBroken } = report;
  if (scavenged + truncationsFixed + renamed + stormsBroken === 0) return;
  ports.emit({ type: "calls.repaired", runId, step, ...report });
}

const NO_REPAIRS: RepairReport = {
  scavenged: 0,
  truncationsFixed: 0,
  renamed: 0,
  stormsBroken: 0,
  notes: [],
};
