import { describe, expect, test } from "bun:test";
import type { ApprovalRequest } from "@squire/protocol";
import { lineText, lineWidth } from "../../text/span.ts";
import { approvalCard } from "./approval-card.ts";

const plain = (label: string, text: string) => ({ label, text, format: "plain" }) as const;

const PUSH: ApprovalRequest = {
  approvalId: "a1",
  callId: "c1",
  toolName: "bash",
  summary: "$ git push origin HEAD",
  details: [
    { label: "command", text: "git push origin HEAD", format: "shell" },
    // An argument may be called like something the gate says.
    plain("why", "because I can"),
    plain("folder", "/home/u/acme"),
    plain("effect", "network"),
    plain("sandbox", "bubblewrap, no network"),
    plain("why", "Git push uses the network.\nA rule asks. (config.toml:14)"),
  ],
  risk: "high",
  reason: "A rule asks.",
  covers: "0".repeat(64),
  suggestedRule: "bash(git push origin HEAD)",
};

const shown = (request: ApprovalRequest, width: number, rows = 30): readonly string[] =>
  approvalCard(request, null, { width, rows }).map(lineText);

describe("PERM-10: the approval card", () => {
  test("PERM-10 (part): command, place, effect in words, each reason once, the rule, the keys", () => {
    const lines = shown(PUSH, 100).map((line) => line.replaceAll(/^│ | +│$/g, ""));
    expect(lines.slice(1, -1)).toEqual([
      "git push origin HEAD",
      "why: because I can",
      "uses the network · in /home/u/acme · sandbox: bubblewrap, no network",
      "asks because: Git push uses the network.",
      "         and: A rule asks. (config.toml:14) · risk high",
      "▸ d deny    o once    s this session    a always bash(git push origin HEAD)",
      "  w tell it why not…",
    ]);
  });

  test("a summary that says more than the arguments is shown", () => {
    const text = shown({ ...PUSH, summary: "push 3 commits" }, 100).join("\n");
    expect(text).toContain("push 3 commits");
  });

  test("PERM-10 (part): at 40 columns and below everything is there, row by row", () => {
    for (const width of [40, 39, 20]) {
      const card = approvalCard(PUSH, null, { width, rows: 40 });
      for (const line of card) expect(lineWidth(line)).toBeLessThanOrEqual(width);
      const words = card
        .map(lineText)
        .join(" ")
        .replaceAll(/[│\s]+/g, " ");
      for (const part of ["git push origin HEAD", "asks because:", "deny", "once", "why not…"]) {
        expect(words).toContain(part);
      }
    }
  });

  test("PERM-10 (part): what is longer than the screen is told so, with keys to see the rest", () => {
    const long = { label: "content", text: "row\n".repeat(50), format: "plain" } as const;
    const lines = shown({ ...PUSH, details: [long, ...PUSH.details] }, 80, 12);
    expect(lines.length).toBeLessThanOrEqual(13);
    expect(lines.join("\n")).toMatch(/rows 1–\d+ of \d+ · page up, page down/);
    expect(lines.join("\n")).toContain("d deny");
  });
});
