import type { EntryDraft } from "@squire/protocol";
import { userText } from "@squire/protocol";
import { fileStore } from "@squire/session";
import { FakeClock } from "@squire/testkit";
import { sessionPorts } from "../../sessions.ts";

export const HOUR_MS = 3_600_000;

/** A session that was talked in at a time, as its log has it. */
export async function pastSession(
  { home, cwd }: { readonly home: string; readonly cwd: string },
  at: number,
  drafts: readonly EntryDraft[],
): Promise<string> {
  const store = fileStore({ ...sessionPorts(), clock: new FakeClock(at) }, home);
  await using session = await store.create({ cwd });
  for (const draft of drafts) await session.append(draft);
  return session.header.id;
}

export function asked(text: string): EntryDraft {
  return { type: "message", message: userText(text), status: "complete", runId: "r" };
}

export function answered(text: string): EntryDraft {
  const origin = { provider: "mock", wire: "", model: "m" };
  const content = [{ type: "text", text }] as const;
  const message = { role: "assistant", content, origin } as const;
  return { type: "message", message, status: "complete", runId: "r" };
}

/** What a page said that the model fetched. */
export function fetched(text: string): EntryDraft {
  const content = [{ type: "text", text }] as const;
  const outcome = {
    role: "tool",
    callId: "c1",
    name: "web_fetch",
    content,
    failed: false,
  } as const;
  const details = { isError: false, ending: "ran", truncated: false, durationMs: 1 } as const;
  return { type: "tool_result", outcome, details: { ...details, untrusted: true }, runId: "r" };
}

/** The first of both phases; the notes of the second may quote its request. */
export function isReading(body: string): boolean {
  return !body.includes("You turn notes on past sessions");
}

/** Answers as a model does that reads well: by what it is asked for. */
export function lessonsFor(body: string, lessons: Readonly<Record<string, unknown>>): string {
  const read = { raw: "the user likes tabs", synopsis: "about tabs" };
  return JSON.stringify(isReading(body) ? read : lessons);
}
