import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted } from "../output/figures.ts";
import { openHostFor } from "../open-host.ts";
import { columns } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson } from "./sessions-at.ts";

const MARKS = { ok: "✓", warn: "!", fail: "✗" } as const;

/** Looks at everything that can be wrong here, and says what to do about it (CFG-11). */
export async function doctorCommand({ flags }: Invocation<"doctor">, io: Io): Promise<number> {
  // What is wrong with the settings is one of the checks; it need not be said twice.
  const quiet: Io = { ...io, stderr: { write: () => {}, isTty: io.stderr.isTty } };
  const host = await openHostFor(flags, quiet);
  const { diagnose } = await import("@squire/host/workbench");
  const { online, offline } = flags;
  const checks = await diagnose(host, { online, offline, signal: io.signal });
  if (io.signal.aborted) return EXIT_CODES.aborted;
  const failed = checks.filter(({ status }) => status === "fail").length;
  const warned = checks.filter(({ status }) => status === "warn").length;
  if (flags.json) printJson(io, checks);
  else {
    const rows = checks.flatMap(({ name, status, message, advice }) => [
      [MARKS[status], name, message],
      ...(advice === undefined ? [] : [["", "", `→ ${advice}`]]),
    ]);
    const sum = `${counted(failed, "failure")}, ${counted(warned, "warning")}\n`;
    io.stdout.write(terminalText(`${columns(rows)}${sum}`));
  }
  return failed > 0 ? EXIT_CODES.error : EXIT_CODES.ok;
}
