import { describe, expect, test } from "bun:test";
import { emptyView, reduceView } from "@squire/client";
import { question } from "../../testing/script.ts";
import { firstState, type AppState, type Effect, type Step } from "./app-state.ts";
import { update, type Message } from "./update.ts";

const IDLE = firstState(emptyView("s1"), { columns: 80, rows: 24 });
const CTRL = { ctrl: true, alt: false, shift: false, super: false } as const;

function run(state: AppState, ...messages: readonly Message[]): Step {
  const effects: Effect[] = [];
  let now = state;
  for (const message of messages) {
    const step = update(now, message);
    now = step.state;
    effects.push(...step.effects);
  }
  return { state: now, effects };
}

const key = (name: string, text: string | null = null): Message => ({
  type: "key",
  key: { name, text, ...CTRL, ctrl: false },
  at: 5_000,
});
const paste = (text: string): Message => ({ type: "paste", text });
const ENTER = key("enter");
const MARK = { mark: "[image 1: a.png]", key: "1", text: "/tmp/a.png" };

describe("CMD-8: attaching", () => {
  test("CMD-8 (part): a dropped path becomes a mark, is read, and goes along with the words", () => {
    const { state, effects } = run(IDLE, paste("/tmp/a.png"), key("x", "?"));
    expect(state.composer.text).toBe("[image 1: a.png]?");
    const source = { type: "path", path: "/tmp/a.png" } as const;
    expect(effects).toEqual([{ type: "attach", key: "1", source }]);
    const sent = run(state, ENTER);
    expect(sent.effects).toEqual([
      { type: "send", text: "[image 1: a.png]?", later: false, images: [MARK] },
    ]);
    expect(sent.state.composer).toMatchObject({ text: "", images: [] });
    expect(sent.state.history.entries).toEqual(["/tmp/a.png?"]);
    expect(run(sent.state, paste("/tmp/b.png")).effects).toMatchObject([{ key: "2" }]);
  });

  test("CMD-8 (part): a mark that was taken out sends nothing along", () => {
    const { effects } = run(IDLE, paste("/tmp/a.png"), key("backspace"), key("x", "x"), ENTER);
    expect(effects.at(-1)).toEqual({ type: "send", text: "x", later: false });
  });

  test("CMD-8 (part): what turns out to be no image is a text, typed on behind or sent already", () => {
    const { state } = run(IDLE, paste("/tmp/a.png"), key("x", "?"), {
      type: "unattached",
      key: "1",
    });
    expect(state.composer).toMatchObject({ text: "/tmp/a.png?", cursor: 11, images: [] });
    expect(run(state, { type: "unattached", key: "1" }).state).toEqual(state);
  });

  test("CMD-8 (part): commands, shell lines and answers take words", () => {
    for (const line of ["!file ", "/cwd ", "# see "]) {
      const { state, effects } = run(IDLE, paste(line), paste("/tmp/a.png"));
      expect(state.composer.text).toBe(`${line}/tmp/a.png`);
      expect(effects.filter(({ type }) => type === "attach")).toEqual([]);
    }
    const view = reduceView(emptyView("s1"), {
      sessionId: "s1",
      seq: 1,
      at: 0,
      event: question({ kind: "text" }),
    });
    const asked = run({ ...IDLE, view }, paste("/tmp/a.png"));
    expect(asked.state.composer.images).toEqual([]);
    // A path looks like a command as long as nobody knows better.
    const home = run(IDLE, key("!", "!"), key("backspace"), paste("/tmp dir/a.png"), key("home"));
    expect(run(home.state, key("!", "!"), ENTER).effects).toEqual([
      { type: "shell", command: "/tmp dir/a.png", private: false },
    ]);
    expect(run(home.state, ENTER).effects).toMatchObject([{ type: "send", images: [{}] }]);
  });

  test("TUI-13 (part): an empty paste, ctrl+v and /image take what the clipboard holds", () => {
    const wanted = { type: "attach", key: "1", source: { type: "clipboard" } } as const;
    expect(run(IDLE, paste("")).effects).toEqual([wanted]);
    const ctrlV = { type: "key", key: { name: "v", text: null, ...CTRL }, at: 0 } as const;
    const { state, effects } = run(IDLE, ctrlV);
    expect(effects).toEqual([wanted]);
    expect(state.composer.text).toBe("[image 1: clipboard]");
    expect(run(state, { type: "unattached", key: "1" }).state.composer.text).toBe("");
    const typed = run(IDLE, paste("/image"), ENTER);
    const [mark] = typed.effects;
    if (mark?.type !== "mark") throw new Error("no mark");
    expect(run(typed.state, { type: "attach", images: mark.images }).effects).toEqual([wanted]);
    for (const [args, ...paths] of [
      ["'my shots/a b.png'", "my shots/a b.png"],
      ["my shots/a b.png", "my shots/a b.png"],
      ["a.png ~/b.png", "a.png", "~/b.png"],
      ["scan", "scan"],
    ] as const) {
      const images = paths.map((path) => ({ source: { type: "path", path }, text: "" }));
      const named = run(IDLE, paste("/image"), paste(` ${args}`), ENTER).effects;
      expect(named).toMatchObject([{ type: "mark", images }]);
    }
  });

  test("CMD-8 (part): going through the history and back keeps the marks and what they stand for", () => {
    const state = { ...IDLE, history: { entries: ["older"], at: null, draft: "" } };
    const { state: back } = run(state, paste("/tmp/a.png"), key("up"), key("down"));
    expect(back.composer).toMatchObject({ text: "[image 1: a.png]", images: [MARK] });
    expect(run(back, ENTER).effects).toMatchObject([{ type: "send", images: [MARK] }]);
  });
});
