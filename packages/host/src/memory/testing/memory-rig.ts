import { noteStore } from "@squire/memory";
import type { ApiRig } from "../../api/testing/api-rig.ts";
import { sessionStore } from "../../sessions.ts";

/** Of a vendor nobody knows: no model is loaded, and words are enough here. */
export const WORDS_ONLY = `[memory]\nembedding_model = "nobody/none"\n`;

/** A session in a folder, with one thing said in it. */
export async function talk({ home, host }: ApiRig, folder: string, text: string): Promise<string> {
  await home.write(`${folder}/.keep`, "");
  const cwd = home.path(folder);
  await using session = await sessionStore(host.home).create({ cwd });
  await session.append({ ...said(text) });
  return session.header.id;
}

export function said(text: string) {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return { type: "message", message, status: "complete" } as const;
}

export function keep({ home, host }: ApiRig, folder: string, name: string): void {
  noteStore(host.home, home.path(folder)).write({
    name,
    type: "project",
    scope: "project",
    description: `the ${name} of ${folder}`,
    created: "2026-01-02",
    evidence: [],
    body: "more",
  });
}

export async function found(rig: ApiRig, query: string): Promise<readonly string[]> {
  const { hits } = await rig.client.call("memory.search", { query });
  return hits.map(({ text }) => text).sort();
}
