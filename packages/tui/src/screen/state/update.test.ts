import { describe, expect, test } from "bun:test";
import { emptyView, reduceView, type View } from "@squire/client";
import type { AgentEvent, CommandInfo } from "@squire/protocol";
import * as fc from "fast-check";
import { InputDecoder } from "../../terminal/keys/input-decoder.ts";
import {
  approval,
  delta,
  question,
  reply,
  toolStarted,
  turnFinished,
  turnStarted,
} from "../../testing/script.ts";
import { firstState, type AppState, type Effect } from "./app-state.ts";
import { overlayOf } from "./overlay.ts";
import { update } from "./update.ts";

const SIZE = { columns: 80, rows: 24 };

function viewOf(...events: readonly AgentEvent[]): View {
  return events.reduce(
    (view, event, index) =>
      reduceView(view, { sessionId: "s1", seq: index + 1, at: index * 10, event }),
    emptyView("s1"),
  );
}

function stateWith(view: View = emptyView("s1"), at = 0): AppState {
  return update(firstState(view, SIZE), { type: "view", view, at }).state;
}

/** Types what a terminal would send; each key a second after the other unless `at` says more. */
function type(
  state: AppState,
  text: string,
  at = 5_000,
): { state: AppState; effects: readonly Effect[] } {
  const decoder = new InputDecoder();
  const events = [...decoder.push(new TextEncoder().encode(text)), ...decoder.flush()];
  let now = state;
  const effects: Effect[] = [];
  for (const event of events) {
    if (event.type === "reply") continue;
    const step = update(now, event.type === "key" ? { type: "key", key: event.key, at } : event);
    now = step.state;
    effects.push(...step.effects);
  }
  return { state: now, effects };
}

const ESC = "\u001b";
const IDLE = stateWith();
const RUNNING = stateWith(viewOf(...turnStarted("go")));

describe("TUI-4: keys", () => {
  test("TUI-4: mode, trust, models, editor, suspend, expand, thinking", () => {
    expect(type(IDLE, `${ESC}[Z`).effects).toEqual([{ type: "mode", mode: "chat" }]);
    expect(type(IDLE, `${ESC}t`).effects).toEqual([
      { type: "trust", trust: "auto", confirmed: false },
    ]);
    expect(type(IDLE, "\u0010").effects).toEqual([{ type: "next-model" }]);
    expect(type(IDLE, "\u000c").effects).toEqual([{ type: "open", picker: "models" }]);
    expect(type(IDLE, "\u0007").effects).toEqual([{ type: "editor" }]);
    expect(type(IDLE, "\u001a").effects).toEqual([{ type: "suspend" }]);
    expect(type(IDLE, "\u000f").effects).toEqual([{ type: "unfold" }]);
    expect(type(IDLE, "\u0014").state.showThinking).toBe(true);
  });

  test("TUI-4: Esc stops a turn; idle twice within half a second opens rewind", () => {
    expect(type(RUNNING, ESC).effects).toEqual([{ type: "abort" }]);
    const once = type(IDLE, ESC, 1000);
    expect(once.effects).toEqual([]);
    expect(type(once.state, ESC, 1400).effects).toEqual([{ type: "open", picker: "rewind" }]);
    expect(type(once.state, ESC, 1600).effects).toEqual([]);
    // Another key in between is no double press.
    expect(type(type(once.state, "a", 1100).state, ESC, 1200).effects).toEqual([]);
  });

  test("TUI-4 (part): with tui.abort = esc esc it takes two (C19)", () => {
    const careful = { ...RUNNING, options: { ...RUNNING.options, doubleEscape: true } };
    const once = type(careful, ESC, 1000);
    expect(once.effects).toEqual([]);
    expect(once.state.hint).toContain("esc again");
    expect(type(once.state, ESC, 1300).effects).toEqual([{ type: "abort" }]);
  });

  test("TUI-4: Alt+Enter is a new line, and while it works a message for later", () => {
    expect(type(IDLE, `a${ESC}\rb`).state.composer.text).toBe("a\nb");
    expect(type(RUNNING, `later${ESC}\r`).effects).toEqual([
      { type: "send", text: "later", later: true },
    ]);
    expect(type(RUNNING, "now\r").effects).toEqual([{ type: "send", text: "now", later: false }]);
  });

  test("TUI-4: up and down go through prompts that were sent", () => {
    const sent = type(type(IDLE, "one\r").state, "two\r").state;
    const up = type(sent, `draft${ESC}[A${ESC}[A`).state;
    expect(up.composer.text).toBe("one");
    expect(type(up, `${ESC}[B${ESC}[B`).state.composer.text).toBe("draft");
    expect(type(sent, "\u0012on").state.composer.text).toBe("one");
    expect(type(sent, `x\u0012on${ESC}`).state.composer.text).toBe("x");
  });

  test("TUI-4: Tab takes what is marked in a list", () => {
    const commands: readonly CommandInfo[] = [command("mode"), command("model")];
    const listed = type({ ...IDLE, commands }, "/mo").state;
    expect(listed.completion?.items.map(({ id }) => id)).toEqual(["mode", "model"]);
    expect(type(listed, `${ESC}[B\t`).state.composer.text).toBe("/model ");
    expect(type(listed, "\r").effects).toEqual([{ type: "command", name: "mode", args: "" }]);
  });
});

