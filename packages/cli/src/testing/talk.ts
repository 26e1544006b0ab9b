import type { EntryDraft } from "@squire/protocol";
import { sessionStore } from "@squire/host/live";
import type { TempWorkspace } from "@squire/testkit";
import { fakeIo } from "./fake-io.ts";
import type { FakeIo } from "./fake-io.ts";

export function ioIn(home: TempWorkspace, cwd = home.root): FakeIo {
  return fakeIo({ cwd, env: { SQUIRE_HOME: home.path("home"), HOME: home.root } });
}

/** Writes a session as a run would; gives its id. */
export async function madeSession(
  home: TempWorkspace,
  drafts: readonly EntryDraft[],
  { cwd = home.root, name }: { readonly cwd?: string; readonly name?: string } = {},
): Promise<string> {
  const store = sessionStore(home.path("home"));
  await using session = await store.create({ cwd, ...(name === undefined ? {} : { name }) });
  for (const draft of drafts) await session.append(draft);
  return session.header.id;
}

export function asked(text: string): EntryDraft<"message"> {
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  return { type: "message", message, status: "complete" };
}

export function answered(text: string, callId?: string): EntryDraft<"message"> {
  const words = text === "" ? [] : [{ type: "text", text } as const];
  const call = {
    type: "call",
    id: callId ?? "",
    name: "read",
    argsText: '{"path":"a.ts"}',
  } as const;
  return {
    type: "message",
    message: {
      role: "assistant",
      content: callId === undefined ? words : [...words, call],
      origin: { provider: "mock", wire: "test", model: "m" },
    },
    status: "complete",
  };
}

export function outcome(callId: string, text: string): EntryDraft<"tool_result"> {
  return {
    type: "tool_result",
    outcome: {
      role: "tool",
      callId,
      name: "read",
      content: [{ type: "text", text }],
      failed: false,
    },
    details: { isError: false, ending: "ran", truncated: false, durationMs: 12 },
  };
}

export function paid(costUsd: number): EntryDraft<"usage"> {
  return {
    type: "usage",
    kind: "turn",
    model: "mock/m",
    usage: {
      input: 100,
      output: 10,
      cacheRead: 60,
      cacheWrite: null,
      reasoning: null,
      total: 110,
    },
    costUsd,
  };
}

/** A turn with a call in it. */
export const TALK: readonly EntryDraft[] = [
  asked("what is in a.ts?"),
  answered("I look.", "c1"),
  outcome("c1", "the quick brown fox"),
  answered("A fox."),
  paid(0.25),
  { type: "title", title: "About a.ts", by: "user" },
];
