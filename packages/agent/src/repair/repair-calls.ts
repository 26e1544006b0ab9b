import type { AssistantMessage, CallBlock, JsonObject, ToolSpec } from "@squire/protocol";
import { matchName } from "./names.ts";
import type { Aliases, NameMatch } from "./names.ts";
import { readArgs } from "./read-args.ts";
import type { ArgsReading } from "./read-args.ts";
import { malformedText, unknownToolText } from "./repair-texts.ts";
import { scavenge } from "./scavenge.ts";
import { isStorm, rememberCall, stormText } from "./storm.ts";
import type { CallToJudge, PastCall } from "./storm.ts";

export type RepairInput = {
  readonly message: AssistantMessage;
  /** As advertised. */
  readonly tools: readonly ToolSpec[];
  readonly aliases?: Aliases;
  /** The calls of this user turn so far, kept with `rememberCall`. */
  readonly past: readonly PastCall[];
  readonly isReadOnly: (name: string, args: JsonObject) => boolean;
  readonly userText?: string;
  /** Makes ids for calls found in text; they must be new in the session. */
  readonly newId: (n: number) => string;
};

/** A call of the reply, and what is to become of it. */
export type RepairedCall =
  | {
      readonly type: "ready";
      /** As it stands in the message. */
      readonly call: CallBlock;
      /** The tool to run. */
      readonly name: string;
      /** In the advertised form, not yet restored (RPR-5) or validated (RPR-6). */
      readonly args: JsonObject;
      /** Not what the model wrote: `notes` go into the outcome, whatever it is. */
      readonly repaired: boolean;
      /** Part of the arguments may be missing: run nothing on them that changes something. */
      readonly lossy: boolean;
      readonly notes: readonly string[];
      readonly judged: CallToJudge;
    }
  /** Not to be run; `text` is its outcome. */
  | {
      readonly type: "refused";
      readonly call: CallBlock;
      readonly name: string;
      readonly cause: "unknown" | "malformed" | "storm";
      readonly text: string;
      readonly judged: CallToJudge;
    };

/** RPR-1; fits the event `calls.repaired`. */
export type RepairReport = {
  readonly scavenged: number;
  readonly truncationsFixed: number;
  readonly renamed: number;
  readonly stormsBroken: number;
  readonly notes: readonly string[];
};

export type RepairResult = {
  /** To be logged: the same object unless calls were found in its text. */
  readonly message: AssistantMessage;
  readonly calls: readonly RepairedCall[];
  readonly report: RepairReport;
};

/**
 * Makes the calls of a reply usable (RPR-1): scavenge, truncation, names, storms, in this order.
 * Pure, never throws. Answer every call: the ready ones by running them, the refused ones by `text`;
 * then remember each with `rememberCall(past, judged, result)`, null for a refused one.
 */
export function repairCalls(input: RepairInput): RepairResult {
  const found = scavenge(input);
  const blocks = found.message.content.filter((block) => block.type === "call");
  const calls: RepairedCall[] = [];
  let past = input.past;
  for (const block of blocks) {
    const call = breakStorm(past, readCall(block, input));
    past = rememberCall(past, call.judged, null);
    calls.push(call);
  }
  return { message: found.message, calls, report: reportOn(calls, found) };
}

/** Whether there is anything to report. */
export function hasRepairs(report: RepairReport): boolean {
  const { scavenged, truncationsFixed, renamed, stormsBroken } = report;
  return scavenged + truncationsFixed + renamed + stormsBroken > 0;
}

function readCall(call: CallBlock, { tools, aliases, isReadOnly }: RepairInput): RepairedCall {
  const names = tools.map((tool) => tool.name);
  const match = matchName(call.name, names, aliases);
  const reading = readArgs(call.argsText);
  if (match.type === "unknown" || !reading.ok) return refused(call, match, reading, names);
  const { name } = match;
  const { value: args, repaired, lossy, notes } = reading;
  const judged = { name, args, readOnly: isReadOnly(name, args) };
  return { type: "ready", call, name, args, repaired, lossy, notes, judged };
}

function refused(
  call: CallBlock,
  match: NameMatch,
  reading: ArgsReading,
  names: readonly string[],
): RepairedCall {
  const isUnknown = match.type === "unknown";
  const name = isUnknown ? call.name : match.name;
  const text = isUnknown
    ? unknownToolText(call.name, match.closest, names)
    : malformedText(name, reading.ok ? "" : reading.problem);
  // It changes nothing, whatever it would have been.
  const judged = { name, args: call.argsText, readOnly: true };
  return { type: "refused", call, name, cause: isUnknown ? "unknown" : "malformed", text, judged };
}

function breakStorm(past: readonly PastCall[], repaired: RepairedCall): RepairedCall {
  const { call, name, judged } = repaired;
  if (!isStorm(past, judged)) return repaired;
  return { type: "refused", call, name, cause: "storm", text: stormText(name), judged };
}

function reportOn(
  calls: readonly RepairedCall[],
  found: ReturnType<typeof scavenge>,
): RepairReport {
  const closed = calls.filter((call) => call.type === "ready" && call.repaired).length;
  return {
    scavenged: found.calls.length,
    truncationsFixed: Math.max(closed, found.cut),
    renamed: calls.filter(({ call, name }) => call.name !== name).length,
    stormsBroken: calls.filter((call) => call.type === "refused" && call.cause === "storm").length,
    notes: [...found.notes, ...calls.flatMap(notesOn)],
  };
}

function notesOn(repaired: RepairedCall): readonly string[] {
  const { call, name } = repaired;
  const renamed = call.name === name ? [] : [`${call.name} is ${name}`];
  if (repaired.type === "ready")
    return [...renamed, ...repaired.notes.map((note) => `${name}: ${note}`)];
  return [...renamed, `${name}: not run (${repaired.cause})`];
}
