import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { AgentInfo } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { readTextFile } from "../settings/read-text.ts";

/** The agent that a session has when nobody names another; it needs no files. */
export const DEFAULT_AGENT = "assistant";

/** The name under which the log keeps which agent a session was begun with. */
const AGENT_ENTRY = "squire.agent";

const NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;
/** What an agent is made of, in this order (GW-10). */
const FILES = [
  { file: "AGENTS.md", about: "How you work" },
  { file: "SOUL.md", about: "Who you are" },
  { file: "TOOLS.md", about: "Notes on your tools" },
] as const;
/** It is sent with every request. */
const MOST_CHARS = 32_000;

/** The agents of the user: folders of Markdown in `SQUIRE_HOME/agents`, which no checkout can write. */
export async function listAgents(home: string): Promise<readonly AgentInfo[]> {
  const names = await readdir(join(home, "agents")).catch(() => []);
  const own = names.filter((name) => NAME.test(name) && name !== DEFAULT_AGENT).toSorted();
  const found = await Promise.all(
    own.map(async (id) => ((await agentText(home, id)) === null ? [] : [id])),
  );
  return [DEFAULT_AGENT, ...found.flat()].map((id) => ({
    id,
    name: id,
    default: id === DEFAULT_AGENT,
  }));
}

/** What an agent adds to the instructions; "" for the default one without files, null: there is none. */
export async function agentText(home: string, id: string): Promise<string | null> {
  if (!NAME.test(id)) return null;
  const parts: string[] = [];
  for (const { file, about } of FILES) {
    const read = await readTextFile(join(home, "agents", id, file));
    if (read.type !== "text" || read.text.trim() === "") continue;
    parts.push(`# ${about}\n\n${read.text.trim().slice(0, MOST_CHARS)}`);
  }
  if (parts.length > 0) return parts.join("\n\n");
  return id === DEFAULT_AGENT ? "" : null;
}

/** A session goes on as the agent it was begun with. */
export async function recordAgent(
  session: Pick<OpenSession, "append">,
  agentId: string,
): Promise<void> {
  await session.append({ type: "custom", customType: AGENT_ENTRY, data: { agentId } });
}

export function agentOf({ tree }: Pick<OpenSession, "tree">): string {
  for (const entry of tree.branch()) {
    if (entry.type !== "custom" || entry.customType !== AGENT_ENTRY) continue;
    const { data } = entry;
    const isNamed = typeof data === "object" && data !== null && "agentId" in data;
    if (isNamed && typeof data["agentId"] === "string") return data["agentId"];
  }
  return DEFAULT_AGENT;
}
