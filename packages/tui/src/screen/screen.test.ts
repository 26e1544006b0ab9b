import { describe, expect, test } from "bun:test";
import { startFace } from "../testing/running-face.ts";
import {
  approval,
  delta,
  question,
  reply,
  toolFinished,
  toolStarted,
  turnFinished,
  turnStarted,
} from "../testing/script.ts";

const DIFF =
  "@@ -41,2 +41,2 @@\n keep\n-  const wait = backoff(attempt);\n+  const wait = retryAfter(response);\n";

describe("TUI-19: the screen, as a terminal shows it", () => {
  test("TUI-7: tool cards: one line, live output, diff, failure; opened on demand", async () => {
    const face = await startFace();
    face.host.emit(
      ...turnStarted("do it"),
      delta("I'll look."),
      reply("I'll look.", { calls: ["c1", "c2", "c3"] }),
      toolStarted("c1", "bash bun test"),
      {
        type: "tool.updated",
        runId: "r1",
        callId: "c1",
        name: "bash",
        message: "1 pass\n2 pass\n",
      },
    );
    await face.timers.pass(300);
    expect(await face.screen()).toMatch(/… bash bun test +running/);
    expect(await face.screen()).toContain("│ 2 pass");
    face.host.emit(
      toolFinished("c1", { text: "whole output\nof the test" }),
      toolStarted("c2", "bash edit retry.ts"),
      toolFinished("c2", { diff: DIFF }),
      toolStarted("c3", "bash boom"),
      toolFinished("c3", { failed: true, text: "no such file" }),
      turnFinished(),
    );
    await face.timers.pass(300);
    const screen = await face.screen();
    expect(screen).toMatch(/✓ bash bun test +2 lines +38 ms/);
    expect(screen).not.toContain("whole output");
    expect(screen).toMatch(/42 − {3}const wait = backoff/);
    expect(screen).toMatch(/✗ bash boom/);
    expect(screen).toContain("no such file");
    await face.type("\u000f");
    expect((await face.screen()).split("✗ bash boom").length).toBe(3);
    await face.stop();
  });

  test("TUI-6: panel and status while something modal is open, and the composer besides otherwise", async () => {
    const face = await startFace();
    const bottom = async () => (await face.terminal.emulator.screen()).slice(-2);
    expect((await bottom())[0]).toStartWith("▸ ");
    expect((await bottom())[1]).toContain("code · review");
    await face.type("kept draft");
    face.host.emit(
      ...turnStarted("push"),
      reply("", { calls: ["c1"] }),
      toolStarted("c1", "git push"),
      approval(),
    );
    await face.timers.pass(300);
    const screen = await face.screen();
    expect(screen).toContain("┌ bash asks ─");
    expect(screen).toContain("git push origin HEAD");
    expect(screen).toContain("/home/u/acme");
    expect(screen).toContain(
      "asks because: rule ask bash(git push*) at config.toml:14 · risk high",
    );
    expect(screen).toContain("▸ d deny");
    expect(screen).not.toContain("▸ kept draft");
    expect((await bottom())[0]).toStartWith("└─");
    await face.timers.pass(500);
    await face.type("o");
    expect(face.host.called("exec.approve")).toEqual([{ approvalId: "ap1", scope: "once" }]);
    face.host.emit({
      type: "approval.answered",
      runId: "r1",
      approvalId: "ap1",
      callId: "c1",
      answer: { verdict: "approve", scope: "once", by: "test" },
    });
    await face.timers.pass(200);
    expect((await bottom())[0]).toStartWith("▸ kept draft");
    await face.stop();
  });

  test("PERM-10 (part): what is approved is shown whole: a long command can be read to its end", async () => {
    const face = await startFace({ rows: 16 });
    const text = Array.from({ length: 40 }, (_, index) => `step ${index}`).join("\n");
    face.host.emit(
      ...turnStarted("x"),
      toolStarted("c1", "x"),
      approval({ details: [{ label: "command", text, format: "shell" }] }),
    );
    await face.timers.pass(300);
    expect(await face.screen()).toMatch(/rows 1–\d+ of 4\d/);
    for (let page = 0; page < 5; page++) await face.type("\u001b[6~");
    expect(await face.screen()).toContain("step 39");
    expect(await face.screen()).toContain("asks because");
    await face.stop();
  });

  test("PERM-10 (part): nothing in a request reaches the terminal as a command", async () => {
    const face = await startFace();
    const text = "ls \u001b[2K\u001b[1Arm -rf / \u202e";
    face.host.emit(
      ...turnStarted("x"),
      toolStarted("c1", text),
      approval({
        summary: text,
        reason: text,
        details: [{ label: "command", text, format: "shell" }],
      }),
    );
    await face.timers.pass(300);
    expect(await face.screen()).toContain("ls ␛[2K␛[1Arm -rf / \\u202e");
    await face.stop();
  });

  test("TUI-12: phases with their progress, subagents, as many as there are, and jobs", async () => {
    const face = await startFace();
    face.host.emit(
      ...turnStarted("find out"),
      { type: "phase.changed", runId: "r1", phase: "researching", status: "working" },
      { type: "progress.reported", runId: "r1", percent: 40, message: "reading 4 of 10" },
      { type: "agent.started", runId: "r1", agentId: "a1", task: "read the docs" },
      {
        type: "agent.updated",
        runId: "r1",
        agentId: "a1",
        task: "read the docs",
        step: 2,
        summary: "page 3",
      },
      { type: "jobs.changed", jobs: [{ jobId: "j1", command: "serve", running: true }] },
    );
    await face.timers.pass(300);
    const screen = await face.screen();
    expect(screen).toContain("researching ━━━━────── reading 4 of 10");
    expect(screen).toContain("├ read the docs · page 3");
    expect(screen).toContain("1 job");
    expect(screen).not.toContain("more");
    for (const n of [2, 3, 4, 5, 6]) {
      face.host.emit({ type: "agent.started", runId: "r1", agentId: `a${n}`, task: `task ${n}` });
    }
    await face.timers.pass(300);
    const crowded = await face.screen();
    expect(crowded).toContain("├ task 4");
    expect(crowded).not.toContain("├ task 5");
    expect(crowded).toContain("└ and 2 more");
    await face.stop();
  });

  test("TUI-15: hints for a first start, and none after", async () => {
    const first = await startFace({ settings: { firstRun: true } });
    expect(await first.screen()).toContain("shift+tab changes the mode");
    await first.stop();
    const second = await startFace();
    expect(await second.screen()).not.toContain("shift+tab changes the mode");
    await second.stop();
  });

  test("TUI-11: everything works at 20 and at 300 columns, with text of all kinds", async () => {
    for (const columns of [20, 40, 300]) {
      const face = await startFace({ columns, rows: 24 });
      face.host.emit(
        ...turnStarted("漢字 שלום 👩‍👩‍👧 e\u0301"),
        delta("# 漢字\n\n| a | b |\n|---|---|\n| שלום עולם | 👩‍👩‍👧 |\n"),
        reply("# 漢字\n\n| a | b |\n|---|---|\n| שלום עולם | 👩‍👩‍👧 |\n", { calls: ["c1"] }),
        toolStarted("c1", "bash echo 漢字 and a rather long tail of words"),
        approval(),
      );
      await face.timers.pass(300);
      expect((await face.screen()).replace(/\s/g, "")).toContain("deny");
      await face.type("漢字");
      face.host.emit(toolFinished("c1"), turnFinished());
      await face.timers.pass(300);
      expect(face.terminal.emulator.clears).toBe(0);
      await face.stop();
    }
  });

  test("TUI-11: a resize draws the region anew, once", async () => {
    const face = await startFace();
    face.host.emit(...turnStarted("hi"), delta("some words ".repeat(30)));
    await face.type("my prompt");
    for (const [columns, rows] of [
      [60, 30],
      [120, 24],
      [40, 24],
      [100, 30],
    ] as const) {
      await face.terminal.resize(columns, rows);
      await face.timers.pass(200);
    }
    expect((await face.screen()).split("▸ my prompt").length).toBe(2);
    expect((await face.screen()).split("code · review").length).toBe(2);
    await face.stop();
  });

  test("TUI-9: a terminal without colours gets none", async () => {
    const face = await startFace({ env: { NO_COLOR: "1" } });
    face.host.emit(
      ...turnStarted("hi"),
      delta("**bold**\n\n"),
      reply("**bold**\n\n"),
      turnFinished(),
    );
    await face.timers.pass(300);
    // oxlint-disable-next-line no-control-regex
    const codes = face.terminal.emulator.written.join("").match(/\u001b\[[\d;]*m/g) ?? [];
    expect(codes.some((code) => /\b(3[0-7]|38|9[0-7])\b/.test(code))).toBe(false);
    await face.stop();
  });

  test("TUI-4 (part): an editor gets the terminal, and gives back the text", async () => {
    const raw: boolean[] = [];
    const face = await startFace({
      ports: {
        editText: (text) => {
          raw.push(face.terminal.raw);
          return Promise.resolve(`${text} edited\n`);
        },
      },
    });
    await face.type("draft");
    await face.type("\u0007");
    expect(raw).toEqual([false]);
    expect(face.terminal.raw).toBe(true);
    expect(await face.screen()).toContain("▸ draft edited");
    await face.stop();
  });

  test("TUI-4 (part): suspended the terminal is put back; continued everything is drawn again", async () => {
    const face = await startFace();
    await face.type("half a thought");
    await face.type("\u001a");
    expect(face.terminal.raw).toBe(false);
    expect(face.terminal.modes).toEqual({ paste: false, cursorHidden: false, kitty: 0 });
    face.terminal.suspended?.();
    await face.timers.pass(50);
    expect(face.terminal.raw).toBe(true);
    expect(await face.screen()).toContain("▸ half a thought");
    await face.stop();
  });

  test("a reply that broke off and is asked for again is told as such", async () => {
    const face = await startFace();
    face.host.emit(...turnStarted("go"), delta("First words.\n\nMore "));
    await face.timers.pass(200);
    const failure = { kind: "network", message: "cut", retryable: true } as const;
    face.host.emit({
      type: "retry.started",
      runId: "r1",
      attempt: 2,
      waitMs: 10,
      failure: { ...failure },
    });
    face.host.emit(
      { type: "retry.finished", runId: "r1", attempt: 2, ok: true },
      delta("Second words.\n\nEnd"),
    );
    await face.timers.pass(200);
    face.host.emit(reply("Second words.\n\nEnd"), turnFinished());
    await face.timers.pass(200);
    const screen = await face.screen();
    expect(screen).toContain("broke off here");
    expect(screen.split("Second words.").length).toBe(2);
    expect(screen).not.toContain("More");
    await face.stop();
  });
});

test("PLAN-3 (part): a plan is shown with its steps, and answered by its options", async () => {
  const face = await startFace();
  const plan = {
    markdown: "",
    steps: [
      { id: "1", title: "Read the code", action: "read", done: false },
      { id: "2", title: "Drop the table", action: "sql", risk: "high", done: false },
    ],
  } as const;
  const options = [
    { id: "refine", title: "Refine" },
    { id: "approve", title: "Approve" },
  ];
  face.host.emit(
    ...turnStarted("plan"),
    question({ kind: "plan", prompt: "The plan", options, plan, allowCustom: false }),
  );
  await face.timers.pass(300);
  expect(await face.screen()).toContain("Drop the table ⚠ high");
  await face.type("\u001b[C\r");
  expect(face.host.called("question.answer")).toEqual([{ questionId: "q1", optionId: "approve" }]);
  await face.stop();
});
