import { ruleReport } from "@squire/safety";
import type { MethodParams, MethodResult } from "@squire/protocol";
import { ruleProblemText } from "../../safety/policy.ts";
import { judgeCall } from "../../workbench/judge-calls.ts";
import type { SessionDesk } from "../desk.ts";
import { refuse } from "../failures.ts";
import { keepNote } from "../../memory/keep-note.ts";
import type { Handlers } from "../handlers.ts";
import { jobsOf } from "../jobs-of.ts";
import { NOTE, shellEvent } from "../kept-events.ts";
import { completePath } from "../references/complete-path.ts";

type Names =
  | "jobs.list"
  | "jobs.output"
  | "jobs.stop"
  | "tools.list"
  | "tools.set"
  | "shell.run"
  | "shell.stop"
  | "note.add"
  | "cwd.set"
  | "files.complete"
  | "permissions.list"
  | "permissions.test";

export const workHandlers: Handlers<Names> = {
  "jobs.list": async ({ sessionKey }, { desks }) => {
    const desk = await desks.get(sessionKey);
    return { jobs: jobsOf(desk.live.workbench.jobs, desk.id) };
  },
  "jobs.output": async ({ sessionKey, jobId }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { jobs } = desk.live.workbench;
    const { text, lost } = jobs.find(jobId, desk.id).output(0);
    const job = jobsOf(jobs, desk.id).find((one) => one.jobId === jobId);
    if (job === undefined) return refuse("not_found", `There is no job ${jobId}.`);
    return { job, text, truncated: lost > 0 };
  },
  "jobs.stop": async ({ sessionKey, jobId }, { desks }) => {
    const desk = await desks.get(sessionKey);
    await desk.live.workbench.jobs.find(jobId, desk.id).stop();
    return { ok: true };
  },

  "tools.list": async ({ sessionKey }, { desks }) => {
    const { registry } = (await desks.get(sessionKey)).live.controls;
    const active = new Set(registry.active().map(({ name }) => name));
    return {
      tools: registry.all().map(({ name, effect, description }) => {
        return { name, effect, description, active: active.has(name) };
      }),
    };
  },
  "tools.set": async ({ sessionKey, active }, { desks }) => {
    const desk = await desks.get(sessionKey);
    return desk.exclusively(async () => ({ unknown: await desk.agent.setActiveTools(active) }));
  },

  "shell.run": async (params, { desks }) => runByHand(await desks.get(params.sessionKey), params),
  "shell.stop": async ({ sessionKey }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { userShell } = desk;
    userShell?.abort();
    return { ok: userShell !== null };
  },

  "note.add": async ({ sessionKey, text, scope = "project" }, { desks, host }) => {
    const desk = await desks.get(sessionKey);
    return desk.work(async () => {
      await desk.whenQuiet();
      const { id: entryId } = await desk.session.append({ type: "context", topic: NOTE, text });
      desk.publish({ type: "note.added", entryId, text });
      const name = keepNote(host, desk.live.workbench.redactor.redact(text), scope);
      return name === null ? { entryId } : { entryId, name };
    });
  },

  "cwd.set": async ({ sessionKey, cwd }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { root } = await desk.exclusively(() => desk.live.workbench.moveTo(cwd));
    await desk.lookAround();
    return { cwd: root };
  },

  "files.complete": async ({ sessionKey, query }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { cwd: root } = desk.live.workbench.workspace();
    return { items: await completePath(query, { root, recent: desk.recentPaths }) };
  },

  "permissions.list": async ({ sessionKey }, { desks }) => {
    const { live, host } = await desks.get(sessionKey);
    const policy = live.workbench.policy();
    const tools = live.controls.registry.all().map(({ name }) => name);
    const rules = ruleReport(policy.rules, { tools, trusted: host.trusted });
    return {
      fallback: policy.fallback,
      rules: rules.map(({ rule, note }) => ({
        rule: rule.text,
        verdict: rule.verdict,
        origin: rule.origin,
        ...(note === null ? {} : { remark: note }),
      })),
      problems: live.workbench.ruleProblems().map(ruleProblemText),
    };
  },
  "permissions.test": async ({ sessionKey, tool, args }, { desks }) => {
    const { live } = await desks.get(sessionKey);
    const judged = await judgeCall(live.controls.registry, live.workbench.judge, { tool, args });
    return "problem" in judged ? refuse("invalid", judged.problem) : { decision: judged };
  },
};

/** Everybody sees it run; the model is shown it once no turn is running (SH-15). */
async function runByHand(
  desk: SessionDesk,
  { command, private: isPrivate = false }: MethodParams<"shell.run">,
): Promise<MethodResult<"shell.run">> {
  if (desk.userShell !== null) return refuse("busy", "Another command runs.", "Stop it first.");
  const { live } = desk;
  const { cwd } = live.workbench.workspace();
  const shellId = crypto.randomUUID();
  const stop = new AbortController();
  desk.userShell = stop;
  desk.publish({ type: "shell.started", shellId, command, cwd, private: isPrivate });
  return desk.work(async () => {
    try {
      const entry = await live.runUserShell(command, {
        private: isPrivate,
        signal: AbortSignal.any([stop.signal, desk.closing]),
        report: (line) => desk.publish({ type: "shell.updated", shellId, text: `${line}\n` }),
        beforeKept: () => desk.whenQuiet(),
      });
      desk.publish({ ...shellEvent(entry), shellId });
      const { id: entryId, output, exitCode, durationMs } = entry;
      return { entryId, output, exitCode, durationMs };
    } finally {
      desk.userShell = null;
    }
  });
}
