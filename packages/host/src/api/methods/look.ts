import {
  artifactsFolder,
  decodeUtf8,
  nodeTreeDisk,
  openArtifacts,
  readLog,
  unfinishedTail,
  whyOf,
} from "@squire/session";
import type { Why } from "@squire/session";
import { openDatabase, systemClock } from "@squire/platform";
import type { JsonValue, MethodResult } from "@squire/protocol";
import { contextOf } from "../../session/session-context.ts";
import { sessionPorts } from "../../sessions.ts";
import { refuse } from "../failures.ts";
import type { Handlers, Scene } from "../handlers.ts";
import { usageOf } from "../usage-of.ts";

type Names = "artifacts.get" | "search" | "usage.get" | "why.get" | "context.get" | "todo.list";

const PART_BYTES = 128 * 1024;
/** Fewer might not hold a single character, and whoever reads on would never get further. */
const LEAST_BYTES = 4;
const USUAL_LIMIT = 20;

export const lookHandlers: Handlers<Names> = {
  "artifacts.get": async ({ artifactId, sessionKey, offset = 0, limit = PART_BYTES }, scene) => {
    for await (const path of logsOf(scene, sessionKey)) {
      const part = await artifactPart(path, artifactId, {
        offset,
        limit: Math.max(limit, LEAST_BYTES),
      });
      if (part !== null) return part;
    }
    return refuse("not_found", `There is no artifact ${artifactId}.`, "Name its session.");
  },

  search: async ({ query, limit = USUAL_LIMIT, sessionKey }, { desks, host }) => {
    const { openIndex } = await import("@squire/session");
    const sessionId = sessionKey === undefined ? null : await desks.idOf(sessionKey);
    using index = await openIndex({ ...sessionPorts(), openDatabase }, host.home);
    await index.refresh();
    const within = sessionId === null ? {} : { sessionId };
    const hits = await index.search(query, { limit, ...within });
    return {
      hits: hits.map(({ sessionId: key, entryId, title, snippet, score, ts }) => {
        return { sessionKey: key, entryId, title, snippet: snippet.text, score, ts };
      }),
    };
  },

  "usage.get": (params, scene) => usageOf(params, scene),

  "why.get": async ({ callId, sessionKey }, scene) => {
    for await (const path of logsOf(scene, sessionKey)) {
      const why = await whyIn(path, callId);
      if (why !== null) return whyResult(why);
    }
    return refuse("not_found", `No session knows the call ${callId}.`, "Name its session.");
  },

  "context.get": async ({ sessionKey }, { desks }) => {
    const desk = await desks.get(sessionKey);
    const { host, session, live } = desk;
    const report = contextOf(host, session, live.controls.frame());
    const { promptTokens, window, compactsAt, removes } = report;
    const regions = REGIONS.map((name) => ({ name, tokens: report.regions[name] }));
    return { gauge: { tokens: promptTokens, window }, regions, compactsAt, removes };
  },

  "todo.list": async ({ sessionKey }, { desks }) => ({
    items: (await desks.get(sessionKey)).session.state().todo,
  }),
};

/** In the order in which a request has them. */
const REGIONS = ["system", "tools", "memory", "log", "results"] as const;

/** The logs to look into: of one session, or those of this folder and then all others. */
async function* logsOf({ desks, host }: Scene, key: string | undefined): AsyncGenerator<string> {
  for (const desk of await desks.all()) await desk.session.flush();
  if (key !== undefined) {
    const open = await desks.opened(await desks.idOf(key));
    const path = open === null ? (await desks.store.find(key, host.cwd)).path : open.session.path;
    if (path !== null) yield path;
    return;
  }
  const here = (await desks.store.list(host.cwd)).sessions.map(({ path }) => path);
  yield* here;
  const all = (await desks.store.list()).sessions.map(({ path }) => path);
  yield* all.filter((path) => !here.includes(path));
}

async function artifactPart(
  logPath: string,
  id: string,
  part: { readonly offset: number; readonly limit: number },
): Promise<MethodResult<"artifacts.get"> | null> {
  const ports = { disk: nodeTreeDisk(), clock: systemClock, ids: () => crypto.randomUUID() };
  const found = await openArtifacts(ports, artifactsFolder(logPath)).read(id, part);
  if (found.kind === "missing") return null;
  if (found.kind === "damaged") return refuse("storage", found.message);
  const { artifact, bytes, nextOffset } = found;
  const { tool, contentType, size, sha256, createdAt } = artifact;
  const about = { artifactId: id, tool, contentType, size, sha256, createdAt };
  if (!contentType.startsWith("text/")) {
    const data = Buffer.from(bytes).toString("base64");
    return { ...about, encoding: "base64", data, nextOffset };
  }
  // The beginning of a character waits for its rest, in the next part.
  const cut = nextOffset === null ? 0 : unfinishedTail(bytes);
  const data = decodeUtf8(bytes.subarray(0, bytes.length - cut));
  return { ...about, encoding: "utf8", data, nextOffset: nextOffset && nextOffset - cut };
}

/** Over the whole log: a call of a branch that was left was decided on all the same. */
async function whyIn(path: string, callId: string): Promise<Why | null> {
  const collected = whyOf(callId);
  for await (const line of readLog(sessionPorts().disk, path)) {
    if (line.kind === "entry" && line.entry.kind === "known") collected.add(line.entry.value);
  }
  return collected.why();
}

function whyResult(why: Why): MethodResult<"why.get"> {
  const { callId, name, argsText, decision, answer, sandbox } = why;
  if (decision === null) return refuse("not_found", `The call ${callId} was never judged.`);
  return {
    callId,
    toolName: name,
    args: argsText === null ? null : readable(argsText),
    decision,
    ...(answer === null ? {} : { answer }),
    ...(sandbox === null ? {} : { sandbox }),
  };
}

function readable(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
