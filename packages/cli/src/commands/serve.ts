import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { inWords } from "../gateway/in-words.ts";
import { openHostFor } from "../open-host.ts";
import type { Io } from "../io.ts";
import { usageError, USAGE_EXIT_CODE } from "../usage-error.ts";
import { VERSION } from "../version.ts";
import { say } from "./sessions-at.ts";

/** `squire serve --stdio`: JSON lines for the program that started it (PROT-1). */
export function serveCommand({ flags }: Invocation<"serve">, io: Io): Promise<number> {
  return inWords(io, async () => {
    if (!flags.stdio) {
      const { message, advice } = usageError("squire serve needs --stdio.", "serve");
      for (const line of [message, advice]) say(io, line);
      return USAGE_EXIT_CODE;
    }
    const [{ openHostApi }, { serveStdio }, host] = await Promise.all([
      import("@squire/host/api"),
      import("@squire/stdio"),
      openHostFor(flags, io),
    ]);
    await using api = openHostApi({
      host,
      hostAt: (cwd) => openHostFor({ ...flags, cwd }, io),
      version: VERSION,
    });
    const end = await serveStdio({
      connection: api.connect({ face: "stdio" }),
      input: stdinChunks(io.signal),
      write: (line) => io.stdout.write(line),
      complain: (message) => say(io, message),
      now: Date.now,
      setTimer: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      watchdog: !flags.noWatchdog,
    });
    return end === "silent" ? EXIT_CODES.error : EXIT_CODES.ok;
  });
}

/** Until it ends, or the user wants out. */
async function* stdinChunks(signal: AbortSignal): AsyncGenerator<Uint8Array, void, void> {
  signal.addEventListener("abort", () => process.stdin.destroy(), { once: true });
  try {
    for await (const chunk of process.stdin) yield Buffer.from(chunk);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
