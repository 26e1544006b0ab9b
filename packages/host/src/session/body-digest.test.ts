import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { bodyText } from "@squire/llm";
import * as fc from "fast-check";
import { GrowingDigest } from "./body-digest.ts";

test("TRN-5 (part): the hash of a growing body is that of its bytes", () => {
  const item = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
  const change = fc.record({ keeps: fc.boolean(), more: fc.array(item, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), item, (changes, open) => {
      const growing = new GrowingDigest();
      let items: readonly string[] = [];
      for (const { keeps, more } of changes) {
        items = keeps ? [...items, ...more] : more;
        const body = { open, items, close: "]}" };
        const text = bodyText(body);
        expect(growing.digest(body)).toEqual({
          hash: createHash("sha256").update(text).digest("hex"),
          bytes: Buffer.byteLength(text),
        });
      }
    }),
  );
});
