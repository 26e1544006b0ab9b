import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { graphemes } from "../text/width.ts";
import { snapped } from "./boundaries.ts";
import { complete } from "./completion.ts";
import { EMPTY_COMPOSER, emptied, moved, replaced, type Composer } from "./composer.ts";
import * as edit from "./edit.ts";
import { editOutside } from "./external-editor.ts";
import { fuzzyRank, triggerOf } from "@squire/client";
import { historyOf, newer, older, remember, searchBack } from "./history.ts";
import { markImages, unmarkImage } from "./images.ts";
import { layoutComposer, moveRow } from "./layout.ts";
import { expandPastes, paste } from "./paste.ts";

const OPERATIONS = [
  edit.backspace,
  edit.deleteNext,
  edit.left,
  edit.right,
  edit.wordLeft,
  edit.wordRight,
  edit.home,
  edit.end,
  edit.killToEnd,
  edit.killToStart,
  edit.killWordLeft,
  edit.killWordRight,
  edit.yank,
  edit.undo,
  edit.redo,
  (composer: Composer) => moveRow(composer, -1, 12) ?? composer,
  (composer: Composer) => moveRow(composer, 1, 12) ?? composer,
  (composer: Composer) => paste(composer, "x\n".repeat(12)),
  (composer: Composer) => paste(composer, "two\r\nlines"),
  (composer: Composer) =>
    markImages(composer, [{ key: `${composer.images.length}`, name: "a.png", text: "/a b.png" }]),
  (composer: Composer) => unmarkImage(composer, "0"),
  emptied,
] as const;

const step = fc.oneof(
  fc.constantFrom(...OPERATIONS),
  fc
    .constantFrom("a", " ", "\n", "漢字", "👩‍👩‍👧", "e\u0301", "🇨🇭", "ש", "한", "word word")
    .map((text) => (composer: Composer) => edit.insert(composer, text)),
);

function run(steps: readonly ((composer: Composer) => Composer)[]): Composer {
  return steps.reduce((composer, next) => next(composer), EMPTY_COMPOSER);
}

function withText(marked: string): Composer {
  const at = marked.indexOf("|");
  return moved(replaced(EMPTY_COMPOSER, marked.replace("|", "")), at);
}

function show({ text, cursor }: Composer): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

describe("the composer", () => {
  test("TUI-11 (part): after any keys the cursor stands between whole characters", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const composer = run(steps);
        expect(composer.cursor).toBe(snapped(composer, composer.cursor));
        const { rows, cursor } = layoutComposer(composer, 12);
        expect(cursor.column).toBeLessThan(12);
        expect(cursor.row).toBeLessThan(rows.length);
      }),
      { numRuns: 500 },
    );
  });

  test("TUI-11 (part): the rows of the prompt are its text, whole", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: 3, max: 30 }),
        (steps, width) => {
          const composer = run(steps);
          const { rows } = layoutComposer(composer, width);
          const parts = rows.map(({ start, end }, index) => {
            const next = rows[index + 1]?.start ?? end;
            return composer.text.slice(start, next);
          });
          expect(parts.join("")).toBe(composer.text);
        },
      ),
    );
  });

  test("whatever was typed can be undone, and done again", () => {
    fc.assert(
      fc.property(
        fc.array(
          step.filter((one) => one !== emptied),
          { maxLength: 25 },
        ),
        (steps) => {
          const composer = run(steps.filter((one) => one !== edit.undo && one !== edit.redo));
          let back = composer;
          for (let count = 0; count < 60; count++) back = edit.undo(back);
          expect(back.text).toBe("");
          let forth = back;
          for (let count = 0; count < 60; count++) forth = edit.redo(forth);
          expect(forth.text).toBe(composer.text);
        },
      ),
    );
  });

  test("one backspace takes one character, however it is made", () => {
    for (const text of ["👩‍👩‍👧", "e\u0301", "🇨🇭", "한", "漢"]) {
      expect(graphemes(text).length).toBe(1);
      expect(show(edit.backspace(withText(`a${text}|b`)))).toBe("a|b");
      expect(show(edit.deleteNext(withText(`a|${text}b`)))).toBe("a|b");
      expect(show(edit.left(withText(`a${text}|`)))).toBe(`a|${text}`);
    }
  });

  test("words, lines, cutting and yanking", () => {
    expect(show(edit.wordLeft(withText("one two-three|")))).toBe("one two-|three");
    expect(show(edit.wordRight(withText("one| two")))).toBe("one two|");
    expect(show(edit.home(withText("a\nbc|d")))).toBe("a\n|bcd");
    const cut = edit.killWordLeft(edit.killWordLeft(withText("one two three|")));
    expect(show(cut)).toBe("one |");
    expect(show(edit.yank(cut))).toBe("one two three|");
    expect(show(edit.killToEnd(withText("a|b\nc")))).toBe("a|\nc");
    expect(show(edit.killToEnd(withText("a|\nc")))).toBe("a|c");
    expect(show(edit.killToStart(withText("a\n|c")))).toBe("a|c");
  });

  test("up and down keep the wanted column and stop at the edges", () => {
    const down = moveRow(withText("12345|\n1\n12345"), 1, 40);
    expect(show(down ?? EMPTY_COMPOSER)).toBe("12345\n1|\n12345");
    expect(show(moveRow(down ?? EMPTY_COMPOSER, 1, 40) ?? EMPTY_COMPOSER)).toBe("12345\n1\n12345|");
    expect(moveRow(withText("|a"), -1, 40)).toBeNull();
  });
});

