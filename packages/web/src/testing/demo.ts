import type { AgentEvent, ApprovalRequest, KeptEvent, SessionSummary } from "@squire/protocol";
import type { FakeHost } from "./fake-host.ts";
import {
  callEnds,
  callStarts,
  cites,
  modelSays,
  turnEnds,
  userSays,
  type MadeCall,
} from "./events.ts";
import { freshState } from "./states.ts";

const DIFF = `--- a/packages/llm/src/retry.ts
+++ b/packages/llm/src/retry.ts
@@ -38,9 +38,12 @@
 export async function retried<T>(attempt: Attempt<T>, ports: RetryPorts): Promise<T> {
   for (let count = 1; ; count++) {
     const result = await attempt(count);
-    if (result.ok || count === MOST) return result;
-    const wait = backoff(count);
+    if (result.ok || count === MOST_ATTEMPTS) return result;
+    // A server that says when to come back knows better than we do.
+    const wait = retryAfter(result.response) ?? backoff(count);
+    ports.tell({ type: "retry.started", waitMs: wait });
     await ports.clock.sleep(wait);
   }
 }
@@ -61,3 +64,4 @@
 function backoff(count: number): number {
   return Math.min(60_000, 500 * 2 ** count);
 }
+export const MOST_ATTEMPTS = 5;
`;

const CALLS: readonly MadeCall[] = [
  {
    callId: "c1",
    name: "grep",
    summary: 'grep "retry" in packages/llm',
    text: "packages/llm/src/retry.ts:12\n".repeat(14),
    details: { data: { matches: 14, files: 4 } },
  },
  {
    callId: "c2",
    name: "read",
    summary: "read packages/llm/src/retry.ts:1-96",
    text: "line\n".repeat(96),
    details: { durationMs: 2 },
  },
  {
    callId: "c3",
    name: "edit",
    summary: "edit packages/llm/src/retry.ts",
    text: "Done.",
    details: { durationMs: 6, data: { diff: DIFF }, changedFiles: ["packages/llm/src/retry.ts"] },
  },
];

const ANSWER = `The policy now asks the response first and falls back to its own backoff [1].

| header | meaning |
|---|---|
| \`Retry-After: 120\` | wait two minutes [2] |
| a date | wait until then |

\`\`\`ts
export function retryAfter(response: Response | null): number | null {
  const value = response?.headers.get("retry-after") ?? null;
  if (value === null) return null;
  const seconds = Number(value);
  return Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - Date.now();
}
\`\`\`

A negative wait counts as none. See [the standard](https://www.rfc-editor.org/rfc/rfc9110) for the rest.`;

/** A session with something of everything, for pictures and for tests that look at a whole page. */
export function demoEvents(): readonly AgentEvent[] {
  const runId = "r1";
  return [
    ...userSays(runId, "make the retry policy honour Retry-After"),
    modelSays(
      runId,
      "a",
      "I'll look at where retries are decided.",
      "Retries are in packages/llm.\nLet me look.",
    ),
    ...CALLS.flatMap((call) => [callStarts(runId, call), callEnds(runId, call)]),
    modelSays(runId, "b", ANSWER),
    cites(runId, {
      n: 1,
      quote: "const wait = retryAfter(result.response) ?? backoff(count);",
      source: "packages/llm/src/retry.ts",
      line: 44,
      start: 1,
      end: 2,
      status: "verified",
      snippet:
        "// A server that says when to come back knows better than we do.\nconst wait = retryAfter(result.response) ?? backoff(count);\nports.tell(…)",
    }),
    cites(runId, {
      n: 2,
      quote: "a non-negative decimal integer, representing time in seconds",
      source: "https://www.rfc-editor.org/rfc/rfc9110",
      title: "RFC 9110 §10.2.3",
      start: 1,
      end: 2,
      status: "verified",
      snippet:
        "A delay-seconds value is a non-negative decimal integer, representing time in seconds.",
    }),
    turnEnds(runId),
    ...userSays("r2", "run the tests and push"),
    modelSays("r2", "a", "Tests first."),
    ...[
      {
        callId: "c4",
        name: "bash",
        summary: "bash bun test packages/llm/src/retry.test.ts",
        text: "14 pass\n0 fail",
        details: { exitCode: 0, durationMs: 3100 },
      },
    ].flatMap((call) => [callStarts("r2", call), callEnds("r2", call)]),
  ];
}

export const PUSH: ApprovalRequest = {
  approvalId: "a1",
  callId: "c5",
  toolName: "bash",
  summary: "bash git push origin HEAD",
  details: [
    { label: "command", text: "git push origin HEAD", format: "shell" },
    { label: "folder", text: "/home/ada/acme", format: "plain" },
    { label: "effect", text: "network", format: "plain" },
    { label: "sandbox", text: "off for this call", format: "plain" },
    { label: "why", text: "rule ask bash(git push*) in ~/.squire/config.toml:14", format: "plain" },
  ],
  risk: "med",
  reason: "rule ask bash(git push*) in ~/.squire/config.toml:14",
  covers: "0".repeat(64),
  suggestedRule: "bash(git push origin HEAD)",
};

const TITLES = [
  "honour Retry-After",
  "dns research",
  "release notes",
  "flaky login test",
  "why is the build slow",
  "typo in README",
];

/** Puts the demo behind the page. */
export function playDemo(host: FakeHost, options: { readonly asks: boolean }): void {
  const now = Date.now();
  const events = demoEvents();
  host.state = freshState({
    running: options.asks,
    runId: options.asks ? "r2" : null,
    approvals: options.asks ? [PUSH] : [],
    todo: [
      { id: "1", text: "read Retry-After", status: "done" },
      { id: "2", text: "run the tests", status: "done" },
      { id: "3", text: "push", status: "active" },
    ],
    clients: [
      { clientId: "web", face: "web", since: now },
      { clientId: "t", face: "tui", since: now },
    ],
  });
  host.kept = [...events, ...(options.asks ? asking() : [turnEnds("r2")])].map((event, at) => {
    return { at: now - 60_000 + at * 100, event } as KeptEvent;
  });
  const sessions = TITLES.map((title, at): SessionSummary => ({
    id: at === 0 ? "s1" : `s${at + 1}`,
    title,
    cwd: at % 2 === 0 ? "/home/ada/acme" : "/home/ada/notes",
    turns: 2 + at * 3,
    costUsd: 0.031 * (at + 1),
    createdAt: now - at * 3_600_000 * 9,
    updatedAt: now - at * 3_600_000 * 7,
    running: at === 0 && options.asks,
  }));
  host.answers.set("sessions.list", () => ({ sessions, total: sessions.length }));
}

function asking(): readonly AgentEvent[] {
  const message = {
    role: "assistant",
    content: [
      { type: "call", id: "c5", name: "bash", argsText: '{"command":"git push origin HEAD"}' },
    ],
    origin: { provider: "mock", wire: "anthropic-messages", model: "m" },
  } as const;
  return [
    { type: "message.added", entryId: "r2-b", runId: "r2", message, status: "complete" },
    { type: "approval.requested", runId: "r2", request: PUSH },
  ];
}
