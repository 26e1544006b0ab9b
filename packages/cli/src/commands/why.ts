import { EXIT_CODES } from "@squire/protocol/values";
import type { Why } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { when } from "../output/figures.ts";
import { terminalText } from "../output/terminal-text.ts";
import { trailLines } from "./trail-lines.ts";
import { printJson, say, withSessions } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

/** Why a call was allowed, asked for or denied (PERM-13). */
export function whyCommand({ flags, args }: Invocation<"why">, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    const found = await find(at, args.call, flags.inSession);
    if (found === null) {
      say(io, `no call ${args.call} in ${flags.inSession ?? "the sessions of this folder"}.`);
      say(io, "`squire session show <session> --json` lists its calls.");
      return EXIT_CODES.usage;
    }
    const { sessionId, ...why } = found;
    if (flags.json) printJson(io, { sessionId, ...why });
    else io.stdout.write(terminalText(page(why)));
    return EXIT_CODES.ok;
  });
}

type Found = Why & { readonly sessionId: string };

/** The newest session that knows the call: of this folder first, then any. */
async function find(
  at: SessionsAt,
  callId: string,
  session: string | undefined,
): Promise<Found | null> {
  const { store, cwd } = at;
  if (session !== undefined) return look(at, session, callId);
  const here = (await store.list(cwd)).sessions.map(({ id }) => id);
  const all = (await store.list()).sessions.map(({ id }) => id);
  for (const id of new Set([...here, ...all])) {
    const found = await look(at, id, callId);
    if (found !== null) return found;
  }
  return null;
}

/** Over the whole log: a call of a branch that was left was decided on all the same. */
async function look(
  { store, ports, cwd }: SessionsAt,
  key: string,
  callId: string,
): Promise<Found | null> {
  const { readLog, whyOf } = await import("@squire/session");
  const { id, path } = await store.find(key, cwd);
  const collected = whyOf(callId);
  for await (const line of readLog(ports.disk, path)) {
    if (line.kind === "entry" && line.entry.kind === "known") collected.add(line.entry.value);
  }
  const why = collected.why();
  return why === null ? null : { ...why, sessionId: id };
}

function page(why: Why): string {
  const { decision, request, answer } = why;
  const lines = [
    `${why.name}  ${why.summary ?? ""}`.trimEnd(),
    `  call      ${why.callId}`,
    ...(why.argsText === null ? [] : [`  arguments ${why.argsText}`]),
    "",
    ...(decision === null ? ["It was never judged."] : [`decided: ${decision.verdict}`]),
    ...(decision === null ? [] : trailLines(decision)),
    ...(request === null ? [] : ["", `asked: ${request.reason}`, `  covers    ${request.covers}`]),
    ...(answer === null ? [] : [answerLine(answer)]),
    "",
    why.startedAt === null ? "It did not run." : `ran: ${when(why.startedAt)}`,
    ...(why.sandbox === null ? [] : [`  sandbox   ${why.sandbox}`]),
    ...(why.ending === null ? [] : [`  ended     ${why.ending}${exit(why)}`]),
  ];
  return `${lines.join("\n")}\n`;
}

function answerLine(answer: NonNullable<Why["answer"]>): string {
  if (answer.verdict === "deny") {
    return `answered: no, by ${answer.by}${answer.reason === undefined ? "" : `: ${answer.reason}`}`;
  }
  const rule = answer.rule === undefined ? "" : ` (${answer.rule})`;
  return `answered: yes, ${answer.scope}${rule}, by ${answer.by}`;
}

function exit({ exitCode }: Why): string {
  return exitCode === null ? "" : `, exit code ${exitCode}`;
}