function command(name: string): CommandInfo {
  return {
    name,
    aliases: [],
    args: "",
    description: "",
    group: "settings",
    where: "host",
    whileRunning: true,
    needsSession: true,
  };
}

describe("what is sent", () => {
  test("CMD-1 (part): commands, shell, notes and plain words are told apart", () => {
    const state = { ...IDLE, commands: [command("compact")] };
    expect(type(state, "/compact now\r").effects).toEqual([
      { type: "command", name: "compact", args: "now" },
    ]);
    expect(type(state, "!ls -l\r").effects).toEqual([
      { type: "shell", command: "ls -l", private: false },
    ]);
    expect(type(state, "!!ls\r").effects).toEqual([
      { type: "shell", command: "ls", private: true },
    ]);
    expect(type(state, "# remember\r").effects).toEqual([{ type: "note", text: "remember" }]);
    expect(type(state, "/etc/passwd is a file\r").effects).toEqual([
      { type: "send", text: "/etc/passwd is a file", later: false },
    ]);
    expect(type(state, "/queue\r").effects).toEqual([{ type: "queue" }]);
    expect(type(state, "/thoughts\r").effects).toEqual([{ type: "act", action: "thinking.show" }]);
    expect(type(state, "/later now\r").effects).toEqual([
      { type: "send", text: "now", later: true },
    ]);
    expect(type(state, "/nothing\r").effects).toMatchObject([{ type: "say" }]);
    expect(type(state, "   \r").effects).toEqual([]);
  });
});

