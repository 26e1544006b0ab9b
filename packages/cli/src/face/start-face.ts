import { appendFileSync } from "node:fs";
import { connectInProcess, type HostClient } from "@squire/client";
import { livesLong } from "@squire/platform";
import type { HostApi } from "@squire/host/api";
import type { MethodParams } from "@squire/protocol";
import { freeMemory } from "@squire/platform";
import { EXIT_CODES, HostError } from "@squire/protocol/values";
import { processTerminal, runPlain, runTui, type ExitInfo, type TuiPorts } from "@squire/tui";
import type { HostFlags } from "../open-host.ts";
import { openHostFor } from "../open-host.ts";
import type { Io } from "../io.ts";
import { say } from "../commands/sessions-at.ts";
import { exitCodeOf } from "../exit-code.ts";
import { sharing } from "../gateway/share.ts";
import { VERSION } from "../version.ts";
import { copyText, editText } from "./desktop.ts";
import { lazyClient } from "./lazy-client.ts";
import { LineBox } from "./line-box.ts";
import { promptHistory, userThemes } from "./user-files.ts";
import { WarningBox } from "./warning-box.ts";
import { wishesOf } from "./wishes.ts";
import type { WishFlags } from "./wishes.ts";

/** By then what a start needs has run. */
const SETTLED_MS = 2_000;

export type FaceFlags = HostFlags &
  WishFlags & {
    readonly plain: boolean;
    /** The session to go on with; null: a new one. */
    readonly sessionKey: string | null;
    readonly begin: MethodParams<"sessions.create">;
    /** Sent as soon as it can be. */
    readonly prompt: string | null;
  };

/** Opens the terminal face on a host of its own, and gives the exit code. */
export async function startFace(flags: FaceFlags, home: string, io: Io): Promise<number> {
  const warnings = new WarningBox();
  const quiet: Io = { ...io, stderr: { isTty: false, write: (text) => warnings.add(text) } };
  let close = async (): Promise<void> => {};
  const open = async (): Promise<HostClient> => {
    const opened = await openClient(flags, quiet);
    close = opened.close;
    return opened.client;
  };
  const around = { home, io, warnings, line: new LineBox() };
  const end = await runFace(lazyClient("tui", open), flags, around);
  await close();
  return farewell(end, { warnings, io, comeBack: (key) => `squire --resume ${key}` });
}

/** Opens the terminal face on a host that is elsewhere. */
export async function attachFace(
  { client, line }: FarHost,
  flags: Pick<FaceFlags, "plain" | "sessionKey">,
  home: string,
  io: Io,
): Promise<number> {
  const warnings = new WarningBox();
  const given = { ...flags, begin: {}, prompt: null };
  const end = await runFace(client, given, { home, io, warnings, line });
  await client.close();
  return farewell(end, { warnings, io, comeBack: (key) => `squire attach ${key}` });
}

/** A host that is elsewhere, and how it is with the line to it. */
export type FarHost = { readonly client: HostClient; readonly line: LineBox };

type Around = {
  readonly home: string;
  readonly io: Io;
  readonly warnings: WarningBox;
  readonly line: LineBox;
};

async function runFace(
  client: HostClient,
  {
    sessionKey,
    begin,
    prompt,
    plain,
  }: Pick<FaceFlags, "sessionKey" | "begin" | "prompt" | "plain">,
  { home, io, warnings, line }: Around,
): Promise<ExitInfo> {
  setTimeout(livesLong, SETTLED_MS).unref();
  const history = promptHistory(home);
  const prompts = history.read();
  const options = {
    client,
    sessionKey,
    begin,
    prompt,
    settings: { history: prompts, firstRun: prompts.length === 0 },
    ports: {
      ...portsOf(io, home),
      remember: history.add,
      onWarning: warnings.listen,
      onLine: line.listen,
    },
  };
  return plain
    ? runPlain({ ...options, lines: stdinLines(), write: (text) => io.stdout.write(text) })
    : runTui({ ...options, terminal: processTerminal(process) });
}

async function openClient(
  flags: FaceFlags,
  io: Io,
): Promise<{ client: HostClient; close: () => Promise<void> }> {
  const [{ openHostApi }, host] = await Promise.all([
    import("@squire/host/api"),
    openHostFor(flags, io),
  ]);
  const wishes = await wishesOf(flags, host);
  const shared = sharing(() => ({ api, host, io }));
  const api: HostApi = openHostApi({ host, version: VERSION, wishes, share: shared.share });
  const close = async (): Promise<void> => {
    await shared.close();
    await api.close();
  };
  return { client: connectInProcess(api, { face: "tui" }), close };
}

function portsOf(io: Io, home: string): Omit<TuiPorts, "remember" | "onWarning" | "onLine"> {
  return {
    now: () => Date.now(),
    setTimer: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    editText: (text) => editText(text, io.env),
    copyText: (text) => copyText(text, io.env),
    readImage: async () => {
      const { readClipboardImage } = await import("./clipboard-image.ts");
      return readClipboardImage(io.env);
    },
    themes: userThemes(home),
    rest: freeMemory,
    appendLog: (file, text) => appendFileSync(file, text, { mode: 0o600 }),
  };
}

/** Whole lines of standard input, without their ends. */
async function* stdinLines(): AsyncIterable<string> {
  const { createInterface } = await import("node:readline");
  yield* createInterface({ input: process.stdin });
}

type Leaving = {
  readonly warnings: WarningBox;
  readonly io: Io;
  readonly comeBack: (sessionKey: string) => string;
};

/** How to come back, and what went wrong; the screen is the shell's again. */
function farewell(end: ExitInfo, { warnings, io, comeBack }: Leaving): number {
  if (end.sessionKey !== null) io.stdout.write(`\n${comeBack(end.sessionKey)}\n`);
  if (end.reason !== "failed") return EXIT_CODES.ok;
  for (const warning of warnings.unheard()) io.stderr.write(warning);
  if (!(end.error instanceof HostError)) throw end.error;
  const { failure } = end.error;
  for (const line of [failure.message, failure.advice]) if (line !== undefined) say(io, line);
  return exitCodeOf({ stopReason: "error", error: failure });
}
