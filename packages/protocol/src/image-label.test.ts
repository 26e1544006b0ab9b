import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { UserContent } from "./content.ts";
import { imageLabelAt, imageLabelText } from "./image-label.ts";
import { textOf } from "./message-text.ts";
import { userParts } from "./user-parts.ts";

const IMAGE = { type: "image", mimeType: "image/png", data: "AAAA" } as const;
const text = (words: string): UserContent => ({ type: "text", text: words });

describe("CMD-8: what is said of an image", () => {
  test("CMD-8 (part): a label is read back, whatever the file is called", () => {
    const count = fc.integer({ min: 0, max: 99_999 });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), count, count, count, (raw, a, b, bytes) => {
        // oxlint-disable-next-line no-control-regex
        const name = raw.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");
        const label = {
          name,
          mimeType: "image/png",
          width: a,
          height: b,
          bytes,
          original: "1×2",
          path: name,
        };
        const written = imageLabelText(label);
        expect(written).not.toContain("\n");
        expect(imageLabelAt([text(written), IMAGE], 0)).toEqual(label);
      }),
    );
  });

  test("CMD-8 (part): words, files and images are told apart; only a text before an image is a label", () => {
    const label = imageLabelText({ ...IMAGE, name: "a.png", width: 2, height: 3, bytes: 9 });
    const content = [
      text("see [image 1: a.png]"),
      text('<file path="b.ts">\nx\n</file>'),
      text(label),
      IMAGE,
      text("(shown smaller)"),
      IMAGE,
    ];
    expect(userParts(content)).toEqual({
      words: "see [image 1: a.png]\n(shown smaller)",
      files: ["b.ts"],
      images: [
        { name: "a.png", mimeType: "image/png", bytes: 9, size: "2×3" },
        { name: "", mimeType: "image/png", bytes: 3, size: null },
      ],
    });
    expect(textOf({ role: "user", content: [text("see"), text(label), IMAGE] })).toBe("see");
    expect(userParts([text(label), text("more")]).words).toBe(`${label}\nmore`);
    expect(imageLabelAt([text('<image name="x" />'), IMAGE], 0)).toBeNull();
    expect(imageLabelAt([text(`${label}\nand more`), IMAGE], 0)).toBeNull();
  });
});
