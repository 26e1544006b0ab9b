import { describe, expect, test } from "bun:test";
import { sessionStore } from "@squire/host/live";
import { tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { CommandName } from "../commands.ts";
import { invoke } from "../testing/fake-io.ts";
import { answered, asked, ioIn, madeSession, TALK } from "../testing/talk.ts";
import { sessionCommand } from "./session.ts";

type Name = Extract<CommandName, `session ${string}`>;

async function run(home: TempWorkspace, command: Name, ...argv: readonly string[]) {
  const io = ioIn(home);
  const code = await sessionCommand(invoke(command, ...argv), io);
  return { code, out: io.out(), err: io.err() };
}

async function json(home: TempWorkspace, command: Name, ...argv: readonly string[]) {
  const { code, out } = await run(home, command, ...argv, "--json");
  const value: unknown = JSON.parse(out);
  return { code, value };
}

async function spoil(home: TempWorkspace, id: string): Promise<void> {
  const { path } = await sessionStore(home.path("home")).find(id);
  const text = await readFile(path, "utf8");
  await writeFile(path, text.replace("A fox.", "A cat."));
}

describe("squire session list", () => {
  test("SES-6: JSON rows have exactly the fields of the contract, last used first", async () => {
    await using home = await tempWorkspace();
    const first = await madeSession(home, TALK);
    const second = await madeSession(home, [asked("hello")]);
    const { code, value } = await json(home, "session list");
    expect(code).toBe(0);
    expect(value).toEqual([
      {
        id: second,
        title: null,
        cwd: home.root,
        turns: 1,
        costUsd: 0,
        updatedAt: expect.any(Number),
      },
      {
        id: first,
        title: "About a.ts",
        cwd: home.root,
        turns: 1,
        costUsd: 0.25,
        updatedAt: expect.any(Number),
      },
    ]);
  });

  test("SES-6: this folder by default, every folder with --all; the title or the first words", async () => {
    await using home = await tempWorkspace();
    const here = await madeSession(home, [asked("hello\nthere")]);
    const there = await madeSession(home, TALK, { cwd: "/elsewhere" });
    const mine = await run(home, "session list");
    expect(mine.out).toMatch(new RegExp(`^${here.slice(0, 8)} .* hello there$`, "m"));
    expect(mine.out).not.toContain(there.slice(0, 8));
    const all = await run(home, "session list", "--all");
    expect(all.out).toMatch(
      new RegExp(`^${there.slice(0, 8)} .*\\$0.2500 +/elsewhere +About a.ts$`, "m"),
    );
    expect(all.out).toContain(here.slice(0, 8));
  });

  test("SES-6: no session is said, and is an empty list in JSON", async () => {
    await using home = await tempWorkspace();
    const { code, out, err } = await run(home, "session list");
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("--all");
    expect((await json(home, "session list")).value).toEqual([]);
  });
});

describe("squire session show and tree", () => {
  test("CLI-8: show has the turns with a line per call", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    const { code, out } = await run(home, "session show", id.slice(0, 8));
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^About a.ts\n${id} · .*\n${home.root}\n`));
    expect(out).toContain("> what is in a.ts?\n");
    expect(out).toContain('✓ read  {"path":"a.ts"}  12 ms\n');
    expect(out).toContain("A fox.\n");
  });

  test("CLI-8: show --json has the whole entries of the active branch", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    const { value } = await json(home, "session show", id);
    expect(value).toMatchObject({
      id,
      title: "About a.ts",
      turns: 1,
      entries: TALK,
      problems: [],
    });
  });

  test("SES-7: tree shows branches and labels and marks the leaf", async () => {
    await using home = await tempWorkspace();
    const store = sessionStore(home.path("home"));
    const session = await store.create({ cwd: home.root });
    const root = await session.append(asked("begin"));
    const left = await session.append(answered("left"));
    await session.append({ type: "leaf", targetId: root.id });
    const right = await session.append(answered("right"));
    await session.append({ type: "label", targetId: left.id, label: "first try" });
    await session.close();
    const { value } = await json(home, "session tree", session.header.id);
    const rows = (value as { entries: { id: string; label: string | null; leaf: boolean }[] })
      .entries;
    expect(rows.find(({ id }) => id === left.id)).toMatchObject({
      parentId: root.id,
      label: "first try",
      leaf: false,
      summary: "assistant: left",
    });
    expect(rows.filter(({ leaf }) => leaf)).toHaveLength(1);
    const { out } = await run(home, "session tree", session.header.id);
    expect(out).toContain(`│ ${root.id}  message  user: begin\n`);
    expect(out).toContain(`    ${left.id}  message  assistant: left  [first try]\n`);
    expect(out).toContain(`│   ${right.id}  message  assistant: right\n`);
    expect(out).toMatch(/^● .* label /m);
    expect(out).not.toContain("  leaf  ");
  });

  test("SES-6: an unknown session is wrong usage, with advice; text of a model cannot act", async () => {
    await using home = await tempWorkspace();
    const { code, err } = await run(home, "session show", "nope");
    expect(code).toBe(2);
    expect(err).toBe(
      'squire: There is no session "nope".\nsquire: List them with `squire session list`.\n',
    );
    const id = await madeSession(home, [asked("hi"), answered("\u001b]0;owned\u0007")]);
    expect((await run(home, "session show", id)).out).not.toContain("\u001b");
    expect((await run(home, "session tree", id)).out).not.toContain("\u001b");
  });
});

describe("squire session verify", () => {
  test("SES-5: a whole session is ok, a changed line is named and the exit code is 1", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    expect(await json(home, "session verify", id)).toEqual({
      code: 0,
      value: { ok: true, entries: TALK.length, problems: [] },
    });
    await spoil(home, id);
    expect(await json(home, "session verify", id)).toMatchObject({
      code: 1,
      value: { ok: false, entries: TALK.length - 1, problems: [{ code: "changed", line: 5 }] },
    });
  });

  test("SES-5: without a session all of them are checked", async () => {
    await using home = await tempWorkspace();
    const good = await madeSession(home, TALK);
    const bad = await madeSession(home, TALK, { cwd: "/elsewhere" });
    expect((await run(home, "session verify")).out).toBe("2 sessions, 12 entries: all whole\n");
    await spoil(home, bad);
    const { code, value } = await json(home, "session verify");
    expect(code).toBe(1);
    expect(value).toMatchObject({ ok: false, entries: 11, problems: [{ session: bad }] });
    const { sessions } = value as { sessions: { id: string; ok: boolean }[] };
    expect(new Map(sessions.map((one) => [one.id, one.ok]))).toEqual(
      new Map([
        [good, true],
        [bad, false],
      ]),
    );
    expect((await run(home, "session verify")).out).toContain("Line 5 was changed");
  });
});

test("SES-5: a log that cannot be opened is named by list and is a problem for verify", async () => {
  await using home = await tempWorkspace();
  const id = await madeSession(home, TALK);
  const { path } = await sessionStore(home.path("home")).find(id);
  const broken = join(dirname(path), "2030-01-01T00-00-00-000Z_my_log.jsonl");
  await mkdir(broken);
  const listed = await run(home, "session list");
  expect(listed.code).toBe(0);
  expect(listed.out).toContain(id.slice(0, 8));
  expect(listed.err).toContain(broken);
  const { code, value } = await json(home, "session verify");
  expect(code).toBe(1);
  expect(value).toMatchObject({
    ok: false,
    problems: [{ session: "my_log", code: "storage" }],
  });
});

describe("changing sessions", () => {
  test("SES-11: delete says how to get it back, restore does it, prune is for good", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK, { name: "fox" });
    const deleted = await run(home, "session delete", "fox");
    expect(deleted.code).toBe(0);
    expect(deleted.err).toContain(`squire session restore ${id}`);
    expect((await run(home, "session show", id)).code).toBe(2);
    expect((await run(home, "session restore", id)).code).toBe(0);
    expect((await run(home, "session show", id)).code).toBe(0);
    await run(home, "session delete", id);
    expect((await run(home, "session prune", "--older", "90d")).err).toContain(
      "removed 0 sessions",
    );
    expect((await run(home, "session prune", "--older", "0d")).err).toContain("removed 1 session ");
    expect((await run(home, "session restore", id)).code).toBe(2);
  });

  test("SES-11: an age needs a unit", async () => {
    await using home = await tempWorkspace();
    const { code, err } = await run(home, "session prune", "--older", "90");
    expect(code).toBe(2);
    expect(err).toContain("90d");
  });

  test("SES-11: a session that is in use is not deleted", async () => {
    await using home = await tempWorkspace();
    await using session = await sessionStore(home.path("home")).create({ cwd: home.root });
    await session.append(asked("hello"));
    const { code, err } = await run(home, "session delete", session.header.id);
    expect(code).toBe(1);
    expect(err).toStartWith("squire: ");
  });

  test("SES-7: fork prints a new session that ends in the entry and names its parent", async () => {
    await using home = await tempWorkspace();
    const id = await madeSession(home, TALK);
    const store = sessionStore(home.path("home"));
    const [, second] = (await store.read(id)).tree.branch();
    const { code, out } = await run(home, "session fork", id, "--entry", second?.id ?? "");
    expect(code).toBe(0);
    const { header, tree } = await store.read(out.trim());
    expect(header.parentSession).toBe(id);
    expect(tree.branch()).toMatchObject(TALK.slice(0, 2));
    expect((await run(home, "session fork", id, "--entry", "nope")).code).toBe(2);
  });
});
