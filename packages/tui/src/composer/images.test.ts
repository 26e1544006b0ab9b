import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { EMPTY_COMPOSER, type Composer } from "./composer.ts";
import * as edit from "./edit.ts";
import { editOutside } from "./external-editor.ts";
import { imagePathsIn } from "./image-paths.ts";
import { markImages, standingImages, unmarkImage, withoutMarks } from "./images.ts";
import { expandPastes } from "./paste.ts";

const paths = (text: string): readonly string[] | null =>
  imagePathsIn(text)?.map(({ path }) => path) ?? null;

function show({ text, cursor }: Composer): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const image = (key: string, name = `${key}.png`, text = `/tmp/${name}`) => ({ key, name, text });
const typed = (text: string): Composer => edit.insert(EMPTY_COMPOSER, text);

describe("CMD-8: dropped paths", () => {
  test("CMD-8 (part): as terminals write them: plain, quoted, escaped, as addresses, several", () => {
    const forms: readonly (readonly [string, ...string[]])[] = [
      ["/tmp/shot.png", "/tmp/shot.png"],
      ["/tmp/shot.PNG ", "/tmp/shot.PNG"],
      ["'/tmp/my shot.png' ", "/tmp/my shot.png"],
      ['"/tmp/my shot.jpeg"', "/tmp/my shot.jpeg"],
      [String.raw`/tmp/my\ shot\ \(1\).jpg`, "/tmp/my shot (1).jpg"],
      [String.raw`'/tmp/it'\''s.webp'`, "/tmp/it's.webp"],
      ["/tmp/it's.gif", "/tmp/it's.gif"],
      ["/tmp/Screen Shot at 10.png", "/tmp/Screen Shot at 10.png"],
      ["file:///tmp/my%20shot%25.png", "/tmp/my shot%.png"],
      ["file://localhost/tmp/a.png", "/tmp/a.png"],
      ["file:///C:/Users/u/a.png", "C:/Users/u/a.png"],
      ["~/Desktop/a.png", "~/Desktop/a.png"],
      ["./a.png", "./a.png"],
      [String.raw`C:\Users\u\a.png`, String.raw`C:\Users\u\a.png`],
      [String.raw`"C:\Users\my u\a.png"`, String.raw`C:\Users\my u\a.png`],
      [String.raw`\\host\share\a.png`, String.raw`\\host\share\a.png`],
      ["/tmp/a.png /tmp/b.png", "/tmp/a.png", "/tmp/b.png"],
      ["'/tmp/a b.png' \"/tmp/c d.gif\"", "/tmp/a b.png", "/tmp/c d.gif"],
      ["file:///tmp/a.png\r\nfile:///tmp/b.png\r\n", "/tmp/a.png", "/tmp/b.png"],
      ["/tmp/a b.png\n/tmp/c d.png", "/tmp/a b.png", "/tmp/c d.png"],
    ];
    for (const [text, ...wanted] of forms) expect([text, paths(text)]).toEqual([text, wanted]);
  });

  test("CMD-8 (part): words that only speak of images stay words", () => {
    for (const text of [
      "",
      "shot.png",
      "docs/shot.png",
      "see /tmp/shot.png",
      "/tmp/notes.txt",
      "/tmp/a.png and /tmp/b.txt",
      "'/tmp/a.png",
      "file://elsewhere/tmp/a.png",
      "file:///tmp/%zz.png",
      "https://example.org/a.png",
      "/mode plan",
      Array.from({ length: 21 }, (_, at) => `/tmp/${at}.png`).join("\n"),
      `/tmp/${"x".repeat(70_000)}.png`,
    ]) {
      expect([text.slice(0, 40), paths(text)]).toEqual([text.slice(0, 40), null]);
    }
  });

  test("CMD-8 (part): quoted as a shell would quote it, any path comes back", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 }).filter((s) => !/[\0\r\n]/.test(s));
    fc.assert(
      fc.property(name, (raw) => {
        const path = `/tmp/${raw}.png`;
        expect(paths(`'${path.replaceAll("'", String.raw`'\''`)}'`)).toEqual([path]);
        const escaped = path.replaceAll(/[^\w/.]/gu, String.raw`\$&`);
        expect(paths(escaped)).toEqual([path]);
      }),
    );
  });
});

describe("CMD-8: marks of images", () => {
  test("CMD-8 (part): a mark is one character; gone, it comes back with undo and its image with it", () => {
    const marked = markImages(typed("see "), [image("1", "shot.png")]);
    expect(show(marked)).toBe("see [image 1: shot.png]|");
    const gone = edit.backspace(marked);
    expect(show(gone)).toBe("see |");
    expect(standingImages(gone)).toEqual([]);
    const back = edit.undo(gone);
    expect(standingImages(back).map(({ key }) => key)).toEqual(["1"]);
    expect(show(edit.undo(back))).toBe("see |");
    expect(show(edit.redo(edit.undo(back)))).toBe("see [image 1: shot.png]|");
    expect(show(edit.left(marked))).toBe("see |[image 1: shot.png]");
  });

  test("CMD-8 (part): several at once are one step; numbers go on", () => {
    const two = markImages(EMPTY_COMPOSER, [image("1"), image("2")]);
    expect(two.text).toBe("[image 1: 1.png][image 2: 2.png]");
    expect(edit.undo(two).text).toBe("");
    expect(markImages(two, [image("3")]).text).toBe(`${two.text}[image 3: 3.png]`);
    expect(edit.backspace(two).text).toBe("[image 1: 1.png]");
  });

  test("CMD-8 (part): what is no image becomes the text it came as, in its place, for undo too", () => {
    const marked = markImages(typed("see "), [image("1", "a.png")]);
    const later = edit.insert(marked, " please");
    const text = unmarkImage(later, "1");
    expect(show(text)).toBe("see /tmp/a.png please|");
    expect(edit.undo(text).text).toBe("see /tmp/a.png");
    expect(edit.undo(edit.undo(text)).text).toBe("see ");
    const before = unmarkImage({ ...later, cursor: 2 }, "1");
    expect(show(before)).toBe("se|e /tmp/a.png please");
    expect(unmarkImage(text, "1")).toBe(text);
  });

  test("CMD-8 (part): a name ends no mark, points at no file and stays short", () => {
    const name = `@x]${"n".repeat(90)}\n.png`;
    const { text } = markImages(EMPTY_COMPOSER, [image("1", name)]);
    expect(text).toMatch(/^\[image 1: _x_n+…nnn_\.png\]$/);
    expect(text.length).toBeLessThan(60);
    expect(text.slice(1, -1)).not.toMatch(/[@[\]\n]/);
  });

  test("CMD-8 (part): an editor outside keeps the marks it leaves", async () => {
    const marked = markImages(typed("see "), [image("1", "a.png")]);
    const kept = await editOutside(marked, (text) => Promise.resolve(`${text} now`));
    expect(standingImages(kept)).toHaveLength(1);
    const gone = await editOutside(marked, () => Promise.resolve("other words"));
    expect(standingImages(gone)).toHaveLength(0);
    expect(withoutMarks(expandPastes(kept), kept.images)).toBe("see /tmp/a.png now");
  });
});
