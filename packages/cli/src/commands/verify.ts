import { EXIT_CODES } from "@squire/protocol/values";
import type { TargetVerdict } from "@squire/host/research";
import { resolve } from "node:path";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { styleOf } from "../output/style.ts";
import { terminalText } from "../output/terminal-text.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Verify = Invocation<"verify">;

/** Checks a report, a bundle or the reports of a session again, offline and without a model (RES-8). */
export async function verifyCommand({ flags, args }: Verify, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    const found = await verdictOn(args.report, at, io);
    if (found === null) return EXIT_CODES.error;
    const verdict = flags.online ? await online(found, at, io) : found;
    if (flags.json) printJson(io, verdict);
    else printVerdict(verdict, io);
    return verdict.ok ? EXIT_CODES.ok : EXIT_CODES.error;
  });
}

async function online(
  verdict: TargetVerdict,
  { host }: SessionsAt,
  io: Io,
): Promise<TargetVerdict> {
  const { withPagesNow } = await import("@squire/host/research");
  return { ...verdict, citations: await withPagesNow(host, verdict.citations, io.signal) };
}

async function verdictOn(target: string, at: SessionsAt, io: Io): Promise<TargetVerdict | null> {
  const { verifyFile } = await import("@squire/host/research");
  try {
    const file = await verifyFile(resolve(at.cwd, target), at.home);
    if (file !== null) return file;
  } catch (error) {
    say(io, error instanceof Error ? error.message : String(error));
    return null;
  }
  return verifyKept(target, at, io);
}

async function verifyKept(key: string, at: SessionsAt, io: Io): Promise<TargetVerdict | null> {
  const { verifySession } = await import("@squire/host/research");
  const { id, path } = await at.store.find(key, at.cwd);
  const { header, tree } = await at.store.read(id);
  const verdict = await verifySession({ branch: tree.branch(), logPath: path, cwd: header.cwd });
  if (verdict !== null) return { kind: "session", problems: [], ...verdict };
  say(io, `There is no report in the session ${id}, and its answers name no places in files.`);
  say(io, "squire session verify checks the session itself.");
  return null;
}

function printVerdict(verdict: TargetVerdict, io: Io): void {
  const style = styleOf(io.stdout, io.env);
  const { citations, claims, counts, problems } = verdict;
  const line = (text: string): void => io.stdout.write(`${terminalText(text)}\n`);
  for (const problem of problems) line(`✗ ${problem}`);
  for (const { n, status, source, problem, now } of citations) {
    const mark = problem === null ? "✓" : "✗";
    const said = [problem, now].filter((words) => words != null).join("; ");
    line(`${mark} [${n}] ${status} ${source}${said === "" ? "" : `: ${said}`}`);
  }
  for (const { text, problem } of claims) if (problem !== null) line(`✗ “${text}”: ${problem}`);
  const found = Object.entries(counts).flatMap(([name, n]) => (n === 0 ? [] : [`${n} ${name}`]));
  const summary = `${citations.length} citations (${found.join(", ")}), ${claims.length} sentences`;
  const word = verdict.ok ? "verified" : "not verified";
  io.stdout.write(`${style.paint(word, "bold")}: ${terminalText(summary)}\n`);
}
