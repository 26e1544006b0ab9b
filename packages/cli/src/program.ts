import { EXIT_CODES } from "@squire/protocol/values";
import { readArgs } from "./args.ts";
import type { Invocation } from "./args.ts";
import { renderHelp } from "./help.ts";
import type { Io } from "./io.ts";
import { SAFETY_COMMANDS } from "./safety-commands.ts";
import { processIo } from "./process-io.ts";
import { isUsageError, USAGE_EXIT_CODE } from "./usage-error.ts";
import { VERSION } from "./version.ts";

/** Runs one command line and gives the exit code. Nothing is thrown past here. */
export async function main(argv: readonly string[]): Promise<number> {
  const invocation = readArgs(argv);
  const { io, stop } = processIo(process.cwd());
  if (isUsageError(invocation)) {
    io.stderr.write(`squire: ${invocation.message}\n`);
    return USAGE_EXIT_CODE;
  }
  const limit = timeLimit(invocation);
  const timer = limit === undefined ? undefined : setTimeout(() => stop("timeout"), limit * 1000);
  try {
    return await dispatch(invocation, io);
  } catch (error) {
    return crashed(error, io);
  } finally {
    clearTimeout(timer);
  }
}

function timeLimit({ flags }: Invocation): number | undefined {
  return "timeout" in flags ? flags.timeout : undefined;
}

/** Each command is loaded when it is wanted, so that none pays for another. */
async function dispatch(invocation: Invocation, io: Io): Promise<number> {
  if (isSafety(invocation)) {
    return (await import("./commands/safety.ts")).safetyCommand(invocation, io);
  }
  switch (invocation.command) {
    case "help":
      io.stdout.write(renderHelp(invocation.args.command));
      return EXIT_CODES.ok;
    case "version":
      io.stdout.write(`squire ${VERSION}\n`);
      return EXIT_CODES.ok;
    case "run":
      return (await import("./commands/run.ts")).runCommand(invocation, io);
    case "models":
      return (await import("./commands/models.ts")).modelsCommand(invocation, io);
    case "models prices":
      return (await import("./commands/prices.ts")).pricesCommand(invocation, io);
    case "config get":
    case "config set":
    case "config unset":
    case "config list":
    case "config path":
    case "config explain":
      return (await import("./commands/config.ts")).configCommand(invocation, io);
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
    case "index rebuild":
      return (await import("./commands/search.ts")).rebuildCommand(invocation, io);
    case "stats":
      return (await import("./commands/stats.ts")).statsCommand(invocation, io);
    case "replay":
      return (await import("./commands/transcripts.ts")).replayCommand(invocation, io);
    case "diff":
      return (await import("./commands/transcripts.ts")).diffCommand(invocation, io);
    case "rerun":
      return (await import("./commands/rerun.ts")).rerunCommand(invocation, io);
    case "setup":
      return (await import("./commands/setup.ts")).setupCommand(invocation, io);
    case "login":
      return (await import("./commands/login.ts")).loginCommand(invocation, io);
    case "logout":
      return (await import("./commands/login.ts")).logoutCommand(invocation, io);
  }
}

function isSafety(invocation: Invocation): invocation is Invocation<keyof typeof SAFETY_COMMANDS> {
  return Object.hasOwn(SAFETY_COMMANDS, invocation.command);
}

/** A fault of ours: said plainly, without a wall of code unless somebody asks for it. */
function crashed(error: unknown, io: Io): number {
  const message = error instanceof Error ? error.message : String(error);
  io.stderr.write(`squire: internal error: ${message}\n`);
  if (io.env["SQUIRE_LOG"] === "debug" && error instanceof Error) {
    io.stderr.write(`${error.stack ?? ""}\n`);
  } else {
    io.stderr.write("squire: set SQUIRE_LOG=debug for details, and please report this.\n");
  }
  return EXIT_CODES.error;
}
