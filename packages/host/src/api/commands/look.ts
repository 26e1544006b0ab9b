import { refuse } from "../failures.ts";
import { hostCommand, stateOf } from "./command.ts";
import type { Command, CommandScene } from "./command.ts";
import { code, count, list, money, spentLine } from "./words.ts";

/** What was done, what it cost, what may happen. */
export const lookCommands: readonly Command[] = [
  hostCommand(
    { name: "cost", description: "What this session has cost", group: "look" },
    async (scene) => {
      const { spent } = await stateOf(scene);
      return {
        text: list([spentLine("last turn", spent.turn), spentLine("session", spent.session)], ""),
      };
    },
  ),
  hostCommand(
    { name: "stats", description: "What all sessions have cost, by model", group: "look" },
    async ({ call }) => {
      const { total, rows } = await call("usage.get", { by: "model" });
      const lines = rows.map(({ key, ...row }) => spentLine(code(key), row));
      return { text: list([...lines, spentLine("all", total)], "") };
    },
  ),
  hostCommand(
    { name: "context", description: "What the model's window is filled with", group: "look" },
    async ({ call, sessionKey }) => {
      const context = await call("context.get", { sessionKey });
      const { gauge, regions, compactsAt, removes } = context;
      const share = gauge.window === 0 ? "" : ` of ${count(gauge.window)}`;
      const lines = regions.map(({ name, tokens }) => `${name}: about ${count(tokens)} tokens`);
      const limit =
        compactsAt === null ? "never compacted" : `compacted above ${count(compactsAt)}`;
      const next =
        removes === null
          ? "a compaction would remove nothing now"
          : `a compaction would remove ${count(removes.entries)} entries, about ${count(removes.tokens)} tokens`;
      return {
        text: `${count(gauge.tokens)} tokens${share}; ${limit}; ${next}\n\n${list(lines, "")}`,
      };
    },
  ),
  hostCommand(
    {
      name: "why",
      args: "[call]",
      description: "Why a call was allowed, asked about or denied; the last one by default",
      group: "look",
    },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      const callId = args === "" ? await lastCall(scene) : args;
      if (callId === null) return refuse("not_found", "There was no call yet.");
      const { toolName, decision, answer, sandbox } = await call("why.get", { callId, sessionKey });
      const trail = decision.trail.map(({ stage, verdict, reason, rule, origin }) => {
        const by = rule === undefined ? "" : ` (${code(rule)}${origin ? ` at ${origin}` : ""})`;
        return `${stage}: ${verdict ?? "no word"}: ${reason}${by}`;
      });
      const answered = answer === undefined ? [] : [`answer: ${answer.verdict} by ${answer.by}`];
      const jail = sandbox === undefined ? [] : [`sandbox: ${sandbox}`];
      const head = `${code(toolName)} ${decision.verdict}`;
      return { text: `${head}\n\n${list([...trail, ...answered, ...jail], "")}` };
    },
  ),
  hostCommand(
    { name: "permissions", description: "The rules in force", group: "look" },
    async ({ call, sessionKey }) => {
      const { fallback, rules, problems } = await call("permissions.list", { sessionKey });
      const lines = rules.map(({ rule, verdict, origin, remark }) => {
        return `${verdict} ${code(rule)} ${origin}${remark === undefined ? "" : ` (${remark})`}`;
      });
      return { text: list([...lines, `anything else: ${fallback}`, ...problems], "") };
    },
  ),
  hostCommand(
    { name: "tools", description: "The tools of this session", group: "look" },
    async ({ call, sessionKey }) => {
      const { tools } = await call("tools.list", { sessionKey });
      const lines = tools.map(({ name, effect, active }) => {
        return `${code(name)} ${effect}${active ? "" : " (off)"}`;
      });
      return { text: list(lines, "There are none.") };
    },
  ),
  hostCommand(
    { name: "todo", description: "The list of things to do", group: "look" },
    async ({ call, sessionKey }) => {
      const { items } = await call("todo.list", { sessionKey });
      const marks = { open: " ", active: "…", done: "x", dropped: "-" } as const;
      const lines = items.map(({ text, status }) => `[${marks[status]}] ${text}`);
      return { text: list(lines, "Nothing to do.") };
    },
  ),
  hostCommand(
    { name: "jobs", description: "Commands in the background", group: "look", opens: "jobs" },
    async ({ call, sessionKey }) => {
      const { jobs } = await call("jobs.list", { sessionKey });
      const lines = jobs.map(({ jobId, command, running, exitCode }) => {
        const state = running ? "running" : `ended ${exitCode ?? "by a signal"}`;
        return `${code(jobId)} ${state}: ${code(command)}`;
      });
      return { text: list(lines, "No jobs."), ...(jobs.length === 0 ? {} : { opens: "jobs" }) };
    },
  ),
  hostCommand(
    { name: "kill", args: "<job>", description: "End a command in the background", group: "look" },
    async ({ args, call, sessionKey }) => {
      if (args === "") return { text: "", opens: "jobs" };
      await call("jobs.stop", { sessionKey, jobId: args });
      return { text: `${code(args)} has ended.` };
    },
  ),
  hostCommand(
    { name: "doctor", description: "Look for what is wrong on this machine", group: "look" },
    async ({ call }) => {
      const { checks } = await call("doctor.run", {});
      const marks = { ok: "✓", warn: "⚠", fail: "✗" } as const;
      const lines = checks.map(({ name, status, message, advice }) => {
        return `${marks[status]} ${name}: ${message}${advice === undefined ? "" : ` ${advice}`}`;
      });
      return { text: list(lines, "Nothing was looked at.") };
    },
  ),
  hostCommand(
    {
      name: "usage",
      description: "What this session has spent, by kind of request",
      group: "look",
    },
    async ({ call, sessionKey }) => {
      const { total, rows } = await call("usage.get", { sessionKey, by: "kind" });
      const lines = rows.map(({ key, ...row }) => spentLine(key, row));
      return { text: `${money(total.costUsd)}\n\n${list(lines, "Nothing yet.")}` };
    },
  ),
];

/** The last call that has ended. */
async function lastCall({ call, sessionKey }: CommandScene): Promise<string | null> {
  const { messages } = await call("chat.history", { sessionKey, limit: 1000 });
  const ended = messages.findLast(({ message }) => message.role === "tool");
  return ended?.message.role === "tool" ? ended.message.callId : null;
}
