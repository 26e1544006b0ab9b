import { describe, expect, test } from "bun:test";
import type { LineState } from "@squire/client";
import { FakeHost } from "../testing/fake-host.ts";
import { settle } from "../testing/fake-timers.ts";
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
import { runPlain } from "./run-plain.ts";

/** Lines that the test types one by one. */
class Typed implements AsyncIterable<string> {
  #waiting: ((next: IteratorResult<string>) => void) | null = null;
  readonly #lines: string[] = [];
  #isOver = false;

  async line(text: string): Promise<void> {
    if (this.#waiting === null) this.#lines.push(text);
    else this.#waiting({ value: text, done: false });
    this.#waiting = null;
    await settle();
  }

  async end(): Promise<void> {
    this.#isOver = true;
    this.#waiting?.({ value: undefined, done: true });
    await settle();
  }

  [Symbol.asyncIterator](): AsyncIterator<string> {
    return {
      next: () => {
        const line = this.#lines.shift();
        if (line !== undefined) return Promise.resolve({ value: line, done: false });
        if (this.#isOver) return Promise.resolve({ value: undefined, done: true });
        return new Promise((resolve) => {
          this.#waiting = resolve;
        });
      },
    };
  }
}

async function start() {
  const host = new FakeHost();
  const typed = new Typed();
  const written: string[] = [];
  let line: (state: LineState) => void = () => {};
  const ended = runPlain({
    client: host,
    sessionKey: "s1",
    begin: {},
    settings: { history: [], firstRun: false },
    ports: {
      now: () => 0,
      setTimer: () => () => {},
      editText: () => Promise.resolve(null),
      copyText: () => Promise.resolve(false),
      readImage: () =>
        Promise.resolve({ type: "none", why: "There is no image in the clipboard." }),
      themes: {
        list: () => Promise.resolve([]),
        read: () => Promise.resolve(null),
        watch: () => () => {},
      },
      remember: () => {},
      appendLog: () => {},
      rest: () => {},
      onWarning: (listen) => {
        listen("config.toml:3: there is no setting colour.");
        return () => {};
      },
      onLine: (listen) => {
        line = listen;
        return () => {};
      },
    },
    lines: typed,
    write: (text) => written.push(text),
  });
  await settle();
  const tellLine = (state: LineState): void => line(state);
  return { host, typed, ended, tellLine, text: () => written.join("") };
}

describe("TUI-17: plain mode", () => {
  test("TUI-17: a turn in whole lines, without a single control code", async () => {
    const { host, typed, ended, text } = await start();
    await typed.line("fix it");
    expect(host.called("chat.send")).toEqual([{ sessionKey: "s1", message: "fix it" }]);
    host.emit(...turnStarted("fix it"), delta("First line.\nSecond "));
    await settle();
    expect(text()).toContain("First line.\n");
    expect(text()).not.toContain("Second");
    host.emit(
      delta("line \u001b[31m."),
      reply("First line.\nSecond line \u001b[31m.", { calls: ["c1"] }),
      toolStarted("c1", "bash bun test"),
      toolFinished("c1", { failed: true, text: "1 fail" }),
      turnFinished(),
    );
    await settle();
    await typed.line("/quit");
    expect(await ended).toEqual({ reason: "quit", sessionKey: "s1" });
    expect(text().split("First line.").length).toBe(2);
    expect(text()).toContain("Second line ␛[31m.\n");
    expect(text()).toContain("Tool bash: bash bun test: failed, failed, 38 ms.\n1 fail\n");
    expect(text()).toContain("Turn finished, 1.2 s, $0.004.\n");
    // oxlint-disable-next-line no-control-regex
    expect(text()).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test("TUI-17 (part), CMD-8 (part): an image that was attached goes along with the next message", async () => {
    const { host, typed, ended, text } = await start();
    const image = { type: "image", mimeType: "image/png", data: "AAAA" } as const;
    host.on("images.attach", () => ({ content: [image], name: "a.png" }));
    await typed.line("/image");
    expect(text()).toContain("There is no image in the clipboard.");
    await typed.line("/image shots/a.png");
    expect(text()).toContain("With your next message: [image 1: a.png]");
    await typed.line("/compact");
    await typed.line("what is it?");
    await typed.line("and now?");
    await typed.line("/quit");
    await ended;
    const words = { type: "text", text: "what is it?\n[image 1: a.png]" };
    expect(host.called("chat.send")).toEqual([
      { sessionKey: "s1", message: [words, image] },
      { sessionKey: "s1", message: "and now?" },
    ]);
  });

  test("TUI-17: an approval is read out whole, and anything but a yes is a no", async () => {
    const { host, typed, ended, text } = await start();
    host.emit(...turnStarted("push"), toolStarted("c1", "git push"), approval());
    await settle();
    expect(text()).toContain(
      "Approval needed for bash: git push origin HEAD\ncommand: git push origin HEAD",
    );
    expect(text()).toContain("Reason: rule ask bash(git push*) at config.toml:14. Risk: high.");
    await typed.line("");
    await typed.line("what?");
    await typed.line("w use a branch");
    await typed.line("O");
    expect(host.called("exec.deny")).toEqual([
      { approvalId: "ap1" },
      { approvalId: "ap1" },
      { approvalId: "ap1", reason: "use a branch" },
    ]);
    expect(host.called("exec.approve")).toEqual([{ approvalId: "ap1", scope: "once" }]);
    await typed.end();
    expect(await ended).toEqual({ reason: "hangup", sessionKey: "s1" });
  });

  test("TUI-17: questions and lists are answered by number", async () => {
    const { host, typed, ended, text } = await start();
    await typed.line("/mode");
    expect(text()).toContain("Choose from mode by number:\n1: chat");
    await typed.line("2");
    expect(host.called("mode.set")).toEqual([{ sessionKey: "s1", mode: "plan" }]);
    host.emit(...turnStarted("go"), question());
    await settle();
    expect(text()).toContain("Question: Which way?\nType 1 = Left, 2 = Right");
    await typed.line("2");
    expect(host.called("question.answer")).toEqual([{ questionId: "q1", optionId: "right" }]);
    await typed.end();
    await ended;
  });

  test("TUI-17 (part): a line that is down is said once, and when it is back", async () => {
    const { typed, ended, tellLine, text } = await start();
    for (const state of ["open", "waiting", "waiting", "open"] as const) tellLine(state);
    await typed.end();
    await ended;
    expect(text().match(/Connection lost, trying again\.\n|Connected again\.\n/g)).toEqual([
      "Connection lost, trying again.\n",
      "Connected again.\n",
    ]);
  });

  test("TUI-12 (part): in plain mode each phase of a research is said once", async () => {
    const { host, typed, ended, text } = await start();
    const phase = { type: "phase.changed", runId: "r1" } as const;
    host.emit(...turnStarted("find out"), { ...phase, phase: "planning", status: "working" });
    await settle();
    for (const percent of [10, 20]) {
      const progress = { type: "progress.reported", runId: "r1", percent, message: "on" } as const;
      host.emit({ ...phase, phase: "researching", status: "working" }, progress);
      await settle();
    }
    host.emit({ ...phase, phase: "researching", status: "complete" }, turnFinished());
    await settle();
    await typed.end();
    await ended;
    expect(text().match(/^Now .*$/gm)).toEqual(["Now planning.", "Now researching."]);
  });
});
