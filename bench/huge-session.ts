import { fileStore, nodeDisk, systemProcesses } from "@squire/session";
import type { OpenSession } from "@squire/session";
import { systemClock } from "@squire/platform";
import type { EntryDraft } from "@squire/protocol";

export type HugeOptions = {
  readonly home: string;
  readonly cwd: string;
  readonly entries: number;
  readonly bytes: number;
};

const HASH = "0".repeat(64);
const STEPS = 4;
/** What is written to the log around the texts, on average. */
const FRAME_BYTES = 480;
const COMPACT_EVERY = 400;
const KEPT = 44;
const BRANCH_EVERY = 5000;

/** A session as long work leaves it: turns with calls, compactions, branches that were left. */
export async function makeHugeSession(options: HugeOptions): Promise<string> {
  const { home, cwd, entries, bytes } = options;
  const ports = {
    disk: nodeDisk(),
    clock: systemClock,
    ids: () => crypto.randomUUID(),
    processes: systemProcesses(),
  };
  await ports.disk.mkdir(home);
  const session = await fileStore(ports, home).create({ cwd });
  const resultChars = Math.max(100, (5 * bytes) / entries - 5 * FRAME_BYTES - 300);
  let sinceCompaction = 0;
  let nextBranch = BRANCH_EVERY;
  while (session.tree.size < entries) {
    const ids = await appendAll(session, turn(session.tree.size, resultChars));
    sinceCompaction += ids.length;
    if (session.tree.size > nextBranch) {
      await session.append({ type: "leaf", targetId: ids[0] ?? null });
      nextBranch += BRANCH_EVERY;
    }
    if (sinceCompaction < COMPACT_EVERY) continue;
    await compact(session);
    sinceCompaction = 0;
  }
  await session.close();
  return session.header.id;
}

async function compact(session: OpenSession): Promise<void> {
  const kept = session.tree.view().at(-KEPT);
  if (kept === undefined) return;
  await session.append({
    type: "compaction",
    summary: prose(session.tree.size, 6000),
    firstKeptId: kept.id,
    tokensBefore: 100_000,
    tokensAfter: 20_000,
    reason: "threshold",
  });
}

/** Together: one write and one sync for all of them. */
async function appendAll(
  session: OpenSession,
  drafts: readonly EntryDraft[],
): Promise<readonly string[]> {
  const entries = await Promise.all(drafts.map((draft) => session.append(draft)));
  return entries.map(({ id }) => id);
}

function turn(seed: number, resultChars: number): readonly EntryDraft[] {
  const runId = crypto.randomUUID();
  const question = { role: "user", content: [{ type: "text", text: prose(seed, 300) }] } as const;
  const steps = Array.from({ length: STEPS }, (_, at) => step(seed + at, runId, resultChars));
  return [
    { type: "message", message: question, status: "complete", runId },
    ...steps.flat(),
    { type: "message", message: reply(prose(seed + 9, 400)), status: "complete", runId },
  ];
}

const ORIGIN = { provider: "mock", wire: "openai-completions", model: "test-1" } as const;

function reply(text: string) {
  return { role: "assistant", content: [{ type: "text", text }], origin: ORIGIN } as const;
}

function step(seed: number, runId: string, resultChars: number): readonly EntryDraft[] {
  const requestId = crypto.randomUUID();
  const callId = `call_${crypto.randomUUID()}`;
  const model = "mock/test-1";
  const call = { type: "call", id: callId, name: "read", argsText: '{"path":"src/a.ts"}' } as const;
  const said = reply(prose(seed, 200));
  const request = { requestId, runId, kind: "turn", model } as const;
  const hashes = { prefixHash: HASH, bodyHash: HASH, bodyBytes: 1000 };
  const content = [{ type: "text", text: prose(seed + 1, resultChars) }] as const;
  const usage = { input: 1000, output: 50, cacheRead: 900, cacheWrite: null, reasoning: null };
  return [
    { type: "request_sent", ...request, ...hashes },
    {
      type: "message",
      message: { ...said, content: [...said.content, call] },
      status: "complete",
      runId,
    },
    { type: "usage", ...request, usage: { ...usage, total: 1050 }, costUsd: 0.001 },
    {
      type: "tool_started",
      callId,
      runId,
      name: "read",
      effect: "read",
      summary: "read src/a.ts",
      argsHash: HASH,
      decision: { verdict: "allow", trail: [] },
    },
    {
      type: "tool_result",
      outcome: { role: "tool", callId, name: "read", content, failed: false },
      details: { isError: false, ending: "ran", truncated: false, durationMs: 12 },
      runId,
    },
  ];
}

const WORDS =
  'const value = await read(path); return "quoted" if (found) {\n\tlog(`line`);\n} — und so'.split(
    " ",
  );

function prose(seed: number, chars: number): string {
  let text = "";
  let next = seed;
  while (text.length < chars) {
    next = (next * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += `${WORDS[next % WORDS.length] ?? ""} `;
  }
  return text;
}
