import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { GrowingText } from "./body-digest.ts";

test("TRN-5 (part): the hash of a growing body is that of its bytes", () => {
  const piece = fc.string({ unit: "grapheme", maxLength: 12 });
  const closing = fc.constantFrom("", "]}", "}]}", "]}".repeat(12));
  const change = fc.record({ keeps: fc.boolean(), piece, closing });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
      const growing = new GrowingText();
      let stem = "";
      for (const { keeps, piece: more, closing: end } of changes) {
        stem = keeps ? stem + more : more;
        const text = stem + end;
        expect(growing.digest(text)).toEqual({
          hash: createHash("sha256").update(text).digest("hex"),
          bytes: Buffer.byteLength(text),
        });
      }
    }),
  );
});
