import { describe, expect, test } from "bun:test";
import { colourDepth, detectCapabilities, isDarkColour } from "./capabilities.ts";
import { debugSwitches } from "./debug-switches.ts";
import { clipboardBytes, notificationBytes } from "./signals-out.ts";

describe("TUI-9: what the environment says", () => {
  test.each([
    [{ NO_COLOR: "1", COLORTERM: "truecolor" }, "none"],
    [{ NO_COLOR: "", COLORTERM: "truecolor" }, "true"],
    [{ TERM: "xterm-256color" }, "256"],
    [{ TERM: "xterm" }, "16"],
    [{ TERM: "xterm-256color", COLORTERM: "24bit" }, "true"],
    [{ TERM: "xterm", WT_SESSION: "x" }, "true"],
    [{ FORCE_COLOR: "2", TERM: "dumb" }, "256"],
    [{}, "none"],
  ] as const)("TUI-9: colours of %j are %s", (env, expected) => {
    expect(colourDepth(env, "linux")).toBe(expected);
  });

  test("TUI-9: a dumb terminal gets no colours, links or marks", () => {
    expect(detectCapabilities({ TERM: "dumb", COLORTERM: "truecolor" }, "linux")).toMatchObject({
      colours: "none",
      links: false,
      synchronized: false,
    });
  });

  test.each([
    ["15;0", true],
    ["0;15", false],
    ["0;default;7", false],
    ["7;8", true],
    ["12;77", null],
    ["", null],
  ])("TUI-9: COLORFGBG %j is dark: %p", (value, dark) => {
    expect(detectCapabilities({ COLORFGBG: value }, "linux").dark).toBe(dark);
  });

  test("TUI-9: the background that a terminal reports", () => {
    expect(isDarkColour("rgb:1e1e/1e1e/2e2e")).toBe(true);
    expect(isDarkColour("rgb:ff/ff/ff")).toBe(false);
    expect(isDarkColour("rgba:fdfd/f6f6/e3e3/ffff")).toBe(false);
    expect(isDarkColour("blue")).toBeNull();
  });

  test("TUI-11: how rows wrap is known for those that differ", () => {
    expect(detectCapabilities({ TERM_PROGRAM: "vscode" }, "linux").reflow).toBe("wrap-all");
    expect(detectCapabilities({ XTERM_VERSION: "XTerm(390)" }, "linux").reflow).toBe("cut");
    expect(detectCapabilities({ TERM: "xterm-256color" }, "linux").reflow).toBe("wrap");
  });
});

describe("TUI-13, TUI-14: what reaches the desktop", () => {
  test("TUI-13 (part): a text goes to the clipboard, and one too long does not", () => {
    expect(clipboardBytes("né")).toBe("\u001b]52;c;bsOp\u0007");
    expect(clipboardBytes("x".repeat(100_000))).toBeNull();
  });

  test("TUI-14 (part): nothing in a note can end its sequence or begin a field", () => {
    for (const notify of ["osc9", "osc777", "osc99", "bell"] as const) {
      const bytes = notificationBytes("a;b\u0007", "\u001b]52;c;AAAA\u0007\nrest", notify);
      const inner =
        notify === "osc99" ? bytes.split("\u001b\\").slice(0, -1) : [bytes.slice(0, -1)];
      for (const part of inner) expect(part.slice(1)).not.toMatch(/\p{Cc}/u);
    }
    expect(notificationBytes("a;b", "c", "osc777")).toBe("\u001b]777;notify;a b;c\u0007");
  });
});

test("TUI-20 (part): every switch is off unless it is set", () => {
  expect(debugSwitches({ SQUIRE_TUI_DEBUG: "0" })).toEqual({
    writeLog: null,
    numbers: false,
    redraw: false,
    hardwareCursor: false,
    clearOnShrink: false,
  });
  expect(debugSwitches({ SQUIRE_TUI_WRITE_LOG: "w.log", SQUIRE_DEBUG_REDRAW: "1" })).toMatchObject({
    writeLog: "w.log",
    redraw: true,
  });
});
