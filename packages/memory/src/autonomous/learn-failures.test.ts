import { describe, expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import * as fc from "fast-check";
import { readExtract, readLessons } from "./replies.ts";
import { said } from "./testing/entries.ts";
import { allText, answer, EXTRACT, LESSONS, model, OLD, run } from "./testing/learn-rig.ts";

describe("when something fails", () => {
  test("MEM-9 (part): a reply that is not the JSON asked for is no lesson; after three starts it is let be", async () => {
    await using home = await tempWorkspace({});
    for (const at of [1, 2, 3, 4]) {
      const extractor = model(() => answer("Sure! Here are my notes."));
      const { report, store } = await run(home, { extractor });
      expect(extractor.asked).toHaveLength(at < 4 ? 1 : 0);
      expect(report.failed).toBe(at < 4 ? 1 : 0);
      expect(store.summary()).toBeNull();
    }
    expect(allText(home.path("auto"))).toContain("the reply is no JSON");
  });

  test("MEM-9 (part): a request that fails by itself, and lessons that never fit, are paid for three times at most; twin: new notes are asked for again", async () => {
    await using home = await tempWorkspace({});
    const refusing = model(() => ({ ok: false, message: "refused", lasting: false }));
    const garbage = model(() => answer('{"memory": "cut off at the'));
    for (let start = 0; start < 8; start++) await run(home, { extractor: refusing });
    expect(refusing.asked).toHaveLength(3);
    const branches = { b: [said("y")] };
    for (let start = 0; start < 8; start++)
      await run(home, { branches, consolidator: start < 4 ? garbage : refusing });
    expect([garbage.asked.length, refusing.asked.length]).toEqual([3, 3]);
    const more = { ...branches, c: [said("z")] };
    expect((await run(home, { branches: more })).report.consolidated).toBe(true);
  });

  test("MEM-9 (part): what has failed three times is asked for again when the user asks, and only then", async () => {
    await using home = await tempWorkspace({});
    const refusing = model(() => ({ ok: false, message: "refused", lasting: false }));
    for (let start = 0; start < 4; start++) await run(home, { extractor: refusing });
    expect((await run(home)).report.learned).toBe(0);
    expect((await run(home, { atOnce: true })).report).toMatchObject({ learned: 1, failed: 0 });
    const branches = { a: [said("use tabs")], b: [said("y")] };
    for (let start = 0; start < 4; start++) await run(home, { branches, consolidator: refusing });
    expect((await run(home, { branches })).report.consolidated).toBe(false);
    expect((await run(home, { branches, atOnce: true })).report.consolidated).toBe(true);
    const { consolidator } = await run(home, { branches, atOnce: true });
    expect(consolidator.asked).toEqual([]);
  });

  test("MEM-9 (part): of a session that was deleted or forgotten no lesson stays, whatever becomes of the new ones; twin: where nothing was, all of them do", async () => {
    const both = { a: [said("use tabs")], b: [said("y")] };
    const failing = {
      refused: { consolidator: model(() => ({ ok: false, message: "no", lasting: false })) },
      away: { consolidator: model(() => ({ ok: false, message: "no", lasting: true })) },
      garbage: { consolidator: model(() => answer("{")) },
      spent: { overBudget: () => "spent" },
    };
    for (const [name, failure] of Object.entries(failing)) {
      await using home = await tempWorkspace({});
      const { store, ports } = await run(home, { branches: both });
      const more = { ...both, c: [said("z")] };
      await run(home, { branches: more, ...failure });
      expect([name, store.summary()]).toEqual([name, "use tabs\n"]);
      const sessions = ports.sessions.map((one) => ({ ...one, forgotten: one.id === "a" }));
      const left = name === "refused" ? { branches: both, sessions } : { branches: { b: both.b } };
      // Also when it failed too often to be tried once more.
      for (let start = 0; start < 5; start++) await run(home, { ...left, ...failure });
      expect([name, store.summary(), store.skills()]).toEqual([name, "", []]);
      expect(allText(home.path("auto"))).not.toContain("# all");
      // What the others taught comes back as soon as it can be put together.
      const { report } = await run(home, { ...left, atOnce: true });
      expect([name, report.consolidated, store.summary()]).toEqual([name, true, "use tabs\n"]);
      expect(store.extracts().map(({ session }) => session)).not.toContain("a");
    }
  });

  test("MEM-9 (part): no lesson stays of a session that said nothing any more before it was deleted; twin: where the lessons were made without it, they do", async () => {
    const both = { a: [said("use tabs")], b: [said("y")] };
    const left = { branches: { b: both.b } };
    for (const isRefused of [true, false]) {
      await using home = await tempWorkspace({});
      const { store, ports } = await run(home, { branches: both });
      const sessions = ports.sessions.map((one) => ({
        ...one,
        updatedAt: one.id === "a" ? OLD + 1 : OLD,
      }));
      const extractor = model(() => answer({ raw: "", synopsis: "" }));
      const refusing = model(() => ({ ok: false, message: "no", lasting: false }));
      const consolidator = isRefused ? refusing : model(LESSONS);
      await run(home, { branches: both, sessions, extractor, consolidator });
      expect(store.summary()).toBe("use tabs\n");
      for (let start = 0; start < 5; start++) await run(home, { ...left, consolidator });
      expect([isRefused, store.summary()]).toEqual([isRefused, isRefused ? "" : "use tabs\n"]);
      expect(store.extracts().map(({ session }) => session)).toEqual(["b"]);
    }
  });

  test("MEM-9 (part): what an earlier reading taught outlives a failure, and nobody is asked to put it together again", async () => {
    await using home = await tempWorkspace({});
    const { store, ports } = await run(home);
    const [first] = store.extracts();
    const extractor = model(() => ({ ok: false, message: "too long", lasting: false }));
    const consolidator = model(LESSONS);
    const sessions = ports.sessions.map((session) => ({ ...session, updatedAt: OLD + 1 }));
    await run(home, { sessions, extractor, consolidator });
    expect(store.extracts()).toMatchObject([
      { raw: first?.raw ?? "none", updatedAt: OLD + 1, failures: 1 },
    ]);
    expect(consolidator.asked).toEqual([]);
    expect(store.summary()).toBe("use tabs\n");
  });

  test("MEM-9 (part): a log that cannot be read for a moment takes nothing away, and is read the next time", async () => {
    await using home = await tempWorkspace({});
    const { store, ports } = await run(home);
    const [first] = store.extracts();
    const sessions = ports.sessions.map((session) => ({ ...session, updatedAt: OLD + 1 }));
    const consolidator = model(LESSONS);
    const away = { sessions, consolidator, read: () => Promise.resolve(null) };
    expect((await run(home, away)).report).toMatchObject({ learned: 0, failed: 1 });
    expect(store.extracts()).toMatchObject([{ raw: first?.raw ?? "none", failures: 1 }]);
    expect(consolidator.asked).toEqual([]);
    expect(store.summary()).toBe("use tabs\n");
    expect(allText(home.path("auto"))).toContain("the log of the session cannot be read");
    expect((await run(home, { sessions })).report).toMatchObject({ learned: 1, failed: 0 });
    // The twin: of an import there is nothing to read, and that is no failure.
    const imported = sessions.map((session) => ({ ...session, id: "b", imported: true }));
    expect((await run(home, { ...away, sessions: imported })).report.failed).toBe(0);
  });

  test("MEM-9 (part): a model that cannot be reached ends the run, on record; the next start goes on", async () => {
    await using home = await tempWorkspace({});
    const branches = { a: [said("x")], b: [said("y")] };
    const extractor = model(() => ({ ok: false, message: "no network", lasting: true }));
    const { report, ports } = await run(home, { branches, extractor });
    expect(extractor.asked).toHaveLength(1);
    expect(report).toMatchObject({ learned: 0, failed: 1, stopped: "no network" });
    expect(ports.log.read().map(({ type }) => type)).toEqual([
      "run.started",
      "request.sent",
      "request.failed",
      "run.finished",
    ]);
    expect((await run(home, { branches })).report.learned).toBe(2);
  });

  test("MEM-9 (part): an abort and a budget end it before the next request; what was read stays", async () => {
    await using home = await tempWorkspace({});
    const branches = { a: [said("x")], b: [said("y")] };
    const stop = new AbortController();
    const extractor = model((asked) => {
      stop.abort();
      return EXTRACT(asked);
    });
    const first = await run(home, { branches, extractor, signal: stop.signal });
    expect(first.report).toMatchObject({
      learned: 1,
      consolidated: false,
      stopped: "Squire ended",
    });
    let left = 1;
    const second = await run(home, { branches, overBudget: () => (left-- > 0 ? null : "spent") });
    expect(second.report).toMatchObject({ learned: 1, consolidated: false, stopped: "spent" });
    expect((await run(home, { branches })).report).toMatchObject({
      learned: 0,
      consolidated: true,
    });
  });

  test("MEM-9 (part): lessons that do not fit leave the old ones in place", async () => {
    await using home = await tempWorkspace({});
    const { store } = await run(home);
    const skills = [{ name: "../../escape", description: "d", body: "b" }];
    const consolidator = model(() => answer({ memory: "new", summary: "new", skills }));
    const branches = { a: [said("use tabs")], b: [said("y")] };
    const { report } = await run(home, { branches, consolidator });
    expect(report).toMatchObject({ learned: 1, failed: 1, consolidated: false });
    expect(store.summary()).toBe("use tabs\n");
    expect(store.skills()).toEqual(["run-tests"]);
  });

  test("MEM-9 (part): replies are taken strictly, with or without a fence, and never throw", () => {
    expect(readExtract('```json\n{"raw":"a","synopsis":"b"}\n```')).toEqual({
      ok: true,
      value: { raw: "a", synopsis: "b" },
    });
    for (const bad of [
      "",
      "null",
      "[]",
      '{"raw":"a"}',
      '{"raw":"a","synopsis":"b","more":1}',
      '{"raw":1,"synopsis":"b"}',
    ]) {
      expect(readExtract(bad).ok).toBe(false);
    }
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        readLessons(text);
      }),
    );
  });
});
