import { describe, expect, test } from "bun:test";
import { seededRandom } from "@squire/testkit";
import { hasTmux, TmuxPane } from "../../testing/tmux-pane.ts";
import { ScreenWriter, type Frame } from "./screen-writer.ts";

/** A region as while an answer comes in: rows that grow and shrink, a prompt, a full status line. */
function frameFor(columns: number, random: () => number): Frame {
  const below = (most: number): number => Math.floor(random() * most);
  const live = Array.from({ length: below(6) }, () =>
    below(3) === 0 ? "" : `live ${"text ".repeat(below(30))}`.slice(0, columns - 1),
  );
  const prompt = `> ${"c".repeat(below(40))}`;
  const status = "status".padEnd(columns - below(2), ".");
  const cursor = { row: live.length + 1, column: 2 + below(10) };
  return { lines: [...live, "", prompt, status], cursor };
}

/** Draws, prints and resizes for a while; says what is wrong on the screen then. */
function life(seed: number, remembersEnds: boolean): string | null {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  let [columns, rows] = [100, 20 + below(8)];
  using pane = new TmuxPane(columns, rows);
  const size = { columns, rows };
  const sink = { write: pane.write };
  const writer = new ScreenWriter({
    sink,
    size,
    synchronized: false,
    reflow: "wrap",
    remembersEnds,
  });
  const printed: string[] = [];
  const print = (count: number): void => {
    for (let left = count; left > 0; left--) {
      const line = printed.length % 3 === 0 ? "" : `line ${printed.length}`;
      printed.push(line);
      writer.print([line]);
    }
  };
  print(40);
  let frame = frameFor(columns, random);
  for (let step = 0; step < 6; step++) {
    for (let update = 0; update < 3; update++) {
      print(below(3));
      frame = frameFor(columns, random);
      writer.present(frame);
    }
    [columns, rows] = [40 + below(61), below(3) === 0 ? 18 + below(10) : rows];
    pane.resize(columns, rows);
    writer.resize({ columns, rows });
    frame = frameFor(columns, random);
    writer.present(frame);
    const wanted = [...printed, ...frame.lines.map((line) => line.trimEnd())].join("\n");
    const shown = pane.lines().join("\n");
    if (shown !== wanted) return `at ${columns} columns:\n${shown}`;
  }
  return null;
}

describe.if(hasTmux)("the writer in tmux", () => {
  test("TUI-11: after any resizes in tmux everything printed is there once, with its blank lines", () => {
    for (let seed = 1; seed <= 8; seed++) expect(life(seed, true)).toBeNull();
  });

  test("TUI-11 (part): a writer that only erases the ends of rows would be caught", () => {
    const seeds = Array.from({ length: 8 }, (_, at) => at + 1);
    expect(seeds.some((seed) => life(seed, false) !== null)).toBe(true);
  });
});
