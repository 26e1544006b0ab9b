import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { assistant, outcome, user } from "../exchange/testing/branch.ts";
import { matchExpression, parseQuery } from "./query.ts";
import { snippetOf } from "./snippet.ts";
import { indexRig } from "./testing/index-rig.ts";

describe("search", () => {
  test("SES-13: finds what was said by anybody, and what tools were asked, but not their output", async () => {
    await using rig = await indexRig();
    const { id } = await rig.session([
      user("Der Kühlschrank ist kaputt"),
      assistant({ text: "I check.", calls: [["c", "grep", { pattern: "fridgeStatus" }]] }),
      outcome("c", "grep", "outputword"),
      assistant({ text: "冷蔵庫が壊れています。" }),
    ]);
    using index = await rig.open();
    await index.refresh();
    const found = async (query: string) => (await index.search(query)).map(({ kind }) => kind);
    expect(await found("kuhlschrank")).toEqual(["user"]);
    expect(await found("KAPUTT ist")).toEqual(["user"]);
    expect(await found("冷蔵庫")).toEqual(["assistant"]);
    expect(await found("壊れて")).toEqual(["assistant"]);
    expect(await found("fridgestatus")).toEqual(["tool"]);
    expect(await found("kühl")).toEqual(["user"]);
    expect(await found('"ist kaputt"')).toEqual(["user"]);
    expect(await found('"kaputt ist"')).toEqual([]);
    expect(await found("outputword")).toEqual([]);
    const [hit] = await index.search("kaputt");
    expect(hit).toMatchObject({ sessionId: id, cwd: "/project", title: null });
    expect(hit?.snippet).toEqual({ text: "Der Kühlschrank ist kaputt", marks: [[20, 26]] });
  });

  test("SES-13: best first, limited, and on request in one session", async () => {
    await using rig = await indexRig();
    const many = await rig.session(
      Array.from({ length: 30 }, () => user("common word among others")),
    );
    const one = await rig.session([user("common common common")]);
    using index = await rig.open();
    await index.refresh();
    const hits = await index.search("common");
    expect(hits).toHaveLength(20);
    expect(hits[0]?.sessionId).toBe(one.id);
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? Infinity);
    expect(await index.search("common", { limit: 3 })).toHaveLength(3);
    expect(await index.search("common", { sessionId: many.id, limit: 1e9 })).toHaveLength(30);
    expect(await index.search("common", { limit: -5 })).toHaveLength(1);
  });

  test("SES-13: any text is a query and no text is a command", async () => {
    await using rig = await indexRig();
    await rig.session([user("NEAR OR NOT content: a*b ^c 100% (x) it's")]);
    using index = await rig.open();
    await index.refresh();
    expect(await index.search("NOT")).toHaveLength(1);
    expect(await index.search("NEAR(")).toHaveLength(1);
    expect(await index.search("content: a*b")).toHaveLength(1);
    expect(await index.search("content:nothing")).toEqual([]);
    expect(await index.search("it's")).toHaveLength(1);
    for (const odd of [
      "",
      '"',
      '""',
      '" "',
      "*",
      "^",
      "()",
      "-",
      "\0",
      '"\0"',
      "😀",
      "'; DROP TABLE texts",
    ]) {
      expect(await index.search(odd)).toEqual([]);
    }
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: "binary" })), async (query) => {
        await index.search(query);
      }),
      { numRuns: 200 },
    );
    expect(await index.search("NEAR")).toHaveLength(1);
  });

  test("SES-13: a very long text is found to its end", async () => {
    await using rig = await indexRig();
    await rig.session([user(`${"lorem ipsum ".repeat(100_000)} needle at the end`)]);
    using index = await rig.open();
    await index.refresh();
    const [hit] = await index.search("needle");
    expect(hit?.snippet.text).toEndWith("needle at the end");
    expect(hit?.snippet.text.length).toBeLessThan(210);
  });
});

describe("list", () => {
  test("SES-6: last used first with title, folder, turns and cost, and by text", async () => {
    await using rig = await indexRig();
    const first = await rig.session([user("about cats"), assistant({ text: "ok" })], "/a");
    const second = await rig.session([user("about dogs"), user("more")], "/b");
    using index = await rig.open();
    await index.refresh();
    expect(
      (await index.list()).map(({ id, cwd, turns, costUsd }) => ({ id, cwd, turns, costUsd })),
    ).toEqual([
      { id: second.id, cwd: "/b", turns: 2, costUsd: 0 },
      { id: first.id, cwd: "/a", turns: 1, costUsd: 0 },
    ]);
    expect((await index.list({ text: "CATS" })).map(({ id }) => id)).toEqual([first.id]);
    expect((await index.list({ cwd: "/b" })).map(({ id }) => id)).toEqual([second.id]);
    expect(await index.list({ limit: 1 })).toHaveLength(1);
  });
});

describe("queries and snippets", () => {
  test("SES-13: words may go on, phrases may not", () => {
    expect(matchExpression(parseQuery('foo "bar baz" 世界'))).toBe(
      '"foo"* AND "bar baz" AND " 世  界 "*',
    );
    expect(parseQuery("... !!! \u200b")).toEqual([]);
    expect(parseQuery(`"${"x".repeat(500)}`)[0]?.text).toHaveLength(200);
    expect(parseQuery("a ".repeat(1000))).toHaveLength(32);
  });

  test("SES-13: a snippet is one inert line with the words marked", () => {
    const text = `${"before ".repeat(50)}the \u001b[31mneedle\u202e\nand more ${"after ".repeat(50)}`;
    const { text: line, marks } = snippetOf(text, parseQuery("needle MORE"));
    expect(line).toStartWith("… before");
    expect(/[\p{Cc}\u202e]/u.test(line)).toBe(false);
    expect(marks.map(([start, end]) => line.slice(start, end))).toEqual(["needle", "more"]);
  });
});
