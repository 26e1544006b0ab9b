import { resolve } from "node:path";
import type { MethodParams } from "@squire/protocol";
import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { FACE_COMMANDS } from "../face-commands.ts";
import { exitCodeOf } from "../exit-code.ts";
import { renderHelp } from "../help.ts";
import type { Io } from "../io.ts";
import { say } from "./sessions-at.ts";

export type Open = Invocation<keyof typeof FACE_COMMANDS>;

/** `squire`: the terminal face, or a run where there is no terminal (CLI-1). */
export async function openCommand(invocation: Open, io: Io): Promise<number> {
  const words = wordsOf(invocation);
  if (io.attended !== true || !io.stdout.isTty) return withoutTerminal(invocation, words, io);
  const { squireHome } = await import("@squire/host");
  const { homedir } = await import("node:os");
  const cwd = resolve(io.cwd, folderOf(invocation));
  const home = squireHome(io.env, { userHome: io.env["HOME"] ?? homedir(), cwd });
  const chosen = await chosenSession(invocation.flags, { home, cwd, env: io.env }, io);
  if (!chosen.ok) {
    const { failure } = chosen;
    for (const line of [failure.message, failure.advice]) if (line !== undefined) say(io, line);
    return exitCodeOf({ stopReason: "error", error: failure });
  }
  const { startFace } = await import("../face/start-face.ts");
  const prompt = words.join(" ").trim();
  return startFace(
    {
      ...invocation.flags,
      cwd,
      sessionKey: chosen.key,
      begin: beginOf(invocation),
      prompt: prompt === "" ? null : prompt,
    },
    home,
    io,
  );
}

function wordsOf({ args }: Open): readonly string[] {
  return "prompt" in args ? (args.prompt ?? []) : [];
}

function folderOf({ flags, args }: Open): string {
  const folder = flags.cwd ?? ".";
  return "dir" in args && args.dir !== undefined ? resolve(folder, args.dir) : folder;
}

/** Yolo at the start is a wish of the whole process: the flag itself is the confirmation (PERM-9). */
function beginOf({ command, flags }: Open): MethodParams<"sessions.create"> {
  const mode = command === "open" ? flags.mode : command;
  return {
    ...(mode === undefined ? {} : { mode }),
    ...(flags.session === undefined ? {} : { name: flags.session }),
    ...(flags.noSession ? { ephemeral: true } : {}),
  };
}

type Place = { readonly home: string; readonly cwd: string; readonly env: Io["env"] };

/** Null: a new one. */
async function chosenSession(flags: Open["flags"], place: Place, io: Io) {
  const isNew = !flags.continue && flags.session === undefined && flags.resume === undefined;
  if (isNew) return { ok: true, key: null } as const;
  const { sessionKeyFor } = await import("../open-session.ts");
  return sessionKeyFor(flags, place, io);
}

/** What was asked or piped is answered; with neither there is only help. */
async function withoutTerminal(
  invocation: Open,
  words: readonly string[],
  io: Io,
): Promise<number> {
  const piped = await io.readStdin();
  if (words.length === 0 && piped.trim() === "") {
    io.stdout.write(renderHelp());
    return EXIT_CODES.ok;
  }
  const { runCommand } = await import("./run.ts");
  const mode = invocation.command === "open" ? invocation.flags.mode : invocation.command;
  const run: Invocation<"run"> = {
    command: "run",
    flags: {
      output: "text",
      tools: [],
      yes: false,
      ...invocation.flags,
      cwd: folderOf(invocation),
      ...(mode === undefined ? {} : { mode }),
    },
    args: { task: words },
  };
  return runCommand(run, { ...io, readStdin: () => Promise.resolve(piped) });
}