describe("TUI-6: who owns the keys", () => {
  const asking = stateWith(
    viewOf(...turnStarted("go"), toolStarted("c1", "push"), approval()),
    1000,
  );

  test("TUI-6: an approval takes all keys; the safest answer is marked, Esc denies", () => {
    expect(overlayOf(asking)).toMatchObject({ owner: "modal", type: "approval" });
    expect(type(asking, "\r").effects).toEqual([{ type: "deny", approvalId: "ap1", reason: null }]);
    expect(type(asking, ESC).effects).toEqual([{ type: "deny", approvalId: "ap1", reason: null }]);
    expect(type(asking, `${ESC}[C\r`).effects).toEqual([
      { type: "approve", approvalId: "ap1", scope: "once" },
    ]);
    expect(type(asking, "s").effects).toEqual([
      { type: "approve", approvalId: "ap1", scope: "session" },
    ]);
    expect(type(asking, "xyz").state.composer.text).toBe("");
  });

  test("PERM-10 (part): a card that has just come up takes no letters: somebody may be typing", () => {
    expect(type(asking, "ao", 1200).effects).toEqual([]);
    expect(type(asking, "o", 1500).effects).toEqual([
      { type: "approve", approvalId: "ap1", scope: "once" },
    ]);
    // Pasted text is never an answer.
    expect(type(asking, `${ESC}[200~o\r${ESC}[201~`).effects).toEqual([]);
  });

  test("PERM-10 (part): without a rule there is no always", () => {
    const { suggestedRule: _none, ...request } = asking.view.approvals[0] ?? {};
    const bare = { ...asking, view: { ...asking.view, approvals: [request as never] } };
    expect(type(bare, "a").effects).toEqual([]);
  });

  test("TUI-6: a reason is written in the composer and goes with the denial", () => {
    const why = type(asking, "w").state;
    expect(overlayOf(why)).toMatchObject({ owner: "input", type: "reason" });
    expect(type(why, "use a branch\r").effects).toEqual([
      { type: "deny", approvalId: "ap1", reason: "use a branch" },
    ]);
    expect(overlayOf(type(why, ESC).state)).toMatchObject({ owner: "modal", type: "approval" });
  });

  test("TUI-6: questions: options are modal, free text keeps the composer, Esc gives no answer", () => {
    const choice = stateWith(viewOf(...turnStarted("go"), question()));
    expect(type(choice, "2").effects).toEqual([
      { type: "answer", questionId: "q1", optionId: "right", text: null },
    ]);
    expect(type(choice, ESC).effects).toEqual([
      { type: "answer", questionId: "q1", optionId: null, text: null },
    ]);
    expect(type(type(choice, "w").state, "third\r").effects).toEqual([
      { type: "answer", questionId: "q1", optionId: null, text: "third" },
    ]);
    const free = stateWith(viewOf(...turnStarted("go"), question({ kind: "text", options: [] })));
    expect(overlayOf(free)).toMatchObject({ owner: "input", type: "answer" });
    expect(type(free, "words\r").effects).toEqual([
      { type: "answer", questionId: "q1", optionId: null, text: "words" },
    ]);
  });

  test("TUI-6: when another client answers, the composer is a composer again", () => {
    const why = type(asking, "w").state;
    const view = viewOf(...turnStarted("go"), toolStarted("c1", "push"));
    expect(update(why, { type: "view", view, at: 9000 }).state.asking).toBeNull();
  });
});

describe("TUI-14: notes on the desktop", () => {
  test("TUI-14: when something is asked, and when a long turn ends", () => {
    const before = viewOf(...turnStarted("go"));
    const asked = viewOf(...turnStarted("go"), toolStarted("c1", "push"), approval());
    const notes = (from: View, view: View) =>
      update(stateWith(from), { type: "view", view, at: 0 }).effects;
    expect(notes(before, asked)).toMatchObject([{ type: "notify", title: "Squire asks" }]);
    expect(notes(asked, asked)).toEqual([]);
    const long = viewOf(...turnStarted("go"), delta("x"), reply("x"), turnFinished("r1", 11_000));
    expect(notes(before, long)).toMatchObject([{ type: "notify" }]);
    const short = viewOf(...turnStarted("go"), delta("x"), reply("x"), turnFinished("r1", 9_000));
    expect(notes(before, short)).toEqual([]);
  });
});

test("TUI-10 (part): after any keys in any state the face goes on", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ESC,
      "\r",
      "\t",
      "\u0003",
      "\u0012",
      "\u007f",
      `${ESC}[A`,
      `${ESC}[B`,
      `${ESC}[Z`,
      `${ESC}\r`,
    ),
    fc.constantFrom(
      "/",
      "@",
      "!",
      "a",
      "漢",
      "👩‍👩‍👧",
      `${ESC}[200~p\n${"l\n".repeat(12)}${ESC}[201~`,
      "\u000b",
      "\u0019",
      "\u001f",
    ),
    fc.string({ unit: "binary", maxLength: 3 }),
  );
  const states = fc.constantFrom(
    IDLE,
    RUNNING,
    stateWith(viewOf(...turnStarted("go"), toolStarted("c1", "push"), approval())),
    stateWith(viewOf(...turnStarted("go"), question())),
  );
  fc.assert(
    fc.property(states, fc.array(piece, { maxLength: 30 }), (start, pieces) => {
      const { state } = type({ ...start, commands: [command("mode")] }, pieces.join(""));
      expect(state.composer.cursor).toBeLessThanOrEqual(state.composer.text.length);
    }),
    { numRuns: 400 },
  );
});
