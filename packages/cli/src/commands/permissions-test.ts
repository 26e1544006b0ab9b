import type { BatchLine, Judge } from "@squire/host/workbench";
import type { Decision } from "@squire/protocol";
import { EXIT_CODES } from "@squire/protocol/values";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { terminalText } from "../output/terminal-text.ts";
import { handStateOf, readArguments } from "./hand-state.ts";
import { printJson, say } from "./sessions-at.ts";
import { trailLines } from "./trail-lines.ts";

type Test = Invocation<"permissions test">;

/** How calls would be judged. Nothing runs (PERM-14). */
export async function testCommand({ flags, args }: Test, io: Io): Promise<number> {
  const { tool, args: text } = args;
  if (flags.batch !== undefined && tool !== undefined) {
    return wrong(io, "--batch takes the calls from its file: leave the tool out.");
  }
  if (flags.batch === undefined && (tool === undefined || text === undefined)) {
    return wrong(
      io,
      `name a tool and its arguments: squire permissions test bash '{"command":"ls"}'`,
    );
  }
  const host = await openHostFor(flags, io);
  if (host.fatal !== null) return wrong(io, host.fatal.message);
  const { flagFailure, openJudge, ruleProblemText } = await import("@squire/host/workbench");
  const unruly = flagFailure(host.loaded, handStateOf(flags).rules);
  if (unruly !== null) return wrong(io, `${unruly.message} ${unruly.advice ?? ""}`);
  await using judge = await openJudge(host, handStateOf(flags));
  for (const problem of judge.ruleProblems) say(io, ruleProblemText(problem));
  return flags.batch === undefined
    ? testOne(judge, { tool: tool ?? "", text: text ?? "", json: flags.json }, io)
    : testBatch(judge, flags.batch, io);
}

type One = { readonly tool: string; readonly text: string; readonly json: boolean };

async function testOne(judge: Judge, { tool, text, json }: One, io: Io): Promise<number> {
  const read = readArguments(text);
  if (!read.ok) return wrong(io, read.problem);
  const judged = await judge.judge(tool, read.args);
  if ("problem" in judged) return wrong(io, judged.problem);
  if (json) printJson(io, shapeOf(judged));
  else io.stdout.write(terminalText(`${[judged.verdict, ...trailLines(judged)].join("\n")}\n`));
  return EXIT_CODES.ok;
}

/** Exactly these fields: other programs rely on them. */
function shapeOf({ verdict, trail, suggestedRule }: Decision) {
  return { verdict, trail, ...(suggestedRule === undefined ? {} : { suggestedRule }) };
}

const LINES_AT_ONCE = 500;

async function testBatch(judge: Judge, file: string, io: Io): Promise<number> {
  const { judgeBatch } = await import("@squire/host/workbench");
  const text = await readBatch(file, io);
  if (text === null) return EXIT_CODES.usage;
  let problems = 0;
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) io.stdout.write(`${lines.join("\n")}\n`);
    lines = [];
  };
  for await (const found of judgeBatch(judge, text)) {
    if (io.signal.aborted) break;
    if ("problem" in found) {
      problems++;
      say(io, `${file}:${found.line}: ${found.problem}`);
    }
    lines.push(JSON.stringify(lineOf(found)));
    if (lines.length >= LINES_AT_ONCE) flush();
  }
  flush();
  if (io.signal.aborted) return EXIT_CODES.aborted;
  return problems === 0 ? EXIT_CODES.ok : EXIT_CODES.usage;
}

/** A line that could not be judged is answered as well, so that none is missed. */
function lineOf(found: BatchLine) {
  if (!("problem" in found)) return { id: found.id, verdict: found.verdict };
  const { id = null, line, problem } = found;
  return { id, line, error: problem };
}

async function readBatch(file: string, io: Io): Promise<string | null> {
  if (file === "-") return io.readStdin();
  try {
    return await readFile(resolve(io.cwd, file), "utf8");
  } catch (error) {
    say(io, `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  }
}

function wrong(io: Io, message: string): number {
  say(io, message);
  return EXIT_CODES.usage;
}
