import {
  doubtsOf,
  hasDoubts,
  openSite,
  planRewind,
  rewind,
  rewindPoints,
  rewindSite,
} from "@squire/host/rewind";
import type { OpenSite, RewindPlan, RewindSite, RewindTarget } from "@squire/host/rewind";
import { EXIT_CODES } from "@squire/protocol/values";
import type { SessionRef } from "@squire/session";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { terminalPrompter } from "../prompt.ts";
import { askAbout } from "./rewind-ask.ts";
import type { Job } from "./rewind-job.ts";
import { showDoubts, showPlan, showPoints, showRefusal, showResult } from "./rewind-output.ts";
import { readWish, targetOf } from "./rewind-wish.ts";
import type { Wish } from "./rewind-wish.ts";
import { say, withSessions } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Rewind = Invocation<"rewind">;

/** Takes turns back (SES-21). */
export function rewindCommand({ flags }: Rewind, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    const wish = readWish(flags);
    if (typeof wish === "string") return wrongUsage(io, wish);
    const ref = await sessionFor(flags, at);
    if (ref === null)
      return wrongUsage(io, "There is no session of this folder: name one with --session.");
    const person = flags.json ? null : terminalPrompter(io);
    const job: Job = { flags, io, at, ref, person };
    if (flags.list) return list(job);
    return flags.dryRun ? preview(job, wish) : run(job, wish);
  });
}

async function sessionFor(
  { session }: Rewind["flags"],
  { store, cwd }: SessionsAt,
): Promise<SessionRef | null> {
  if (session !== undefined) return store.find(session, cwd);
  return (await store.list(cwd)).sessions[0] ?? null;
}

/** Looks at a session without its lock: another process may be using it. */
async function siteToRead({ at, ref }: Job): Promise<RewindSite> {
  const { tree } = await at.store.read(ref.id);
  return rewindSite(at.home, { path: ref.path, tree });
}

async function list(job: Job): Promise<number> {
  showPoints(job, await rewindPoints(await siteToRead(job)));
  return EXIT_CODES.ok;
}

async function preview(job: Job, wish: Wish): Promise<number> {
  const site = await siteToRead(job);
  const to = wish.to ?? (await askWhere(job, site));
  if (to === null) return nowhere(job);
  const plan = await planRewind(site, { ...wish, to });
  if (plan.kind === "refused") return showRefusal(job, plan);
  showPlan(job, plan);
  return EXIT_CODES.ok;
}

async function run(job: Job, wish: Wish): Promise<number> {
  await using log = await job.at.store.open(job.ref.id);
  const site = openSite(job.at.home, log);
  if (site === null) throw new Error("A session that was found on disk is not there.");
  const to = wish.to ?? (await askWhere(job, site));
  if (to === null) return nowhere(job);
  const plan = await planRewind(site, { ...wish, to });
  if (plan.kind === "refused") return showRefusal(job, plan);
  // Awaited here: the session is open only until this returns.
  return await carryOut(job, site, plan, { ...wish, to });
}

type Aim = Wish & { readonly to: RewindTarget };

async function carryOut(job: Job, site: OpenSite, plan: RewindPlan, aim: Aim): Promise<number> {
  const doubts = doubtsOf(plan);
  if (job.flags.force || !hasDoubts(doubts)) {
    return showResult(job, plan, await rewind(site, plan, { confirmed: true }));
  }
  showDoubts(job, doubts);
  const answer = job.person === null ? "no" : await askAbout(job.person, doubts);
  if (answer === "no") return EXIT_CODES.needsAnswer;
  if (answer === "yes") return showResult(job, plan, await rewind(site, plan, { confirmed: true }));
  const kept = await planRewind(site, { ...aim, keep: doubts.conflicts });
  if (kept.kind === "refused") return showRefusal(job, kept);
  return showResult(job, kept, await rewind(site, kept, { confirmed: true }));
}

/** Null when nobody is there, or the answer is empty. */
async function askWhere(job: Job, site: RewindSite): Promise<RewindTarget | null> {
  if (job.person === null) return null;
  const points = await rewindPoints(site);
  if (points.turns.length === 0) return null;
  showPoints(job, points);
  const answer = await job.person.ask("Back to before which turn? (Enter for none) ");
  return answer === "" ? null : targetOf(answer);
}

function nowhere({ io, person }: Job): number {
  if (person === null) return wrongUsage(io, "Say where to: --to TURN, --last N or --undo.");
  say(io, "Nothing was changed.");
  return EXIT_CODES.ok;
}

function wrongUsage(io: Io, message: string): number {
  say(io, message);
  say(io, "See: squire help rewind");
  return EXIT_CODES.usage;
}
