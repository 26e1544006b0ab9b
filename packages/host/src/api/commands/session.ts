import { refuse } from "../failures.ts";
import { hostCommand, stateOf } from "./command.ts";
import type { Command, CommandScene } from "./command.ts";
import { code, list, money, when } from "./words.ts";

/** Which session, and which of its branches. */
export const sessionCommands: readonly Command[] = [
  hostCommand(
    { name: "new", description: "Begin a new session in this folder", group: "session" },
    async (scene) => ({ sessionKey: await begin(scene) }),
  ),
  hostCommand(
    {
      name: "resume",
      aliases: ["history"],
      args: "[id or text]",
      description: "Go on with an earlier session",
      group: "session",
      needsSession: false,
      opens: "sessions",
    },
    resume,
  ),
  hostCommand(
    {
      name: "fork",
      args: "[entry]",
      description: "Go on in a new session with a copy of this one",
      group: "session",
      whileRunning: false,
    },
    async ({ args, call, sessionKey }) => {
      const entry = args === "" ? {} : { entryId: args };
      return { ...(await call("sessions.fork", { sessionKey, ...entry })) };
    },
  ),
  hostCommand(
    {
      name: "tree",
      args: "[entry or name] [notes|plain]",
      description: "Show the branches of this session, or go to one, with or without notes",
      group: "session",
      opens: "tree",
    },
    async ({ args, call, sessionKey }) => {
      if (args !== "") return goTo({ args, call, sessionKey });
      const { nodes } = await call("sessions.tree", { sessionKey });
      const lines = nodes.map(({ depth, active, entryId, text, label }) => {
        const name = label === null ? "" : ` [${label}]`;
        return `${"  ".repeat(depth)}${active ? "│" : " "} ${entryId.slice(0, 8)} ${text}${name}`;
      });
      return { text: ["```", ...lines, "```"].join("\n"), opens: "tree" };
    },
  ),
  hostCommand(
    {
      name: "branch",
      args: "[name]",
      description: "Name this place: what comes next is a branch, and /tree name comes back here",
      group: "session",
    },
    branch,
  ),
  hostCommand(
    {
      name: "forget",
      description: "Delete this session, to the trash, and begin a new one",
      group: "session",
      whileRunning: false,
    },
    forget,
  ),
  hostCommand(
    {
      name: "rewind",
      args: "[turns back]",
      description: "Take turns back: files, talk or both",
      group: "session",
      opens: "rewind",
      whileRunning: false,
    },
    async (scene) => {
      const turns = Number(scene.args);
      if (!Number.isSafeInteger(turns) || turns < 1) return { text: "", opens: "rewind" };
      return takeBack(scene, { type: "last", turns });
    },
  ),
  hostCommand(
    {
      name: "undo",
      description: "Undo the last rewind, or take the last turn back",
      group: "session",
      whileRunning: false,
    },
    async (scene) => {
      const { call, sessionKey } = scene;
      const { rewinds } = await call("rewind.points", { sessionKey });
      const last = rewinds.findLast(({ undone }) => !undone);
      const isNewest = last !== undefined && (await isLastThing(scene, last.at));
      return takeBack(scene, isNewest ? { type: "undo" } : { type: "last", turns: 1 });
    },
  ),
  hostCommand(
    { name: "title", args: "<words>", description: "Name this session", group: "session" },
    async (scene) => {
      const { args, call, sessionKey } = scene;
      if (args === "") return { text: `title: ${(await stateOf(scene)).title ?? "none"}` };
      await call("sessions.rename", { sessionKey, title: args });
      return { text: `title: ${args}` };
    },
  ),
  hostCommand(
    {
      name: "save",
      aliases: ["export"],
      args: "[session|report] [file.md|file.html|file.json]",
      description: "Write this session as a page; in research its report",
      group: "session",
    },
    async ({ args, call, sessionKey }) => {
      const [, word, file = ""] = /^(?:(session|report)(?:\s+|$))?(.*)$/s.exec(args) ?? [];
      const scope = SCOPES.find((one) => one === word);
      const format = /\.html?$/i.test(file) ? "html" : /\.json$/i.test(file) ? "json" : "markdown";
      const path = file === "" ? "." : file;
      const written = await call("sessions.export", {
        sessionKey,
        format,
        path,
        ...(scope === undefined ? {} : { scope }),
      });
      return { text: `wrote ${code(written.path ?? path)}` };
    },
  ),
  hostCommand(
    {
      name: "search",
      args: "<words>",
      description: "Search all sessions",
      group: "session",
      needsSession: false,
    },
    async ({ args, call }) => {
      if (args === "") return { text: "What should be searched for? /search <words>" };
      const { hits } = await call("search", { query: args });
      const lines = hits.map(({ sessionKey, title, snippet, ts }) => {
        return `${when(ts)} ${code(sessionKey.slice(0, 8))} ${title ?? ""}: ${snippet}`;
      });
      return { text: list(lines, "Nothing found.") };
    },
  ),
];

