import { describe, expect, test } from "bun:test";
import { ACTIONS, FACE_COMMANDS, RESERVED_KEYS } from "./actions.ts";
import { actionNames, keyMapOf, normalChord } from "./key-map.ts";

/** CMD-1: what the host's table has. */
const HOST_COMMANDS = ["mode", "trust", "abort", "rewind", "model"];

describe("TUI-5: keys and commands", () => {
  test("TUI-5: every key action has a slash command", () => {
    for (const name of actionNames()) {
      const { command } = ACTIONS[name];
      expect([
        name,
        HOST_COMMANDS.includes(command) || Object.hasOwn(FACE_COMMANDS, command),
      ]).toEqual([name, true]);
    }
  });

  test("TUI-4 (part): no two actions have the same key", () => {
    const all = actionNames().flatMap((name) => ACTIONS[name].keys);
    expect(new Set(all).size).toBe(all.length);
    for (const chord of [...all.flatMap((keys) => keys.split(" ")), ...RESERVED_KEYS]) {
      expect(normalChord(chord)).toBe(chord);
    }
  });

  test("TUI-4 (part): keys can be given to actions; the basics cannot be taken", () => {
    const map = keyMapOf({
      "mode.next": ["F2"],
      "help.open": ["alt+h"],
      "history.search": ["Ctrl+C"],
      nothing: ["x"],
    });
    expect(map.actionOf("f2")).toBe("mode.next");
    expect(map.actionOf("shift+tab")).toBe("mode.next");
    expect(map.actionOf("alt+h")).toBe("help.open");
    expect(map.actionOf("f1")).toBeNull();
    expect(map.actionOf("ctrl+c")).toBeNull();
    expect(map.problems).toEqual([
      expect.stringContaining("ctrl+c cannot be given to history.search"),
      expect.stringContaining('no action "nothing"'),
    ]);
  });

  test("TUI-4 (part): one chord has one spelling", () => {
    expect(normalChord("Shift+Ctrl+P")).toBe("ctrl+shift+p");
    expect(normalChord("Esc")).toBe("escape");
    expect(normalChord("option+return")).toBe("alt+enter");
  });
});
