import { describe, expect, test } from "bun:test";
import type { LineState } from "@squire/client";
import { settle } from "./testing/fake-timers.ts";
import { startFace } from "./testing/running-face.ts";
import { approval, delta, reply, turnFinished, turnStarted } from "./testing/script.ts";

const ESC = "\u001b";

describe("TUI-1: the face", () => {
  test("TUI-1: welcome, composer and status line; a turn streams above them", async () => {
    const face = await startFace();
    expect(await face.screen()).toContain("squire 0.1.0  ·  ~/code/acme  ·  trusted");
    await face.type("hello");
    expect(await face.screen()).toContain("▸ hello");
    await face.type("\r");
    expect(face.host.called("chat.send")).toEqual([{ sessionKey: "s1", message: "hello" }]);
    expect(face.remembered).toEqual(["hello"]);
    await face.stop();
  });

  test("TUI-1 (part): a session is begun with the first message, not before", async () => {
    const face = await startFace({ sessionKey: null });
    face.host.on("sessions.create", () => ({ sessionKey: "s1" }));
    expect(await face.screen()).toContain("code · review · mock/test-1");
    expect(face.host.called("sessions.create")).toEqual([]);
    await face.type("hello\r");
    expect(face.host.called("sessions.create")).toEqual([{}]);
    expect(face.host.called("chat.send")).toEqual([{ sessionKey: "s1", message: "hello" }]);
    face.host.emit({ type: "title.changed", title: "t" });
    await face.timers.pass(200);
    await face.stop();
    expect(await face.ended).toEqual({ reason: "hangup", sessionKey: "s1" });
  });

  test("TUI-4 (part): ctrl+c clears, twice it leaves, and the terminal is as before", async () => {
    const face = await startFace();
    await face.type("draft");
    await face.type("\u0003");
    expect(await face.screen()).not.toContain("draft");
    await face.type("\u0003");
    expect(await face.ended).toMatchObject({ reason: "quit" });
    expect(face.terminal.raw).toBe(false);
    expect(face.terminal.modes).toEqual({ paste: false, cursorHidden: false, kitty: 0 });
    expect(face.terminal.listeners).toBe(0);
    await face.host.close();
  });

  test("TUI-4 (part): ctrl+d leaves an empty prompt only", async () => {
    const face = await startFace();
    await face.type("x\u0004");
    await face.type("\u007f\u0004");
    expect(await face.ended).toMatchObject({ reason: "quit" });
    await face.host.close();
  });

  test("TUI-6 (part): a list keeps the composer; esc closes it", async () => {
    const face = await startFace();
    await face.type("/mo");
    expect(await face.screen()).toMatch(/▸ \/mode\s+\[mode\] {2}what you want/);
    await face.type(ESC);
    await face.timers.pass(100);
    expect(await face.screen()).not.toContain("what you want");
    expect(await face.screen()).toContain("▸ /mo");
    await face.stop();
  });

  test("TUI-2: content is drawn at most every 100 ms, a key at once", async () => {
    const face = await startFace();
    face.host.emit(...turnStarted("go"));
    await face.timers.pass(500);
    const { written } = face.terminal.emulator;
    written.length = 0;
    for (let count = 0; count < 100; count++) {
      face.host.emit(delta("ab "));
      await face.timers.pass(10);
    }
    // A second: ten beats, and the one that was under way.
    expect(written.length).toBeLessThanOrEqual(11);
    expect(written.length).toBeGreaterThan(5);
    face.host.emit(delta("late"));
    await face.timers.pass(1);
    const before = written.length;
    face.terminal.type("K");
    await settle();
    // No time has passed since.
    expect(written.slice(before).join("")).toContain("K");
    await face.stop();
  });

  test("TUI-16 (part): what a key does is also a command, for terminals that do not send the key", async () => {
    const face = await startFace();
    await face.type("/mode\r");
    expect(await face.screen()).toMatch(/mode type to narrow/);
    await face.type("re\r");
    expect(face.host.called("mode.set")).toEqual([{ sessionKey: "s1", mode: "research" }]);
    await face.stop();
  });

  test("TUI-16: on Windows the keys of a shell that has no jobs do no harm, and words do what keys do", async () => {
    const face = await startFace({ platform: "win32" });
    for (const wish of ["\u001a", "/suspend\r"]) {
      await face.type(wish);
      expect(await face.screen()).toContain("no suspending on Windows");
      expect(face.terminal.suspended).toBeNull();
      expect(face.terminal.raw).toBe(true);
    }
    await face.type("/mode\r");
    await face.type("re\r");
    expect(face.host.called("mode.set")).toEqual([{ sessionKey: "s1", mode: "research" }]);
    await face.stop();
  });

  test("a message that waits is taken back into the composer", async () => {
    const face = await startFace();
    const message = { role: "user", content: [{ type: "text", text: "and then push" }] } as const;
    face.host.on("queue.remove", () => ({ ok: true }));
    face.host.emit(...turnStarted("go"), {
      type: "queue.changed",
      items: [{ queueId: "q7", message, delivery: "follow_up" }],
    });
    await face.timers.pass(200);
    await face.type("/queue\r");
    await face.type("\r");
    expect(face.host.called("queue.remove")).toEqual([{ sessionKey: "s1", queueId: "q7" }]);
    expect(await face.screen()).toContain("▸ and then push");
    await face.stop();
  });

  test("CMD-1 (part): /clear empties the screen, and only that does", async () => {
    const face = await startFace();
    expect(face.terminal.emulator.clears).toBe(0);
    await face.type("/clear\r");
    expect(face.terminal.emulator.clears).toBeGreaterThan(0);
    const lines = (await face.terminal.emulator.screen()).filter((line) => line !== "");
    expect(lines[0]).toStartWith("▸ ");
    expect(lines.length).toBe(2);
    await face.stop();
  });

  test("TUI-13 (part): the last answer goes to the clipboard", async () => {
    const face = await startFace();
    await face.type("/copy\r");
    expect(await face.screen()).toContain("There is no answer to copy yet.");
    face.host.emit(...turnStarted("go"), reply("the answer"), turnFinished());
    await face.timers.pass(200);
    await face.type("/copy\r");
    expect(face.terminal.emulator.written.join("")).toContain(`${ESC}]52;c;dGhlIGFuc3dlcg==`);
    expect(await face.screen()).toContain("copied");
    await face.stop();
  });

  test("TUI-9 (part): a theme of the user's, and its changes while it is used", async () => {
    let json = '{"colours": {"accent": "#ff0000"}}';
    let changed = (): void => {};
    const themes = {
      list: () => Promise.resolve(["mine"]),
      read: (name: string) => Promise.resolve(name === "mine" ? json : null),
      watch: (listen: () => void) => {
        changed = listen;
        return () => {};
      },
    };
    const face = await startFace({
      env: { COLORTERM: "truecolor" },
      tui: { theme: "mine" },
      ports: { themes },
    });
    expect(face.terminal.emulator.written.join("")).toContain("38;2;255;0;0");
    json = '{"colours": {"accent": "#00ff00"}}';
    changed();
    await face.timers.pass(50);
    expect(face.terminal.emulator.written.join("")).toContain("38;2;0;255;0");
    await face.type("/theme nothing\r");
    expect(await face.screen()).toContain(
      'There is no theme "nothing". There are: dark, light, mine.',
    );
    await face.stop();
  });

  test("TUI-4 (part): [tui] of the settings: keys of one's own, esc twice, no notes; problems are told", async () => {
    const keys = { "editor.open": ["f7"], "model.pick": ["ctrl+c"], "no.such": ["f8"] };
    let edited = 0;
    const face = await startFace({
      tui: { keys, abort: "esc esc", notifications: false, theme: "none" },
      ports: {
        editText: () => {
          edited += 1;
          return Promise.resolve(null);
        },
      },
    });
    const welcome = await face.screen();
    expect(welcome).toContain('tui.keys: there is no action "no.such"');
    expect(welcome).toContain("tui.keys: ctrl+c cannot be given to model.pick");
    expect(welcome).toContain('tui.theme: There is no theme "none"');
    await face.type(`${ESC}[18~`);
    expect(edited).toBe(1);
    face.host.emit(...turnStarted("go"), approval());
    await face.timers.pass(200);
    expect(face.terminal.emulator.written.join("")).not.toContain("Squire asks");
    face.host.emit(turnFinished(), ...turnStarted("on", "r2"));
    await face.timers.pass(600);
    await face.type(ESC);
    await face.timers.pass(100);
    expect(await face.screen()).toContain("esc again to stop");
    expect(face.host.called("chat.abort")).toEqual([]);
    await face.type(ESC);
    await face.timers.pass(100);
    expect(face.host.called("chat.abort").length).toBe(1);
    await face.stop();
  });

  test("what is wrong with the settings is told once", async () => {
    const face = await startFace({
      ports: {
        onWarning: (listen) => {
          listen("config.toml:3: there is no setting colour.\n");
          return () => {};
        },
      },
    });
    expect((await face.screen()).split("no setting colour").length).toBe(2);
    await face.stop();
  });

  test("TUI-1 (part): a line that is down stands above the status, with how long, until it is back", async () => {
    let tell: (state: LineState) => void = () => {};
    const face = await startFace({
      ports: {
        onLine: (listen) => {
          tell = listen;
          return () => {};
        },
      },
    });
    tell("open");
    expect(await face.screen()).not.toContain("onnect");
    tell("waiting");
    await face.timers.pass(100);
    expect(await face.screen()).toContain("connection lost, trying again (0 s)");
    tell("waiting");
    await face.timers.pass(3_000);
    expect(await face.screen()).toContain("connection lost, trying again (3 s)");
    await face.type("still here");
    expect(await face.screen()).toContain("still here");
    tell("open");
    await face.timers.pass(100);
    const screen = await face.screen();
    expect(screen).not.toContain("connection lost");
    expect(screen.split("Connected again.").length).toBe(2);
    tell("waiting");
    tell("refused");
    await face.timers.pass(2_000);
    expect(await face.screen()).not.toContain("connection lost");
    await face.stop();
  });

  test("TUI-18 (part): a crash takes the live region away and says how to come back", async () => {
    const face = await startFace();
    face.host.emit(...turnStarted("go"), reply("an answer"), turnFinished());
    await face.type("half a prompt");
    await face.timers.pass(200);
    face.terminal.endProcess({ type: "crash", error: new Error("boom") });
    const screen = await face.screen();
    expect(screen).toContain("an answer");
    expect(screen).not.toContain("half a prompt");
    expect(screen).not.toContain("review");
    expect(screen).toContain("squire --resume s1");
    await face.stop();
  });

  test("TUI-20: every byte goes to the log that was asked for", async () => {
    const face = await startFace({ env: { SQUIRE_TUI_WRITE_LOG: "w.log", SQUIRE_TUI_DEBUG: "1" } });
    expect(face.logged.join("")).toContain("squire 0.1.0");
    face.host.emit({ type: "title.changed", title: "t" });
    await face.timers.pass(200);
    expect(await face.screen()).toMatch(/100×30 · frame \d+ · \d+ bytes/);
    await face.stop();
  });
});