const SCOPES = ["session", "report"] as const;

async function resume({ args, call, sessionKey }: CommandScene) {
  if (args === "") {
    const finished = await finishResearch(call, sessionKey);
    return finished ?? ({ text: "", opens: "sessions" } as const);
  }
  const { sessions } = await call("sessions.list", {});
  const exact = sessions.filter(({ id }) => id.startsWith(args));
  const words = args.toLowerCase();
  const named = sessions.filter(({ title }) => title?.toLowerCase().includes(words) === true);
  const [only, ...others] = exact.length > 0 ? exact : named;
  if (only !== undefined && others.length === 0) return { text: "", sessionKey: only.id };
  const found = exact.length > 0 ? exact : named;
  const lines = found.map(({ id, title, updatedAt, turns, costUsd }) => {
    const here = id === sessionKey ? " (this one)" : "";
    const numbers = `${turns} turns, ${money(costUsd)}`;
    return `${code(id.slice(0, 8))} ${when(updatedAt)} ${title ?? ""}${here}, ${numbers}`;
  });
  return { text: list(lines, `No session fits "${args}".`) };
}

/** RES-14: what a stopped research has found is written up first. Null: there is nothing to write up. */
async function finishResearch(call: CommandScene["call"], sessionKey: string) {
  if (sessionKey === "") return null;
  const { mode, runId: running } = await stateOf({ call, sessionKey, args: "" });
  if (mode !== "research" || running !== null) return null;
  const { runId } = await call("research.finish", { sessionKey });
  return runId === null ? null : { runId };
}

type To = { readonly type: "last"; readonly turns: number } | { readonly type: "undo" };

async function takeBack({ call, sessionKey }: CommandScene, to: To) {
  const result = await call("rewind.apply", { sessionKey, to });
  if (!result.done) return { text: "", opens: "rewind" } as const;
  const files = result.files.map(({ path, text }) => `${code(path)}: ${text}`);
  const compose = result.compose === undefined ? {} : { compose: result.compose };
  return { text: list(files, "No file was changed."), ...compose };
}

/** Nothing was said since. */
async function isLastThing({ call, sessionKey }: CommandScene, at: number): Promise<boolean> {
  const { messages } = await call("chat.history", { sessionKey, limit: 1 });
  return messages.every(({ ts }) => ts <= at);
}

/** Another session in the same folder, with the same model and mode. */
async function begin(scene: CommandScene): Promise<string> {
  const { cwd, mode, model } = await stateOf(scene);
  return (await scene.call("sessions.create", { cwd, mode, model })).sessionKey;
}

async function forget(scene: CommandScene) {
  const { call, sessionKey } = scene;
  const next = await begin(scene);
  await call("sessions.delete", { sessionKey });
  const text = `${code(sessionKey.slice(0, 8))} is in the trash for 30 days.`;
  return { text, sessionKey: next };
}

async function branch({ args, call, sessionKey }: CommandScene) {
  const { nodes } = await call("sessions.tree", { sessionKey });
  const here = nodes.findLast(({ active }) => active);
  if (here === undefined) return refuse("not_found", "Nothing was said yet.");
  const label =
    args === "" ? `branch-${nodes.filter((node) => node.label !== null).length + 1}` : args;
  await call("sessions.label", { sessionKey, entryId: here.entryId, label });
  return { text: `${code(`/tree ${label}`)} comes back here.` };
}

async function goTo({ args, call, sessionKey }: CommandScene) {
  const [, entryId = args, how] = /^(.*\S)\s+(notes|plain)$/.exec(args) ?? [];
  const wish = how === undefined ? {} : { summarise: how === "notes" };
  const went = await call("sessions.navigate", { sessionKey, entryId, ...wish });
  const { compose, summary, reason } = went;
  return { text: summary ?? reason ?? "", ...(compose === undefined ? {} : { compose }) };
}
