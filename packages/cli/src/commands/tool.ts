import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { columns, widthOf } from "../output/table.ts";
import { terminalText } from "../output/terminal-text.ts";
import { handStateOf, readArguments } from "./hand-state.ts";
import { suggestionFor } from "../output/suggestion.ts";
import { printJson, say } from "./sessions-at.ts";

/** As many as a model would be shown. */
const FITTING = 5;

/** The tools a model is offered here, and those that are missing (TOOL-12); of a request, those that fit it. */
export async function toolListCommand(
  { flags, args }: Invocation<"tool list">,
  io: Io,
): Promise<number> {
  const host = await openHostFor(flags, io);
  const { listTools } = await import("@squire/host/workbench");
  const all = await listTools(host);
  let { tools, absent } = all;
  if (args.request !== undefined) {
    const { findTools } = await import("@squire/host/tool-search");
    tools = await findTools(host, all.tools, args.request, { k: FITTING, signal: io.signal });
    absent = [];
  }
  if (tools.length === 0) say(io, "no tool fits that.");
  if (flags.json) {
    const missing = absent.map(({ name, reason }) => ({ name, available: false, reason }));
    printJson(io, [...tools.map((tool) => ({ ...tool, available: true })), ...missing]);
    return EXIT_CODES.ok;
  }
  const rows = tools.map(({ name, effect, description }) => [name, effect, description]);
  const gone = absent.map(({ name, reason }) => [name, "missing", reason]);
  const width = widthOf(io.stdout);
  io.stdout.write(terminalText(columns([...rows, ...gone], { width })));
  return EXIT_CODES.ok;
}

/** One tool by hand, as a model's call would go. */
export async function toolRunCommand(
  { flags, args }: Invocation<"tool run">,
  io: Io,
): Promise<number> {
  const read = readArguments(args.args);
  if (!read.ok) return wrong(io, read.problem);
  const host = await openHostFor(flags, io);
  if (host.fatal !== null) return wrong(io, host.fatal.message);
  const { ruleFailure, runTool } = await import("@squire/host/workbench");
  const unruly = ruleFailure(host.loaded, handStateOf(flags).rules);
  if (unruly !== null) {
    say(io, `${unruly.message} ${unruly.advice ?? ""}`);
    return unruly.code === "invalid" ? EXIT_CODES.usage : EXIT_CODES.error;
  }
  const result = await runTool(host, {
    ...handStateOf(flags),
    tool: args.tool,
    args: read.args,
    signal: io.signal,
    warn: (message) => say(io, message),
    ...(flags.verbose ? { onSandbox: ({ name }) => say(io, `sandbox: ${name}`) } : {}),
  });
  if (result.type === "unknown") return wrong(io, result.problem);
  const { run, needsApproval } = result;
  if (flags.json) printJson(io, run);
  else (run.ok ? io.stdout : io.stderr).write(`${shown(run.text, io)}\n`);
  if (needsApproval) {
    const rule = suggestionFor(run.decision?.suggestedRule);
    say(io, `it needs a yes: run it again with --yes${rule === null ? "" : ` or ${rule}`}.`);
    return EXIT_CODES.needsAnswer;
  }
  if (io.signal.aborted) return EXIT_CODES.aborted;
  if (run.output.ending === "invalid") return EXIT_CODES.usage;
  return run.ok ? EXIT_CODES.ok : EXIT_CODES.error;
}

/** A pipe gets the bytes; a terminal nothing that could steer it. */
function shown(text: string, { stdout }: Io): string {
  return stdout.isTty ? terminalText(text) : text;
}

function wrong(io: Io, message: string): number {
  say(io, message);
  return EXIT_CODES.usage;
}
