import type { Check } from "@squire/host/workbench";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { counted } from "../output/figures.ts";
import { openHostFor } from "../open-host.ts";
import { styleOf } from "../output/style.ts";
import { columns, widthOf } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson } from "./sessions-at.ts";

const MARKS = { ok: "✓", warn: "!", fail: "✗" } as const;
const PLAIN_MARKS = { ok: "ok", warn: "!", fail: "FAIL" } as const;
const TONES = { ok: "green", warn: "yellow", fail: "red" } as const;

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
    const sum = `${counted(failed, "failure")}, ${counted(warned, "warning")}\n`;
    io.stdout.write(`${page(checks, io)}${sum}`);
  }
  return failed > 0 ? EXIT_CODES.error : EXIT_CODES.ok;
}

function page(checks: readonly Check[], { stdout, env }: Io): string {
  const style = styleOf(stdout, env);
  const marks = style.unicode ? MARKS : PLAIN_MARKS;
  const arrow = style.unicode ? "→" : "->";
  const rows = checks.flatMap(({ name, status, message, advice }) => [
    { status, cells: [marks[status], name, message] },
    ...(advice === undefined ? [] : [{ status, cells: ["", "", `${arrow} ${advice}`] }]),
  ]);
  return columns(
    rows.map(({ cells }) => cells.map(terminalText)),
    {
      width: widthOf(stdout),
      paint: (text, row, column) =>
        column === 0 ? style.paint(text, TONES[rows[row]?.status ?? "ok"]) : text,
    },
  );
}
