import { expect, test } from "bun:test";
import { isSessionId, logName, parseLogName, projectKey, sessionName } from "./paths.ts";

test("SES-1 (part): the name of a log says when it was made and its id", () => {
  const name = logName(Date.UTC(2030, 0, 2, 3, 4, 5, 6), "ab_c-1");
  expect(name).toBe("2030-01-02T03-04-05-006Z_ab_c-1.jsonl");
  expect(parseLogName(name)).toEqual({ createdAt: Date.UTC(2030, 0, 2, 3, 4, 5, 6), id: "ab_c-1" });
  for (const other of [`${name}.lock`, "index.json", "x.jsonl", name.replace("Z_", "Z_../")]) {
    expect(parseLogName(other)).toBeNull();
  }
});

test("SES-1 (part): a project is the same however its path is spelled", () => {
  expect(projectKey("/a/b")).toMatch(/^[0-9a-f]{16}$/);
  expect(projectKey("/a/b/")).toBe(projectKey("/a/b"));
  expect(projectKey("C:\\Code\\X")).toBe(projectKey("c:/code/x/"));
  expect(projectKey("/a/B")).not.toBe(projectKey("/a/b"));
  expect(projectKey("/")).not.toBe(projectKey(""));
});

test.each([
  ["work-1_x", "work-1_x"],
  ["my work/../x", "my_work____x"],
  ["日本語 テスト한글", "日本語_テスト한글"],
  ["", "_"],
  ["a".repeat(80), "a".repeat(64)],
  ["🙂b", "_b"],
])("SES-1 (part): the name %p becomes %p", (text, name) => {
  expect(sessionName(text)).toBe(name);
});

test("SES-1 (part): only safe ids become part of a path", () => {
  expect(isSessionId("a-b_C9")).toBe(true);
  for (const id of ["", "a/b", "..", "a.b", "ä", "x".repeat(129)])
    expect(isSessionId(id)).toBe(false);
});
