import { fakeIds } from "@squire/testkit";
import type { Drafts } from "../imported.ts";
import { toDrafts } from "../to-drafts.ts";

export const json = (...lines: readonly object[]): readonly string[] =>
  lines.map((line) => JSON.stringify(line));
export const drafts = (lines: readonly string[]): Drafts => toDrafts(lines, { ids: fakeIds("i") });

export const at = (n: number): string => new Date(Date.UTC(2025, 11, 8, 22, n)).toISOString();

export function reply(content: readonly object[], more: object = {}) {
  const usage = { input: 10, output: 5, cacheRead: 90, cacheWrite: 0, totalTokens: 105 };
  const cost = { input: 0.01, output: 0.02, cacheRead: 0.03, cacheWrite: 0, total: 0.06 };
  const origin = { api: "anthropic-messages", provider: "anthropic", model: "claude" };
  const base = { role: "assistant", content, ...origin, stopReason: "stop" };
  return { ...base, usage: { ...usage, cost }, ...more };
}

export const piHeader = { type: "session", id: "f1", timestamp: at(0), cwd: "/secret/place" };
export const asked = { role: "user", content: [{ type: "text", text: "hello" }] };
export const call = { type: "toolCall", id: "t1", name: "read", arguments: { path: "a b" } };
export const result = {
  role: "toolResult",
  toolCallId: "t1",
  toolName: "read",
  content: [{ type: "text", text: "content" }],
  details: { truncation: { truncated: true } },
  isError: false,
};

export const PI_LIST = json(
  piHeader,
  { type: "message", timestamp: at(1), message: asked },
  { type: "message", timestamp: at(2), message: reply([call], { stopReason: "toolUse" }) },
  { type: "message", timestamp: at(3), message: result },
  { type: "thinking_level_change", timestamp: at(4), thinkingLevel: "high" },
  { type: "message", timestamp: at(5), message: reply([], { stopReason: "aborted", usage: {} }) },
  { type: "message", timestamp: at(6), message: { role: "user", content: "again" } },
  {
    type: "compaction",
    timestamp: at(7),
    summary: "so far",
    firstKeptEntryIndex: 6,
    tokensBefore: 9,
  },
  {
    type: "message",
    timestamp: at(8),
    message: reply([
      { type: "thinking", thinking: "hm", thinkingSignature: "sig" },
      { type: "text", text: "done" },
      { type: "hologram" },
    ]),
  },
);

export const SESSION = { sessionId: "cc-1", cwd: "/secret", version: "2.0.0", isSidechain: false };

export function said(uuid: string, parentUuid: string | null, content: unknown, more: object = {}) {
  const message = { role: "user", content };
  return { ...SESSION, type: "user", uuid, parentUuid, timestamp: at(1), message, ...more };
}

export function answered(
  [uuid, parentUuid, id]: readonly [uuid: string, parentUuid: string, messageId: string],
  block: object,
  more: object = {},
) {
  const usage = { input_tokens: 3, output_tokens: 7, cache_read_input_tokens: 20 };
  const message = { id, role: "assistant", model: "claude-x", content: [block], usage };
  return { ...SESSION, type: "assistant", uuid, parentUuid, timestamp: at(2), message, ...more };
}

export const use = (id: string) => ({
  type: "tool_use",
  id,
  name: "Bash",
  input: { command: "ls" },
});
export const done = (id: string, content: unknown, more: object = {}) => [
  { type: "tool_result", tool_use_id: id, content, ...more },
];

export const CLAUDE = json(
  { type: "summary", summary: "Listing files", leafUuid: "u9" },
  { type: "file-history-snapshot", messageId: "x", snapshot: {} },
  said("u1", null, "list the files"),
  answered(["a1", "u1", "m1"], { type: "thinking", thinking: "let me see", signature: "s" }),
  answered(["a2", "a1", "m1"], { type: "text", text: "Looking." }),
  answered(["a3", "a2", "m1"], use("t1")),
  said("u2", "a3", done("t1", "a.txt")),
  answered(["a4", "a3", "m1"], use("t2")),
  said("u3", "a4", done("t2", [{ type: "text", text: "denied" }], { is_error: true })),
  answered(["s1", "u3", "m9"], { type: "text", text: "inner" }, { isSidechain: true }),
  answered(["a5", "u3", "m2"], { type: "text", text: "left alone" }),
  { ...SESSION, type: "system", subtype: "info", uuid: "y1", parentUuid: "u3", content: "hook" },
  said("u4", "y1", [
    { type: "text", text: "try again" },
    { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
  ]),
  answered(["a6", "u4", "m3"], { type: "text", text: "There is one." }),
);
