import { z } from "zod";
import { countSchema, durationSchema, idSchema } from "../basics.ts";
import { UserContentSchema } from "../content.ts";
import { decisionSchema, effectSchema } from "../decision.ts";
import { jobSchema, queueItemSchema } from "../events/session.ts";
import { JsonValueSchema } from "../json.ts";
import { once, type Infer } from "../once.ts";
import { todoItemSchema } from "../plan.ts";
import { contextGaugeSchema } from "../session-info.ts";
import { chatContentSchema } from "./chat.ts";
import { method } from "./method.ts";

const session = () => ({ sessionKey: idSchema() });
const done = () => ({ ok: z.boolean() });

const toolInfoSchema = once(() =>
  z
    .object({
      name: z.string(),
      effect: effectSchema(),
      description: z.string(),
      active: z.boolean(),
    })
    .readonly(),
);

const completionSchema = once(() =>
  z
    .object({
      /** As it is typed behind `@`; a folder ends in `/`. */
      path: z.string(),
      folder: z.boolean(),
    })
    .readonly(),
);

const ruleInfoSchema = once(() =>
  z
    .object({
      rule: z.string(),
      verdict: z.enum(["allow", "ask", "deny"]),
      /** Where it stands: `file:line`. */
      origin: z.string(),
      /** Why it has no effect: shadowed by another, or not in force here. */
      remark: z.string().exactOptional(),
    })
    .readonly(),
);

const regionSchema = once(() =>
  z
    .object({
      /** `log`: what was said, with the summary of what was before; `results`: outcomes of calls. */
      name: z.enum(["system", "tools", "memory", "log", "results"]),
      /** Estimated. */
      tokens: countSchema(),
    })
    .readonly(),
);

