import { expect, test } from "bun:test";
import { namedFiles } from "./named-files.ts";
import { callOf, judge, policyOf } from "./test-gate.ts";

const read = (path: string) => callOf("read", { path }, "read");

test("a path for reading names a file and perhaps a part of it", () => {
  expect(namedFiles("src/a.ts")).toEqual(["src/a.ts"]);
  expect(namedFiles(".env:1-5")).toEqual([".env:1-5", ".env"]);
  expect(namedFiles("a.db:t?x=1:2")).toEqual(["a.db:t?x=1:2", "a.db", "a.db:t", "a.db:t?x=1"]);
  expect(namedFiles("x/a.zip/b/c.tar/d")).toEqual([
    "x/a.zip/b/c.tar/d",
    "x/a.zip",
    "x/a.zip/b/c.tar",
  ]);
  expect(namedFiles("C:/a.txt:3")).toEqual(["C:/a.txt:3", "C:/a.txt"]);
  expect(namedFiles("https://example.org/a:1")).toEqual(["https://example.org/a:1"]);
});

test("FS-9 (part): a part of a file with credentials asks like the whole", () => {
  for (const path of [".env", ".env:1-5", "./.env:2", "deploy.pem:1", "keys/id_rsa:1-40"]) {
    expect(judge(read(path)).verdict).toBe("ask");
  }
  expect(judge(read("src/env.ts:1-5")).verdict).toBe("allow");
});

test("PERM-3 (part): a deny rule for a file holds for its parts and members too", () => {
  const policy = policyOf({ deny: ["read(*.secret)", "read(data.db)", "read(all.zip)"] });
  for (const path of ["a.secret:3", "data.db:users", "data.db?q=1", "all.zip/inner/x.txt"]) {
    expect(judge(read(path), policy).verdict).toBe("deny");
  }
});

test("PERM-15 (part): the keys that Squire keeps are never read by a tool, its settings only when asked", () => {
  const keys = "/home/me/.squire/credentials.db";
  for (const path of [keys, `${keys}:keys`, `${keys}:keys?limit=5`, `${keys}-wal`]) {
    for (const state of [{}, { headless: "allow" }, { trust: "yolo" }] as const) {
      expect(judge(read(path), undefined, state).verdict).toBe("deny");
    }
  }
  expect(judge(read("/home/me/.squire/config.toml")).verdict).toBe("ask");
  expect(judge(read("/home/me/project/config.toml")).verdict).toBe("allow");
});

test("FS-9 (part): auto does not change or move files with credentials unasked", () => {
  const auto = { trust: "auto" } as const;
  const write = (name: string, args: Readonly<Record<string, string>>) =>
    judge(callOf(name, args, "write"), undefined, auto).verdict;
  expect(write("edit", { path: ".env" })).toBe("ask");
  expect(write("move", { from: ".env", to: "notes.txt" })).toBe("ask");
  expect(write("move", { from: "notes.txt", to: "deploy.pem" })).toBe("ask");
  expect(write("edit", { path: ".env.example" })).toBe("allow");
  expect(write("edit", { path: "src/a.ts" })).toBe("allow");
  expect(judge(callOf("stat", { path: ".env" }, "read")).verdict).toBe("allow");
});
