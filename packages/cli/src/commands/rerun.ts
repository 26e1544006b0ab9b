import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted } from "../output/figures.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";

/** TRN-5: the recorded replies through the real loop; the first request that differs is named. */
export function rerunCommand({ flags, args }: Invocation<"rerun">, io: Io): Promise<number> {
  return withSessions(flags, io, async ({ host, store, cwd }) => {
    const { rerunSession } = await import("@squire/host/live");
    const rerun = await rerunSession(host, await store.read(args.id, cwd));
    if (flags.json) printJson(io, rerun);
    else if (rerun.identical) io.stdout.write(`identical: ${counted(rerun.steps, "request")}\n`);
    else {
      const { step, what, message } = rerun.firstDifference ?? { step: 0, what: "", message: "" };
      io.stdout.write(`different at request ${step} (${what}): ${message}\n`);
      say(
        io,
        "The settings, the tools or the instructions may have changed since it was recorded.",
      );
    }
    return rerun.identical ? EXIT_CODES.ok : EXIT_CODES.error;
  });
}
