import { EXIT_CODES } from "@squire/protocol/values";
import { readArgs } from "./args.ts";
import type { Invocation } from "./args.ts";
import { renderHelp } from "./help.ts";
import type { Io } from "./io.ts";
import { MEMORY_COMMANDS } from "./memory-commands.ts";
import { SAFETY_COMMANDS } from "./safety-commands.ts";
import { styleOf } from "./output/style.ts";
import { GATEWAY_COMMANDS } from "./gateway-commands.ts";
import { SETUP_COMMANDS } from "./setup-commands.ts";
import { processIo } from "./process-io.ts";
import { isUsageError, USAGE_EXIT_CODE } from "./usage-error.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and gives the exit code. Nothing is thrown past here. */
export async function main(argv: readonly string[]): Promise<number> {
  const { io, stop } = processIo(process.cwd());
  // Asked by the scripts of `squire completions`, at every press of Tab.
  if (argv[0] === "__complete") {
    return (await import("./completions/answer.ts")).answerCompletion(argv.slice(1), io);
  }
  const invocation = readArgs(argv);
  if (isUsageError(invocation)) {
    io.stderr.write(`squire: ${invocation.message}\nsquire: ${invocation.advice}\n`);
    return USAGE_EXIT_CODE;
  }
  leaveWhenStopped(invocation, io);
  const limit = timeLimit(invocation);
  const timer = limit === undefined ? undefined : setTimeout(() => stop("timeout"), limit * 1000);
  try {
    const code = await dispatch(invocation, io);
    return io.signal.reason === "interrupt" && code === 0 ? EXIT_CODES.aborted : code;
  } catch (error) {
    if (io.signal.aborted) return stoppedCode(io.signal);
    return await crashed(error, io);
  } finally {
    clearTimeout(timer);
  }
}

/** These put their work in order when they are stopped, and take the time that needs. */
const TIDY: ReadonlySet<string> = new Set([
  "open",
  "chat",
  "code",
  "run",
  "research",
  "rewind",
  "index",
  "gateway",
  "web",
  "attach",
  "serve",
  "tool run",
  "session import",
  "session export",
]);
const GRACE_MS = 1_000;

/** The others only look at things: whoever presses Ctrl+C need not wait for the end of that. */
function leaveWhenStopped({ command }: Invocation, { signal }: Io): void {
  if (TIDY.has(command)) return;
  const leave = (): void => {
    if (signal.reason === "closed") return;
    setTimeout(() => process.exit(stoppedCode(signal)), GRACE_MS).unref();
  };
  signal.addEventListener("abort", leave, { once: true });
}

/** Research ends by itself at its limit, with what it has (RES-6). */
function timeLimit({ command, flags }: Invocation): number | undefined {
  return "timeout" in flags && command !== "research" ? flags.timeout : undefined;
}

/** Help on a terminal: whatever stands at the margin is a heading. */
function withHeadings(text: string, { stdout, env }: Io): string {
  const style = styleOf(stdout, env);
  return text.replaceAll(/^\S.*$/gm, (heading) => style.paint(heading, "bold"));
}

/** Somebody wanted out: that is no fault, and nothing is left to say. */
function stoppedCode({ reason }: AbortSignal): number {
  return reason === "timeout" ? EXIT_CODES.limit : EXIT_CODES.aborted;
}

/** Each command is loaded when it is wanted, so that none pays for another. */
export async function dispatch(invocation: Invocation, io: Io): Promise<number> {
  if (isSafety(invocation)) {
    return (await import("./commands/safety.ts")).safetyCommand(invocation, io);
  }
  if (isMemory(invocation)) {
    return (await import("./commands/memory.ts")).memoryCommand(invocation, io);
  }
  if (isSetup(invocation)) {
    return (await import("./commands/setup-group.ts")).setupGroup(invocation, io);
  }
  if (isGateway(invocation)) {
    return (await import("./commands/gateway-group.ts")).gatewayGroup(invocation, io);
  }
  switch (invocation.command) {
    case "help":
      io.stdout.write(withHeadings(renderHelp(invocation.args.command), io));
      return EXIT_CODES.ok;
    case "version":
      io.stdout.write(`squire ${VERSION}\n`);
      return EXIT_CODES.ok;
    case "open":
    case "chat":
    case "code":
      return (await import("./commands/open.ts")).openCommand(invocation, io);
    case "run":
      return (await import("./commands/run.ts")).runCommand(invocation, io);
    case "research":
      return (await import("./commands/research.ts")).researchCommand(invocation, io);
    case "verify":
      return (await import("./commands/verify.ts")).verifyCommand(invocation, io);
    case "session list":
    case "session show":
    case "session tree":
    case "session goto":
    case "session context":
    case "session verify":
    case "session fork":
    case "session delete":
    case "session restore":
    case "session prune":
    case "session export":
    case "session import":
      return (await import("./commands/session.ts")).sessionCommand(invocation, io);
    case "rewind":
      return (await import("./commands/rewind.ts")).rewindCommand(invocation, io);
    case "search":
      return (await import("./commands/search.ts")).searchCommand(invocation, io);
    case "index":
    case "index rebuild":
      return (await import("./commands/index-group.ts")).indexGroup(invocation, io);
    case "stats":
      return (await import("./commands/stats.ts")).statsCommand(invocation, io);
    case "replay":
      return (await import("./commands/transcripts.ts")).replayCommand(invocation, io);
    case "diff":
      return (await import("./commands/transcripts.ts")).diffCommand(invocation, io);
    case "rerun":
      return (await import("./commands/rerun.ts")).rerunCommand(invocation, io);
  }
}

function isSafety(invocation: Invocation): invocation is Invocation<keyof typeof SAFETY_COMMANDS> {
  return Object.hasOwn(SAFETY_COMMANDS, invocation.command);
}

function isMemory(invocation: Invocation): invocation is Invocation<keyof typeof MEMORY_COMMANDS> {
  return Object.hasOwn(MEMORY_COMMANDS, invocation.command);
}

function isSetup(invocation: Invocation): invocation is Invocation<keyof typeof SETUP_COMMANDS> {
  return Object.hasOwn(SETUP_COMMANDS, invocation.command);
}

function isGateway(
  invocation: Invocation,
): invocation is Invocation<keyof typeof GATEWAY_COMMANDS> {
  return Object.hasOwn(GATEWAY_COMMANDS, invocation.command);
}

/** A fault of ours: said plainly, without a wall of code unless somebody asks for it. */
async function crashed(error: unknown, io: Io): Promise<number> {
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`squire: internal error: ${message}\n`);
  if (io.env["SQUIRE_LOG"] === "debug" && error instanceof Error) {
    io.stderr.write(`${error.stack ?? ""}\n`);
  } else {
    io.stderr.write(
      "squire: set SQUIRE_LOG=debug for details; squire debug report collects them.\n",
    );
  }
  const { keepCrash } = await import("./debug/keep-crash.ts");
  await keepCrash(error, io);
  return EXIT_CODES.error;
}
