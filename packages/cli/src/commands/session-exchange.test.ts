import { describe, expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { invoke } from "../testing/fake-io.ts";
import { answered, asked, ioIn, madeSession, TALK } from "../testing/talk.ts";
import { sessionCommand } from "./session.ts";

async function run(
  home: TempWorkspace,
  command: "session export" | "session import",
  ...argv: readonly string[]
) {
  const io = ioIn(home);
  const code = await sessionCommand(invoke(command, ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

describe("moving sessions", () => {
  test.each([["file"], ["pipe"]])("SES-16: an export through a %s can be imported", async (way) => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    if (way === "file") {
      expect((await run(home, "session export", id, "--out", "moved.jsonl")).code).toBe(0);
    } else await home.write("moved.jsonl", (await run(home, "session export", id)).out);
    const { code, out, err } = await run(home, "session import", "moved.jsonl");
    expect(code).toBe(0);
    expect(err).toContain("imported");
    expect(out.trim()).not.toBe(id);
    const { header, tree } = await sessionStore(home.path("home")).read(out.trim());
    expect(header.cwd).toBe(home.root);
    expect(tree.branch().slice(0, TALK.length)).toMatchObject(TALK);
  });

  test("SES-16: a cut export is refused and leaves no session behind", async () => {
    await using home = await tempWorkspace();
    const { out } = await run(home, "session export", await madeSession(home, TALK));
    await home.write("cut.jsonl", out.slice(0, -20));
    const { code, err } = await run(home, "session import", "cut.jsonl");
    expect(code).toBe(1);
    expect(err).toContain("nothing was imported");
    expect((await sessionStore(home.path("home")).list()).sessions).toHaveLength(1);
  });

  test("SES-15: a file that is not there is said, not a crash", async () => {
    await using home = await tempWorkspace();
    const { code, err } = await run(home, "session import", "nope.jsonl");
    expect(code).toBe(1);
    expect(err).toContain("nope.jsonl");
  });
});

describe("EXP-1: formats", () => {
  test("EXP-1: the name of the file chooses the format; a folder gets a name from the title", async () => {
    await using home = await tempWorkspace({ "exports/.keep": "" });
    const id = await madeSession(home, TALK);
    await run(home, "session export", id, "--out", "talk.html");
    expect(await home.read("talk.html")).toStartWith("<!doctype html>");
    await run(home, "session export", id, "--out", "talk.md");
    expect(await home.read("talk.md")).toContain("A fox.");
    const { err } = await run(home, "session export", id, "--format", "md", "--out", "exports");
    expect(err).toMatch(/exports\/\d{4}-\d\d-\d\d-about-a-ts\.md/);
  });

  test("EXP-2: --json and --format json print the same document", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    const { out } = await run(home, "session export", id, "--json");
    expect(JSON.parse(out)).toMatchObject({ session: { id }, traces: [{ tool: "read" }] });
    expect((await run(home, "session export", id, "--format", "json")).out).toBe(out);
  });

  test("EXP-4: what looks like a key is not in an export that is to be read", async () => {
    await using home = await tempWorkspace();
    const key = `sk-${"a1".repeat(20)}`;
    const id = await madeSession(home, [asked(`my key is ${key}`), answered("keep it")]);
    for (const format of ["md", "html", "json"]) {
      const { out } = await run(home, "session export", id, "--format", format);
      expect(out).toContain("keep it");
      expect(out).not.toContain(key);
    }
  });

  test("EXP-1: --archive is one message per line", async () => {
    await using home = await tempWorkspace();
    const { out } = await run(home, "session export", await madeSession(home, TALK), "--archive");
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { role: string }).role)).toEqual([
      "user",
      "assistant",
      "tool",
      "assistant",
    ]);
  });

  test("EXP-1: a place that cannot be written to is said", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    const { code, err } = await run(home, "session export", id, "--out", "no/where.md");
    expect(code).toBe(1);
    expect(err).toContain("could not write");
  });
});
