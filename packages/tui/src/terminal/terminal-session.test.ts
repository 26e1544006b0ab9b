import { describe, expect, test } from "bun:test";
import { FakeTerminal } from "../testing/fake-terminal.ts";
import { chordOf, type InputEvent } from "./keys/key.ts";
import { leaveBytes } from "./modes.ts";
import { TerminalSession } from "./terminal-session.ts";

const PUT_BACK = { paste: false, cursorHidden: false, kitty: 0 };

function started(terminal: FakeTerminal) {
  const events: InputEvent[] = [];
  const timers: (() => void)[] = [];
  const session = new TerminalSession({
    port: terminal.port,
    hardwareCursor: false,
    askBackground: false,
    onInput: (event) => events.push(event),
    lastWords: () => "resume with squire --resume s1\n",
    clearRegion: () => "",
    setTimer: (run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), timers.includes(run) ? 1 : 0);
    },
  });
  session.start();
  return { session, events, timers };
}

describe("TUI-18: the terminal is put back", () => {
  test("TUI-18 (part): while it is ours, and after a plain end", () => {
    const terminal = new FakeTerminal(40, 10);
    const { session } = started(terminal);
    expect(terminal.raw).toBe(true);
    expect(terminal.modes).toEqual({ paste: true, cursorHidden: true, kitty: 1 });
    session.stop();
    session.stop();
    expect(terminal.raw).toBe(false);
    expect(terminal.modes).toEqual(PUT_BACK);
    expect(terminal.listeners).toBe(0);
  });

  test.each([
    { type: "exit" },
    { type: "signal", signal: "SIGTERM" },
    { type: "signal", signal: "SIGHUP" },
    { type: "crash", error: new Error("boom") },
  ] as const)("TUI-18: after %j, with the session to resume", async (end) => {
    const terminal = new FakeTerminal(60, 30);
    started(terminal);
    terminal.endProcess(end);
    // A crash is often followed by the exit it causes.
    terminal.endProcess({ type: "exit" });
    expect(terminal.raw).toBe(false);
    expect(terminal.modes).toEqual(PUT_BACK);
    const text = (await terminal.emulator.lines()).join("");
    expect(text.split("squire --resume s1").length).toBe(2);
    expect(text.includes("boom")).toBe(end.type === "crash");
  });

  test("TUI-18: what is left out of the way back is seen (the weakened twin fails)", () => {
    const terminal = new FakeTerminal(40, 10);
    started(terminal);
    const weakened = leaveBytes().replace("\u001b[?2004l", "");
    terminal.port.writeNow(weakened);
    expect(terminal.modes).not.toEqual(PUT_BACK);
  });

  test("TUI-18: lent to an editor it is put back, and taken again even if the editor fails", async () => {
    const terminal = new FakeTerminal(40, 10);
    const { session } = started(terminal);
    const failed = session.lend(() => {
      expect(terminal.raw).toBe(false);
      expect(terminal.modes).toEqual(PUT_BACK);
      return Promise.reject(new Error("no editor"));
    });
    expect(await failed.catch(String)).toContain("no editor");
    expect(terminal.raw).toBe(true);
    expect(terminal.modes.paste).toBe(true);
  });
});

test("TUI-10: a lone Esc becomes a key when the timer says so", () => {
  const terminal = new FakeTerminal(40, 10);
  const { events, timers } = started(terminal);
  terminal.type("\u001b");
  expect(events).toEqual([]);
  timers[0]?.();
  terminal.type("\u001b");
  terminal.type("[A");
  // What the rest of the sequence came for is no key by itself.
  expect(timers.length).toBe(0);
  expect(events.map((event) => (event.type === "key" ? chordOf(event.key) : ""))).toEqual([
    "escape",
    "up",
  ]);
});
