import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../../args.ts";
import type { Io } from "../../io.ts";
import { openHostFor } from "../../open-host.ts";
import { money } from "../../output/figures.ts";
import { printJson, say } from "../sessions-at.ts";

/** `squire memory enqueue`: learns from past sessions now and says what came of it (MEM-11). */
export async function memoryEnqueue(
  { flags }: Invocation<"memory enqueue">,
  io: Io,
): Promise<number> {
  const host = await openHostFor(flags, io);
  const { learnHere } = await import("@squire/host/memory");
  const learned = await learnHere(host, { signal: io.signal, atOnce: true });
  if (learned.type === "off") {
    say(io, `nothing is learned: ${learned.why}.`);
    return EXIT_CODES.usage;
  }
  if (learned.type === "busy") {
    say(io, "another process is learning from the sessions of this project.");
    return EXIT_CODES.ok;
  }
  const { report } = learned;
  if (flags.json) printJson(io, report);
  else {
    const { learned: read, failed, costUsd, unpriced } = report;
    const cost = `${money(costUsd)}${unpriced === 0 ? "" : "+"}`;
    say(io, `read ${read} sessions, ${failed} requests failed, cost ${cost}.`);
    if (report.stopped !== null) say(io, `stopped: ${report.stopped}`);
  }
  if (io.signal.aborted) return EXIT_CODES.aborted;
  return report.stopped === null ? EXIT_CODES.ok : EXIT_CODES.error;
}
