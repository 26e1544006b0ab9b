import { describe, expect, test } from "bun:test";
import { smallProject } from "./testing/fixture.ts";
import { playTurn, shelfOf } from "./testing/shelf.ts";
import { nearFit, nearPlaces, readAround } from "./near-places.ts";

const INDEX = { tools: ["semantic_search"] };
const OUTCOME =
  "Nothing has these words; this is nearest in meaning:\n\nsrc/a.ts:10-20  open, close\nexport function open() {}\n\ndocs/b c.md:3-4\nA text.\n\n[… 2 more lines]";

function work(name: string, text: string, args: Readonly<Record<string, unknown>> = {}) {
  return { name, args, text, failed: false };
}

describe("the index of the workspace", () => {
  test("SRCH-10 (part): it is asked first when there is one, for what is to be found or explained", () => {
    const find = playTurn(smallProject(), "Where is retry implemented?", INDEX);
    expect(find.calls[0]).toEqual({
      name: "semantic_search",
      args: { query: "Where is retry implemented?", k: 10 },
    });
    expect(find.calls.filter(({ name }) => name === "semantic_search")).toHaveLength(1);
    const list = playTurn(smallProject(), "Which exit codes are there?", INDEX);
    expect(list.calls.map(({ name }) => name)).not.toContain("semantic_search");
    const none = playTurn(smallProject(), "Where is retry implemented?");
    expect(none.calls.map(({ name }) => name)).not.toContain("semantic_search");
    expect(find.answer).toBe(none.answer);
  });

  test("places are read from its outcome, in their order", () => {
    expect(nearPlaces([work("semantic_search", OUTCOME)])).toEqual([
      { path: "src/a.ts", first: 10, last: 20 },
      { path: "docs/b c.md", first: 3, last: 4 },
    ]);
    expect(nearPlaces([{ ...work("semantic_search", OUTCOME), failed: true }])).toEqual([]);
  });

  test("a place that a long file hides is read by its lines, once", () => {
    const found = work("semantic_search", "long.ts:3000-3010  far\nfar();");
    const read = work("read", "1\tnear();", { path: "long.ts" });
    const call = { name: "read", args: { path: "long.ts", offset: 2970, limit: 71 } };
    expect(readAround([found, read])).toEqual([call]);
    const done = work("read", "2970\tx", call.args);
    expect(readAround([found, read, done])).toEqual([]);
  });

  test("what it names first is worth more, what it does not name is worth as much as before", () => {
    const places = nearPlaces([work("semantic_search", OUTCOME)]);
    const at = (path: string, line: number): number =>
      nearFit({ path, line, lastLine: line }, places);
    expect(at("src/a.ts", 15)).toBeGreaterThan(at("docs/b c.md", 3));
    expect(at("docs/b c.md", 3)).toBeGreaterThan(1);
    expect(at("src/a.ts", 21)).toBe(1);
  });

  test("where nothing answers, what is near is named and not called an answer", () => {
    const shelf = shelfOf({ "src/heat.ts": "export const A = 1;\n\n// the one word: blue\n" });
    const { answer } = playTurn(
      shelf,
      "Why does the gardener trim blue hedges on rainy days?",
      INDEX,
    );
    expect(answer).toStartWith("I found nothing that answers this.");
    expect(answer).toContain("they may not be what you mean:\n\n- src/heat.ts:1");
  });
});
