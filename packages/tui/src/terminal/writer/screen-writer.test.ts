import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { Emulator } from "../../testing/emulator.ts";
import { ScreenWriter } from "./screen-writer.ts";

function screenOf(columns: number, rows: number, options: { readonly redraw?: boolean } = {}) {
  const terminal = new Emulator(columns, rows);
  const size = { columns, rows };
  const writer = new ScreenWriter({
    sink: terminal,
    size,
    synchronized: true,
    reflow: "wrap-all",
    ...options,
  });
  return { terminal, writer };
}

const RED = "\u001b[31m";
const OFF = "\u001b[0m";
const word = fc.constantFrom(
  "a",
  "bc def",
  "漢字",
  "ｗｉｄｅ",
  `${RED}red${OFF}`,
  "\u001b[1;38;5;12mblue\u001b[22m\u001b[39m",
  "x".repeat(19),
  "naïve e\u0301",
  "   ",
  "",
  "\u001b[7m \u001b[27m",
);
const line = fc.array(word, { maxLength: 3 }).map((words) => words.join(""));
const lines = (maxLength: number) => fc.array(line, { maxLength });

/** What a reader sees of a line: no styles, cut at the width. */
function plain(text: string, columns: number): string {
  // oxlint-disable-next-line no-control-regex
  const bare = text.replace(/\u001b\[[\d;]*m/g, "");
  let used = 0;
  let shown = "";
  for (const { segment } of new Intl.Segmenter().segment(bare)) {
    used += /[\u4e00-\u9fff\uff00-\uff60]/.test(segment) ? 2 : 1;
    if (used > columns) break;
    shown += segment;
  }
  return shown.trimEnd();
}

function trimmed(texts: readonly string[]): readonly string[] {
  const kept = [...texts];
  while (kept.at(-1) === "") kept.pop();
  return kept;
}

describe("TUI-3: the writer", () => {
  test("TUI-3: whatever is printed and shown, the terminal has it all, once, in order", async () => {
    const update = fc.record({ print: lines(6), frame: lines(7), row: fc.nat(6) });
    await fc.assert(
      fc.asyncProperty(fc.array(update, { maxLength: 12 }), async (updates) => {
        const { terminal, writer } = screenOf(20, 8);
        const printed: string[] = [];
        let frame: readonly string[] = [];
        for (const { print, frame: next, row } of updates) {
          printed.push(...print);
          frame = next;
          writer.print(print);
          writer.present({ lines: next, cursor: { row, column: 3 } });
        }
        const expected = [...printed, ...frame].map((text) => plain(text, 20));
        expect(await terminal.lines()).toEqual(trimmed(expected));
        expect(terminal.clears).toBe(0);
      }),
      { numRuns: 250 },
    );
  });

  test("TUI-3: a line that was live and is printed now costs nothing", async () => {
    const { terminal, writer } = screenOf(40, 10);
    writer.present({ lines: ["one", "two", "> ", "status"], cursor: { row: 2, column: 2 } });
    const before = terminal.bytes;
    writer.print(["one", "two"]);
    writer.present({ lines: ["> ", "status"], cursor: { row: 0, column: 2 } });
    expect(terminal.bytes).toBe(before);
    expect(await terminal.lines()).toEqual(["one", "two", ">", "status"]);
  });

  test("TUI-3: a new line pushes the rows below it down without writing them", async () => {
    const { terminal, writer } = screenOf(60, 10);
    const bottom = [
      "─".repeat(60),
      "> a prompt that is being typed",
      "─".repeat(60),
      "code · review",
    ];
    writer.present({ lines: ["first", ...bottom], cursor: { row: 2, column: 5 } });
    for (let turn = 0; turn < 20; turn++) {
      terminal.written.length = 0;
      writer.print([`line ${turn}`]);
      writer.present({ lines: ["first", ...bottom], cursor: { row: 2, column: 5 } });
      expect(terminal.bytes).toBeLessThan(60);
    }
    const screen = await terminal.screen();
    expect(screen.slice(-5)).toEqual(["first", ...bottom]);
    expect((await terminal.lines()).slice(0, 20)).toEqual(
      Array.from({ length: 20 }, (_, turn) => `line ${turn}`),
    );
  });

  test("TUI-3: only the changed cells of a row are written", () => {
    const { terminal, writer } = screenOf(80, 10);
    const text = (seconds: number): string => `${"x".repeat(60)} running ${seconds} s`;
    writer.present({ lines: [text(1)], cursor: null });
    terminal.written.length = 0;
    writer.present({ lines: [text(2)], cursor: null });
    expect(terminal.bytes).toBeLessThan(12);
  });

  test("TUI-3: a terminal that is behind gets the latest frame only", () => {
    const written: string[] = [];
    const writer = new ScreenWriter({
      sink: { write: (text) => written.push(text) > 1 },
      size: { columns: 40, rows: 10 },
      synchronized: false,
      reflow: "wrap-all",
    });
    writer.present({ lines: ["first"], cursor: null });
    for (let count = 0; count < 50; count++) writer.present({ lines: [`${count}`], cursor: null });
    expect(written.length).toBe(1);
    writer.drained();
    expect(written.length).toBe(2);
    expect(written[1]).toContain("49");
  });

  test("TUI-11: after any resizes the region is drawn once, without remains", async () => {
    const size = fc.record({
      columns: fc.integer({ min: 20, max: 60 }),
      rows: fc.integer({ min: 14, max: 24 }),
    });
    const step = fc.record({
      size,
      print: fc.array(fc.constantFrom("done", "ok"), { maxLength: 2 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const { terminal, writer } = screenOf(60, 20);
        const frame = (columns: number) => ({
          lines: ["tail ".repeat(20).slice(0, columns), "> hi", "status".padEnd(columns, ".")],
          cursor: { row: 1, column: 4 },
        });
        // A full screen, as after the first answers.
        writer.print(Array.from({ length: 30 }, (_, index) => `line ${index}`));
        writer.present(frame(60));
        let printed = 30;
        for (const { size: next, print } of steps) {
          await terminal.settled();
          terminal.resize(next.columns, next.rows);
          writer.resize(next);
          printed += print.length;
          writer.print(print);
          writer.present(frame(next.columns));
        }
        const all = await terminal.lines();
        expect(all.filter((text) => text === "> hi").length).toBe(1);
        expect(all.filter((text) => text.startsWith("tail")).length).toBe(1);
        expect(all.length).toBe(printed + 3);
        expect(all.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, index) => `line ${index}`));
        expect(terminal.clears).toBe(0);
      }),
      { numRuns: 150 },
    );
  });

  test("TUI-11: emoji and joined characters do not shift what stands behind them", async () => {
    const { terminal, writer } = screenOf(40, 6);
    writer.present({ lines: ["👩‍👩‍👧 family|end", "🇨🇭 flag|end", "❤️ heart|end"], cursor: null });
    writer.present({ lines: ["👩‍👩‍👧 family|END", "🇨🇭 flag|END", "❤️ heart|END"], cursor: null });
    for (const text of await terminal.lines()) expect(text).toEndWith("|END");
    // The emulator and we may differ in the width of an emoji; the columns behind it may not.
    const columns = (await terminal.lines()).map((text) => text.indexOf("|"));
    expect(columns.length).toBe(3);
  });

  test("TUI-20: redraw at every update shows the same", async () => {
    const { terminal, writer } = screenOf(30, 8, { redraw: true });
    writer.print(["above"]);
    writer.present({ lines: ["one", "two"], cursor: null });
    writer.present({ lines: ["one", "three"], cursor: null });
    expect(await terminal.lines()).toEqual(["above", "one", "three"]);
  });

  test("TUI-3: closing leaves what was printed and nothing else", async () => {
    const { terminal, writer } = screenOf(30, 8);
    writer.print(["kept"]);
    writer.present({ lines: ["live", "> "], cursor: { row: 1, column: 2 } });
    writer.print(["bye"]);
    writer.close();
    expect(await terminal.lines()).toEqual(["kept", "bye"]);
    expect(await terminal.cursor()).toMatchObject({ column: 0 });
  });
});
