import type { MethodCall, MethodName, MethodParams, Reach } from "@squire/protocol";
import { refuse } from "./failures.ts";

/** From the innermost outwards. */
const ORDER: readonly Reach[] = ["here", "program", "page"];

/** They choose among what the user has set up, and what things look like; anything else could act. */
export const HARMLESS_SETTINGS: ReadonlySet<string> = new Set([
  "default_model",
  "thinking",
  "tui.theme",
  "tui.notifications",
]);

type Rule<M extends MethodName> = Reach | ((params: MethodParams<M>) => Reach);

/**
 * From how far away each method may be called. What a page may do, whoever has its token may do, and
 * a fault in the page as well: it talks, looks and answers what the session asks. A program of the
 * user may also do what the user answers for. What says which programs run, where data and keys go
 * and what is allowed unasked is said at the terminal that runs the host, and nowhere else (S5, S6).
 */
export const REACH: { readonly [M in MethodName]: Rule<M> } = {
  "health.check": "page",
  "agents.list": "page",
  "commands.list": "page",
  "command.run": "page",
  "mode.set": "page",
  // From outside only downwards: the method itself looks.
  "trust.set": "page",
  "budget.get": "page",
  "budget.set": "program",
  "models.list": "page",
  "models.set": ({ keep = false }) => (keep ? "program" : "page"),
  "sessions.create": ({ trust = "review" }) => (trust === "review" ? "page" : "here"),
  "sessions.list": "page",
  "sessions.get": "page",
  "sessions.attach": "page",
  "sessions.detach": "page",
  "sessions.fork": "page",
  "sessions.rename": "page",
  "sessions.delete": "page",
  "sessions.tree": "page",
  "sessions.navigate": "page",
  "sessions.label": "page",
  "sessions.export": ({ path }) => (path === undefined ? "page" : "program"),
  "navigate.preview": "page",
  "rewind.points": "page",
  "rewind.preview": "page",
  "rewind.apply": "page",
  "chat.send": "page",
  "chat.history": "page",
  "chat.abort": "page",
  "chat.retry": "page",
  "chat.replay": "page",
  "chat.compact": "page",
  "exec.approve": "page",
  "exec.deny": "page",
  "question.answer": "page",
  "artifacts.get": "page",
  search: "page",
  "usage.get": "page",
  "why.get": "page",
  "memory.search": "page",
  "memory.list": "page",
  "memory.forget": "page",
  // All at once is said where it can be thought over.
  "memory.clear": "program",
  "memory.rebuild": "program",
  "index.status": "page",
  // Reading every file of a folder, and taking away what took minutes, is not for a page.
  "index.update": "program",
  "index.clear": "program",
  "memory.reset": "program",
  // It asks a model, which costs.
  "memory.enqueue": "program",
  "memory.learned": "page",
  "rules.list": "page",
  "research.start": "page",
  "research.finish": "page",
  "report.verify": "page",
  "queue.list": "page",
  "queue.edit": "page",
  "queue.remove": "page",
  "context.get": "page",
  "todo.list": "page",
  "jobs.list": "page",
  "jobs.output": "page",
  "jobs.stop": "page",
  "tools.list": "page",
  "tools.set": "program",
  // No gate and no sandbox: a page must not get there.
  "shell.run": "program",
  "shell.stop": "page",
  "note.add": "page",
  "cwd.set": "program",
  "files.complete": "page",
  // It reads a file by its path; a page brings its own images with the message.
  "images.attach": "program",
  "permissions.list": "page",
  "permissions.test": "page",
  // More than the card of an approval offers.
  "permissions.allow": "here",
  "edits.list": "page",
  "edits.apply": "page",
  "edits.discard": "page",
  "taint.clear": "program",
  "settings.get": "page",
  "settings.set": ({ key }) => (HARMLESS_SETTINGS.has(key) ? "page" : "here"),
  "doctor.run": "page",
  // The page that it opens has no more rights than the program that asks for it.
  "gateway.share": "program",
  "setup.get": ({ probe = false }) => (probe ? "program" : "page"),
  "keys.list": "page",
  "keys.set": "program",
  "keys.remove": "program",
};

/** Throws when the method may not be called from so far away; one without a rule never may. */
export function refuseBeyond(reach: Reach, { method, params }: MethodCall): void {
  const outermost = ruleOf(method, params);
  if (ORDER.indexOf(reach) <= ORDER.indexOf(outermost)) return;
  refuse(
    "denied",
    `${method} cannot be done from ${reach === "page" ? "a page" : "another program"} like this.`,
    outermost === "program"
      ? "Do it in a terminal: squire attach."
      : "Do it at the terminal that runs the host.",
  );
}

function ruleOf<M extends MethodName>(method: M, params: MethodParams<M>): Reach {
  const rule: Rule<M> | undefined = Object.hasOwn(REACH, method) ? REACH[method] : undefined;
  return (typeof rule === "function" ? rule(params) : rule) ?? "here";
}
