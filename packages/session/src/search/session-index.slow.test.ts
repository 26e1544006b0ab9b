import { describe, expect, test } from "bun:test";
import { openDatabase } from "@squire/platform";
import { appendFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import type { EntryDraft } from "@squire/protocol";
import { rejectionOf } from "@squire/testkit";
import { assistant, outcome, paid, request, user } from "../exchange/testing/branch.ts";
import { started } from "../testing/drafts.ts";
import { indexPath } from "./session-index.ts";
import { indexRig } from "./testing/index-rig.ts";

const CONVERSATION: readonly EntryDraft[] = [
  { type: "mode_change", mode: "code" },
  user("Why does the parser crash on empty input?"),
  request("r1"),
  assistant({ text: "I look at it.", calls: [["c1", "read", { path: "src/parser.ts" }]] }),
  paid(0.25),
  started("c1"),
  outcome("c1", "read", "secret content of the file"),
  assistant({ text: "It reads the first token without asking whether there is one." }),
  paid(0.5),
  { type: "title", title: "Parser crash", by: "model" },
];

describe("the tables", () => {
  test("SES-12: hold sessions, requests, traces, artifacts and citations", async () => {
    await using rig = await indexRig();
    const details = { ...outcome("c2", "bash", "x").details, artifactId: "art_1" };
    const { id } = await rig.session([
      ...CONVERSATION,
      user("run it"),
      assistant({ calls: [["c2", "bash", { command: "bun test" }]] }),
      { ...outcome("c2", "bash", "1 fail", true), details: { ...details, isError: true } },
      {
        type: "citation",
        n: 1,
        quote: "q",
        source: "https://a.example/",
        start: 3,
        end: 4,
        status: "verified",
      },
      assistant({ text: "cut", status: "aborted" }),
    ]);
    const findArtifact = async () => ({ contentType: "text/plain", size: 77 });
    using index = await rig.open({ findArtifact });
    await index.refresh();
    using database = openDatabase(indexPath(rig.home));
    const all = (table: string): readonly unknown[] =>
      database.prepare(`SELECT * FROM ${table}`).all();
    expect(all("sessions")).toEqual([
      expect.objectContaining({
        id,
        mode: "code",
        title: "Parser crash",
        cwd: "/project",
        cost: 0.75,
      }),
    ]);
    expect(all("requests")).toEqual([
      expect.objectContaining({
        session_id: id,
        mode: "code",
        user_content: "Why does the parser crash on empty input?",
        assistant_content: "It reads the first token without asking whether there is one.",
        status: "complete",
      }),
      expect.objectContaining({ user_content: "run it", status: "aborted" }),
    ]);
    expect(all("tool_traces")).toEqual([
      expect.objectContaining({
        id: "c1",
        tool: "read",
        query: '{"path":"src/parser.ts"}',
        success: 1,
        summary: "read a file",
        error: null,
        duration_ms: 12,
      }),
      expect.objectContaining({ id: "c2", success: 0, error: "1 fail" }),
    ]);
    expect(all("artifacts")).toEqual([
      expect.objectContaining({
        id: "art_1",
        tool: "bash",
        content_ref: "artifact://art_1",
        content_type: "text/plain",
        size_bytes: 77,
      }),
    ]);
    expect(all("citations")).toEqual([
      expect.objectContaining({ url: "https://a.example/", quote_start: 3, status: "verified" }),
    ]);
  });

  test("SES-12: have exactly the columns of the contract, and WAL, waiting and keys are on", async () => {
    await using rig = await indexRig();
    using index = await rig.open();
    expect(await index.list()).toEqual([]);
    using database = openDatabase(indexPath(rig.home));
    const columns = (table: string): string =>
      database
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name)
        .join(", ");
    expect(columns("sessions")).toBe("id, mode, created_at, updated_at, title, cwd, cost");
    expect(columns("requests")).toBe(
      "id, session_id, mode, user_content, assistant_content, status, created_at, completed_at",
    );
    expect(columns("tool_traces")).toBe(
      "id, request_id, tool, query, success, summary, error, duration_ms, created_at",
    );
    expect(columns("artifacts")).toBe(
      "id, request_id, tool, content_ref, content_type, size_bytes, created_at",
    );
    expect(columns("citations")).toBe(
      "id, request_id, url, title, snippet, quote_start, quote_end, source_sha256, status, created_at",
    );
    expect(database.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
  });

  test("SES-12: a request that was not answered says so", async () => {
    await using rig = await indexRig();
    await rig.session([user("one"), request("r")]);
    await rig.session([user("two")]);
    using index = await rig.open();
    await index.refresh();
    using database = openDatabase(indexPath(rig.home));
    const rows = database.prepare("SELECT user_content, status FROM requests").all();
    expect(rows).toContainEqual(
      expect.objectContaining({ user_content: "one", status: "streaming" }),
    );
    expect(rows).toContainEqual(
      expect.objectContaining({ user_content: "two", status: "pending" }),
    );
  });
});

describe("keeping up", () => {
  test("SES-12: reads only what is new", async () => {
    await using rig = await indexRig();
    const { id } = await rig.session(CONVERSATION);
    using index = await rig.open();
    expect(await index.refresh()).toEqual({ updated: 1, removed: 0, problems: [] });
    expect(await index.refresh()).toEqual({ updated: 0, removed: 0, problems: [] });
    await using session = await rig.store.open(id);
    await session.append(user("and now something about walruses"));
    let bytes = 0;
    await index.refresh({ progress: ({ bytesDone }) => (bytes = bytesDone) });
    expect(bytes).toBeLessThan(600);
    expect(await index.search("walrus")).toHaveLength(1);
    expect(await index.search("parser crash")).toHaveLength(2);
    expect((await index.list())[0]?.turns).toBe(2);
  });

  test("SES-12: entry by entry it becomes what it is when made at once", async () => {
    await using rig = await indexRig();
    using index = await rig.open();
    await using session = await rig.store.create({ cwd: "/project" });
    for (const draft of [...CONVERSATION, ...CONVERSATION]) {
      await session.append(draft);
      await index.refresh();
    }
    const dump = (): readonly unknown[] => {
      using database = openDatabase(indexPath(rig.home));
      const tables = ["sessions", "requests", "tool_traces", "texts", "files"];
      return tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
    };
    const grown = dump();
    await index.rebuild();
    expect(dump()).toEqual(grown);
    expect(await index.search("token")).toHaveLength(2);
  });

  test("SES-12: a line that is still being written waits for the next time", async () => {
    await using rig = await indexRig();
    const { path } = await rig.session(CONVERSATION);
    using index = await rig.open();
    const whole = await readFile(path);
    const cut = whole.lastIndexOf("\n", whole.length - 2) + 10;
    await truncate(path, cut);
    await index.refresh();
    expect((await index.list())[0]?.title).toBeNull();
    await writeFile(path, whole);
    await index.refresh();
    expect((await index.list())[0]?.title).toBe("Parser crash");
  });

  test("SES-12: a log that was cut or replaced is read again from its start", async () => {
    await using rig = await indexRig();
    const { path } = await rig.session(CONVERSATION);
    const other = await rig.session([user("something about penguins instead")]);
    using index = await rig.open();
    await index.refresh();
    const whole = await readFile(path);
    await truncate(path, whole.indexOf("\n", whole.indexOf("I look at it")) + 1);
    await index.refresh();
    expect(await index.search("first token")).toEqual([]);
    expect(await index.search("parser")).not.toEqual([]);
    // Longer than before, but not a continuation.
    const penguins = await readFile(other.path);
    await writeFile(path, Buffer.concat([penguins, Buffer.alloc(5000, " "), Buffer.from("\n")]));
    await index.refresh();
    expect(await index.search("parser")).toEqual([]);
    expect(await index.search("penguins")).toHaveLength(2);
  });

  test("SES-12: a session that is gone is forgotten, one that comes back is found", async () => {
    await using rig = await indexRig();
    const { id } = await rig.session(CONVERSATION);
    using index = await rig.open();
    await index.refresh();
    await rig.store.delete(id);
    expect((await index.refresh()).removed).toBe(1);
    expect(await index.search("parser")).toEqual([]);
    expect(await index.list()).toEqual([]);
    await rig.store.restore(id);
    await index.refresh();
    expect(await index.search("parser")).not.toEqual([]);
  });

  test("SES-12: forks with the same entries are sessions of their own", async () => {
    await using rig = await indexRig();
    const { id } = await rig.session(CONVERSATION);
    const fork = await rig.store.fork(id);
    using index = await rig.open();
    expect((await index.refresh()).problems).toEqual([]);
    expect((await index.list()).map((session) => session.id).sort()).toEqual([id, fork.id].sort());
    expect((await index.list()).find((session) => session.id === fork.id)?.parentSession).toBe(id);
  });

  test("SES-12: damaged logs are taken as far as they go, and the others as well", async () => {
    await using rig = await indexRig();
    const { path } = await rig.session(CONVERSATION);
    await rig.session([user("whole and healthy")]);
    const bytes = await readFile(path);
    bytes[bytes.indexOf("empty input")] = 0x58;
    await writeFile(path, bytes);
    await appendFile(path, `not json\n${"[".repeat(100_000)}\n{"type":1}\n\u0000\n`);
    using index = await rig.open();
    await index.refresh();
    expect(await index.search("first token")).toHaveLength(1);
    expect(await index.search("healthy")).toHaveLength(1);
    expect((await index.refresh()).updated).toBe(0);
  });

  test("SES-12: a copy of a log under another project is told, not mixed in", async () => {
    await using rig = await indexRig();
    const { path } = await rig.session(CONVERSATION);
    const { path: elsewhere } = await rig.session([user("x")], "/other");
    const copy = elsewhere.replace(/[^/]+$/, path.slice(path.lastIndexOf("/") + 1));
    await writeFile(copy, await readFile(path));
    using index = await rig.open();
    const { problems } = await index.refresh();
    expect(problems).toEqual([
      { path: expect.any(String), message: expect.stringContaining("same id") },
    ]);
    expect(await index.list()).toHaveLength(2);
  });

  test("SES-12: work can be stopped between batches and goes on later", async () => {
    await using rig = await indexRig();
    await rig.session(Array.from({ length: 1100 }, (_, n) => user(`message number ${n}`)));
    using index = await rig.open();
    const stop = new AbortController();
    const stopped = index.refresh({ signal: stop.signal, progress: () => stop.abort() });
    expect(await rejectionOf(stopped)).toMatchObject({ name: "AbortError" });
    expect((await index.list())[0]?.turns).toBe(499);
    await index.refresh();
    expect((await index.list())[0]?.turns).toBe(1100);
  });
});

describe("losing the index", () => {
  test("SES-12: deleting it loses nothing", async () => {
    await using rig = await indexRig();
    await rig.session(CONVERSATION);
    const before = await (async () => {
      using index = await rig.open();
      await index.refresh();
      return { hits: await index.search("parser"), list: await index.list() };
    })();
    for (const file of rig.indexFiles()) await rm(file, { force: true });
    using index = await rig.open();
    await index.refresh();
    expect({ hits: await index.search("parser"), list: await index.list() }).toEqual(before);
    await index.rebuild();
    expect({ hits: await index.search("parser"), list: await index.list() }).toEqual(before);
    expect(rig.notices).toEqual([]);
  });

  test("SES-12: one that is no database is made again, with a word about it", async () => {
    await using rig = await indexRig();
    await rig.session(CONVERSATION);
    await writeFile(indexPath(rig.home), "this is a letter, not a database".repeat(100));
    using index = await rig.open();
    expect(rig.notices).toEqual([expect.stringContaining("damaged")]);
    await index.refresh();
    expect(await index.search("parser")).not.toEqual([]);
  });

  test("SES-12: damage that shows only in use is mended as well", async () => {
    await using rig = await indexRig();
    await rig.session(CONVERSATION);
    {
      using index = await rig.open();
      await index.refresh();
    }
    const bytes = await readFile(indexPath(rig.home));
    bytes.fill(0xa5, 4096);
    await writeFile(indexPath(rig.home), bytes);
    using index = await rig.open();
    expect(await index.search("parser")).not.toEqual([]);
    expect(await index.list()).toHaveLength(1);
    expect(rig.notices).not.toEqual([]);
  });

  test("SES-12: an index of another version is made again", async () => {
    await using rig = await indexRig();
    await rig.session(CONVERSATION);
    {
      using other = openDatabase(indexPath(rig.home));
      other.exec("CREATE TABLE sessions (x); PRAGMA user_version = 999");
    }
    using index = await rig.open();
    await index.refresh();
    expect(await index.search("parser")).not.toEqual([]);
  });

  test("SES-12: two processes may index at the same time", async () => {
    await using rig = await indexRig();
    for (let n = 0; n < 8; n++) await rig.session([...CONVERSATION, user(`unique${n}`)]);
    using one = await rig.open();
    using other = await rig.open();
    await Promise.all([one.refresh(), other.refresh()]);
    expect(await one.search("parser", { limit: 100 })).toHaveLength(16);
    expect(await other.search("unique3")).toHaveLength(1);
  });
});
