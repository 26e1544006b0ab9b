import { expect, test } from "bun:test";
import fc from "fast-check";
import { playTurn, shelfOf } from "./testing/shelf.ts";

test("whatever the lines are, a renamed file has the name exchanged where it stands alone and nothing else", () => {
  const piece = fc.constantFrom("id", "grid", "ids", " ", ":", "key", "1", "-");
  const line = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(""));
  const file = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n"));
  let changed = 0;
  fc.assert(
    fc.property(file, fc.constantFrom("key", "id-new", "grid"), (text, to) => {
      const shelf = shelfOf({ "a.txt": text });
      const { answer } = playTurn(shelf, `rename id to ${to}`);
      const wanted = text.replaceAll(/(?<!\w)id(?!\w)/g, to);
      const now = shelf.get("a.txt");
      if (now === wanted) changed += text === wanted ? 0 : 1;
      else if (answer.startsWith("Renamed")) expect(answer).toContain("id still stands in");
      else {
        expect(now).toBe(text);
        expect(answer).toContain("a.txt was not changed:");
      }
      // Where something is left, it is left as it was: no line is anything third.
      const lines = (now ?? "").split("\n");
      for (const [at, before] of text.split("\n").entries()) {
        expect([before, wanted.split("\n")[at]]).toContain(lines[at]);
      }
    }),
    { numRuns: 400 },
  );
  expect(changed).toBeGreaterThan(50);
});
