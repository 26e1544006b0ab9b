import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { closestNames, matchName } from "./names.ts";

const KNOWN = ["read", "write", "multi_edit", "web_search", "mcp__files__read_file", "bash"];
const ALIASES = { read_file: "read", shell: "bash", find: "glob", run_command: "bash" };

describe("RPR-1", () => {
  test.each([
    ["read", "exact", "read"],
    ["read_file", "alias", "read"],
    ["shell", "alias", "bash"],
    ["Read", "variant", "read"],
    ["multiEdit", "variant", "multi_edit"],
    ["web-search", "variant", "web_search"],
    [" bash ", "variant", "bash"],
    ["functions.read", "variant", "read"],
    ["ReadFile", "alias", "read"],
    ["RUN COMMAND", "alias", "bash"],
  ] as const)("RPR-1: %p is %s of %s", (written, type, name) => {
    expect(matchName(written, KNOWN, ALIASES)).toEqual({ type, name });
  });

  test("RPR-1: an alias of a tool that is not there is unknown, and never shadows a tool", () => {
    expect(matchName("find", KNOWN, ALIASES).type).toBe("unknown");
    expect(matchName("read", KNOWN, { read: "bash" })).toEqual({ type: "exact", name: "read" });
  });

  test("RPR-1: letters that fit two tools fit none", () => {
    expect(matchName("read.file", ["read_file", "readFile"]).type).toBe("unknown");
    expect(matchName("A-B", ["ab", "a_b"])).toMatchObject({ type: "unknown" });
  });

  test("RPR-1: names of object members are names like others", () => {
    expect(matchName("constructor", KNOWN, ALIASES).type).toBe("unknown");
    expect(matchName("__proto__", KNOWN, ALIASES).type).toBe("unknown");
    expect(matchName("", KNOWN, ALIASES)).toEqual({ type: "unknown", closest: [] });
  });
});

describe("RPR-7", () => {
  test("RPR-7: a name that is only close is suggested, never taken", () => {
    expect(matchName("wirte", KNOWN, ALIASES)).toEqual({ type: "unknown", closest: ["write"] });
    expect(matchName("search_web", KNOWN)).toEqual({ type: "unknown", closest: ["web_search"] });
    expect(matchName("delete_database", KNOWN)).toEqual({ type: "unknown", closest: [] });
  });

  test("RPR-7: the most alike comes first, at most three", () => {
    const many = ["reads", "read", "bread", "reader", "unrelated"];
    expect(closestNames("redd", many)).toEqual(["read", "bread", "reads"]);
    expect(closestNames("x".repeat(10_000), many)).toEqual([]);
  });

  test("RPR-7: whatever is written, only its own letters can choose a tool", () => {
    const letters = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, "");
    const close = fc
      .constantFrom(...KNOWN)
      .chain((name) => fc.nat(name.length - 1).map((at) => name.slice(0, at) + name.slice(at + 1)));
    fc.assert(
      fc.property(close, (written) => {
        const match = matchName(written, KNOWN);
        if (match.type !== "unknown") expect(letters(match.name)).toBe(letters(written));
      }),
      { numRuns: 200 },
    );
  });
});