/** What a session works with besides talking. */
export const workMethods = {
  "queue.list": method("Messages that wait to be sent.", session, () => ({
    items: z.array(queueItemSchema()).readonly(),
  })),
  "queue.edit": method(
    "Changes a message that waits. `ok` is false when it was sent meanwhile.",
    () => ({ sessionKey: idSchema(), queueId: idSchema(), message: chatContentSchema() }),
    done,
  ),
  "queue.remove": method(
    "Takes a message back that waits. `ok` is false when it was sent meanwhile.",
    () => ({ sessionKey: idSchema(), queueId: idSchema() }),
    done,
  ),
  "chat.compact": method(
    "Summarises what came before, so that the model sees less (CMP-1).",
    () => ({ sessionKey: idSchema(), instructions: z.string().exactOptional() }),
    () => ({ ok: z.boolean(), tokensBefore: countSchema(), tokensAfter: countSchema() }),
  ),
  "context.get": method(
    "What the next request is made of, and what a compaction would remove (USE-6).",
    session,
    () => ({
      /** Never less than what the vendor counted last (USE-7). */
      gauge: contextGaugeSchema(),
      regions: z.array(regionSchema()).readonly(),
      /** Above this the session is compacted; null: never. */
      compactsAt: countSchema().nullable(),
      /** What a compaction would replace now; null: nothing. */
      removes: z.object({ entries: countSchema(), tokens: countSchema() }).readonly().nullable(),
    }),
  ),
  "todo.list": method("The list of things to do (PLAN-7).", session, () => ({
    items: z.array(todoItemSchema()).readonly(),
  })),
  "jobs.list": method("Background commands of the session (SH-12).", session, () => ({
    jobs: z.array(jobSchema()).readonly(),
  })),
  "jobs.output": method(
    "What a job has written last.",
    () => ({ sessionKey: idSchema(), jobId: idSchema() }),
    () => ({ job: jobSchema(), text: z.string(), truncated: z.boolean() }),
  ),
  "jobs.stop": method(
    "Ends a job and everything it started.",
    () => ({ sessionKey: idSchema(), jobId: idSchema() }),
    done,
  ),
  "tools.list": method("The tools of the session and what they do to the world.", session, () => ({
    tools: z.array(toolInfoSchema()).readonly(),
  })),
  "tools.set": method(
    "Which tools the model is offered; null: all (TOOL-11). Gives the names that no tool has.",
    () => ({ sessionKey: idSchema(), active: z.array(z.string()).readonly().nullable() }),
    () => ({ unknown: z.array(z.string()).readonly() }),
  ),
  "shell.run": method(
    "Runs a command as the user, behind `!`: no gate, no sandbox (SH-15). Resolves when it has ended.",
    () => ({
      sessionKey: idSchema(),
      command: z.string().min(1),
      /** `!!`: the model is not shown it. */
      private: z.boolean().exactOptional(),
    }),
    () => ({
      entryId: idSchema(),
      output: z.string(),
      exitCode: z.number().int().nullable(),
      durationMs: durationSchema(),
    }),
  ),
  "shell.stop": method("Ends the command that the user runs.", session, done),
  "note.add": method(
    "A note that the model sees with the next turn, without starting one; kept for later sessions (MEM-6).",
    () => ({
      sessionKey: idSchema(),
      text: z.string().min(1),
      /** Where it is kept; by default with the project. */
      scope: z.enum(["project", "global"]).exactOptional(),
    }),
    () => ({
      entryId: idSchema(),
      /** The name it is kept under; absent: memory is off. */
      name: z.string().exactOptional(),
    }),
  ),
  "cwd.set": method(
    "Moves the session to another folder.",
    () => ({ sessionKey: idSchema(), cwd: z.string().min(1) }),
    () => ({ cwd: z.string() }),
  ),
  "files.complete": method(
    "Paths for `@`: one folder level at a time, and a fuzzy search over the workspace (CMD-7).",
    () => ({ sessionKey: idSchema(), query: z.string() }),
    () => ({ items: z.array(completionSchema()).readonly() }),
  ),
  "images.attach": method(
    "Reads an image from a path or from bytes, checks it and makes it fit (IMG-1). Gives blocks that go along with the words of `chat.send`.",
    () => ({
      sessionKey: idSchema(),
      /** On the host's machine; `~/` and paths from the workspace on are fine. */
      path: z.string().min(1).exactOptional(),
      /** Base64, where there is no path: a clipboard, an upload. */
      data: z.string().min(1).exactOptional(),
      /** For bytes: what it is called. */
      name: z.string().min(1).exactOptional(),
    }),
    () => ({
      content: z.array(UserContentSchema).min(1).readonly(),
      name: z.string(),
      /** What the user should know of it: the model may not see images. */
      note: z.string().exactOptional(),
    }),
  ),
  "sessions.export": method(
    "Writes a session as a page, or gives its text where no path is named.",
    () => ({
      sessionKey: idSchema(),
      format: z.enum(["markdown", "html", "json"]).exactOptional(),
      /** By default the last report alone in the mode research, where there is one (EXP-5). */
      scope: z.enum(["session", "report"]).exactOptional(),
      path: z.string().min(1).exactOptional(),
    }),
    () => ({ path: z.string().exactOptional(), text: z.string().exactOptional() }),
  ),
  "permissions.list": method(
    "The rules in force, with where they stand (PERM-14).",
    session,
    () => ({
      fallback: z.enum(["allow", "ask", "deny"]),
      rules: z.array(ruleInfoSchema()).readonly(),
      problems: z.array(z.string()).readonly(),
    }),
  ),
  "permissions.test": method(
    "What the gate would say to a call, without running it (PERM-14).",
    () => ({ sessionKey: idSchema(), tool: z.string().min(1), args: JsonValueSchema }),
    () => ({ decision: decisionSchema() }),
  ),
} as const;

export type ToolInfo = Infer<typeof toolInfoSchema>;
export type Completion = Infer<typeof completionSchema>;
export type RuleInfo = Infer<typeof ruleInfoSchema>;
export type ContextRegion = Infer<typeof regionSchema>;