describe("CMD-8: pasting", () => {
  test("CMD-8 (part): up to ten lines go in as they are, more become a mark that is sent whole", () => {
    const ten = Array.from({ length: 10 }, (_, index) => `line ${index}`).join("\n");
    expect(paste(EMPTY_COMPOSER, ten).text).toBe(ten);
    const eleven = `${ten}\nline 10`;
    const composer = paste(withText("see |: why?"), eleven);
    expect(show(composer)).toBe("see [paste #1: 11 lines]|: why?");
    expect(expandPastes(composer)).toBe(`see ${eleven}: why?`);
  });

  test("CMD-8 (part): a mark is one character, and gone it brings nothing along", () => {
    const two = paste(paste(EMPTY_COMPOSER, "a\n".repeat(20)), "b\n".repeat(20));
    expect(show(edit.left(two))).toBe("[paste #1: 21 lines]|[paste #2: 21 lines]");
    const one = edit.backspace(two);
    expect(expandPastes(one)).toBe("a\n".repeat(20));
    // Text that only looks like a mark, or like a replacement pattern, stays what it is.
    const tricky = paste(withText("[paste #9: 3 lines] |"), "$& $1\n".repeat(11));
    expect(expandPastes(tricky)).toBe(`[paste #9: 3 lines] ${"$& $1\n".repeat(11)}`);
  });

  test("CMD-8 (part): a megabyte is one mark and comes back whole", () => {
    const text = "0123456789".repeat(100_000);
    const composer = paste(EMPTY_COMPOSER, text);
    expect(composer.text).toBe("[paste #1: 1000000 characters]");
    expect(expandPastes(composer)).toBe(text);
    expect(paste(EMPTY_COMPOSER, "a\u001b[2J\u0007b\r\nc").text).toBe("a[2Jb\nc");
  });
});

describe("history", () => {
  test("TUI-4 (part): back and forth, with the draft at the end", () => {
    const start = remember(remember(historyOf(["one"]), "two"), "two");
    expect(start.entries).toEqual(["one", "two"]);
    const first = older(start, "draft");
    const second = older(first?.history ?? start, first?.text ?? "");
    expect([first?.text, second?.text]).toEqual(["two", "one"]);
    expect(older(second?.history ?? start, "")).toBeNull();
    const forth = newer(second?.history ?? start);
    expect(forth?.text).toBe("two");
    expect(newer(forth?.history ?? start)?.text).toBe("draft");
    expect(newer(start)).toBeNull();
  });

  test("TUI-4 (part): a search goes back through what has all words", () => {
    const history = historyOf(["fix the parser", "run tests", "fix tests for parser"]);
    expect(searchBack(history, "Parser fix", 3)).toBe(2);
    expect(searchBack(history, "parser fix", 2)).toBe(0);
    expect(searchBack(history, "parser fix", 0)).toBeNull();
    expect(searchBack(history, " ", 3)).toBeNull();
  });
});

describe("completion", () => {
  test.each([
    ["/mo|", { kind: "command", query: "mo", from: 0 }],
    ["/|", { kind: "command", query: "", from: 0 }],
    ["/mode x|", null],
    ["see @src/a|", { kind: "file", query: "src/a", from: 4 }],
    ["me@host|", null],
    ["(@x|", { kind: "file", query: "x", from: 1 }],
    ["a /mo|", null],
  ] as const)("CMD-7 (part): what %j completes", (marked, expected) => {
    expect(triggerOf(withText(marked))).toEqual(expected);
  });

  test("CMD-7 (part): the word is replaced; a folder stays open", () => {
    const typed = withText("see @sr| now");
    const trigger = triggerOf(typed);
    if (trigger === null) throw new Error("nothing to complete");
    expect(show(complete(typed, trigger, "src/"))).toBe("see @src/| now");
    expect(show(complete(typed, trigger, "my file.ts"))).toBe('see @"my file.ts"| now');
  });

  test("CMD-7 (part): beginnings before parts before scattered letters", () => {
    const names = ["permissions", "mode", "model", "compact", "memory"];
    expect(fuzzyRank(names, "mo", (name) => [name])).toEqual([
      "mode",
      "model",
      "memory",
      "permissions",
    ]);
    expect(fuzzyRank(names, "", (name) => [name])).toEqual(names);
    expect(fuzzyRank(names, "zz", (name) => [name])).toEqual([]);
  });
});

test("TUI-4 (part): an editor gets the whole text and may leave it alone", async () => {
  const composer = paste(EMPTY_COMPOSER, "x\n".repeat(20));
  let seen = "";
  const same = await editOutside(composer, (text) => {
    seen = text;
    return Promise.resolve(null);
  });
  expect(seen).toBe("x\n".repeat(20));
  expect(same).toBe(composer);
  const edited = await editOutside(composer, () => Promise.resolve("new\n"));
  expect(show(edited)).toBe("new|");
});
