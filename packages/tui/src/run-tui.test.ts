import { describe, expect, test } from "bun:test";
import { startFace } from "./testing/running-face.ts";

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

  test("TUI-20: every byte goes to the log that was asked for", async () => {
    const face = await startFace({ env: { SQUIRE_TUI_WRITE_LOG: "w.log", SQUIRE_TUI_DEBUG: "1" } });
    expect(face.logged.join("")).toContain("squire 0.1.0");
    face.host.emit({ type: "title.changed", title: "t" });
    await face.timers.pass(200);
    expect(await face.screen()).toMatch(/100×30 · frame \d+ · \d+ bytes/);
    await face.stop();
  });
});
