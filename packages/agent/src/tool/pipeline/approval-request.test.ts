import { expect, test } from "bun:test";
import type { Decision, JudgedCall } from "@squire/protocol";
import { requestFor } from "./approval-request.ts";

const CALL: JudgedCall = {
  callId: "c1",
  name: "bash",
  args: { command: "npm test", env: { A: "1" } },
  effect: "execute",
  subject: "A=1 npm test",
  summary: "$ npm test",
  requiresApproval: false,
};
const ASK: Decision = {
  verdict: "ask",
  trail: [
    { stage: "rule", verdict: "ask", reason: "A rule asks.", rule: "bash", origin: "c.toml:3" },
    { stage: "fallback", verdict: "ask", reason: "It runs code of the project." },
  ],
  risk: "med",
  suggestedRule: "bash(npm test)",
};
const WHERE = { approvalId: "a1", cwd: "/ws" };

test("PERM-10 (part): a request tells command, variables, folder, effect, sandbox, reasons and end", () => {
  const request = requestFor(CALL, ASK, { ...WHERE, sandbox: "bubblewrap", expiresAt: 7 });
  expect(request).toEqual({
    approvalId: "a1",
    callId: "c1",
    toolName: "bash",
    summary: "$ npm test",
    details: [
      { label: "command", text: "npm test", format: "shell" },
      { label: "env", text: '{\n  "A": "1"\n}', format: "plain" },
      { label: "folder", text: "/ws", format: "plain" },
      { label: "effect", text: "execute", format: "plain" },
      { label: "sandbox", text: "bubblewrap", format: "plain" },
      {
        label: "why",
        text: "A rule asks. (c.toml:3)\nIt runs code of the project.",
        format: "plain",
      },
    ],
    risk: "med",
    reason: "It runs code of the project.",
    covers: expect.stringMatching(/^[0-9a-f]{64}$/),
    suggestedRule: "bash(npm test)",
    expiresAt: 7,
  });
});

test("PERM-10 (part): what a terminal would hide is shown, and other bytes are another cover", () => {
  const command = "echo hi\u202e\u200b\r\u001b[1A\u001b[2K";
  const odd = { ...CALL, args: { command }, summary: `$ ${command}` };
  const request = requestFor(odd, ASK, WHERE);
  const shown = JSON.stringify([request.summary, request.details]);
  expect(shown).toContain("echo hi⟨U+202E⟩⟨U+200B⟩⟨U+000D⟩⟨U+001B⟩[1A⟨U+001B⟩[2K");
  expect(/[\u200b\u202e]|\\u001b|\\r/.test(shown)).toBe(false);
  const plain = requestFor({ ...CALL, args: { command: "echo hi" } }, ASK, WHERE);
  expect(request.covers).not.toBe(plain.covers);
});
