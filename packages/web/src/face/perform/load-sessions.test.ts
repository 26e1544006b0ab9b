import { expect, test } from "bun:test";
import type { SessionSummary } from "@squire/protocol";
import { openFace, type FaceBench } from "../../testing/face-bench.ts";

type Bench = FaceBench & {
  /** What the host has, last used first. */
  readonly kept: string[];
  readonly ids: () => readonly string[];
};

function summary(id: string): SessionSummary {
  const numbers = { turns: 1, costUsd: 0, createdAt: 1, updatedAt: 1, running: false };
  return { id, title: id, cwd: "/home/ada", ...numbers };
}

async function openList(count: number): Promise<Bench> {
  const bench = await openFace();
  const kept = Array.from({ length: count }, (_, at) => `k${at}`);
  bench.host.answers.set("sessions.list", ({ limit, offset = 0 }) => ({
    sessions: kept.slice(Number(offset), Number(offset) + Number(limit)).map(summary),
    total: kept.length,
  }));
  await bench.face.perform({ type: "sessions.refresh" });
  return { ...bench, kept, ids: () => bench.face.state.sessions.items.map(({ id }) => id) };
}

test("a list that is read again stays as long as somebody has scrolled", async () => {
  const { face, kept, ids } = await openList(200);
  expect(ids()).toHaveLength(60);
  await face.perform({ type: "sessions.more" });
  await face.perform({ type: "sessions.refresh" });
  expect(ids()).toEqual(kept.slice(0, 120));
  await face.perform({ type: "sessions.search", query: "k" });
  expect(ids()).toHaveLength(60);
});

test("a page is asked for once, and a session that has moved stands there once", async () => {
  const { face, kept, ids, asked } = await openList(100);
  // A session that is begun now pushes the others down.
  kept.unshift("new");
  const before = asked("sessions.list").length;
  const more = { type: "sessions.more" } as const;
  await Promise.all([face.perform(more), face.perform(more), face.perform(more)]);
  expect(asked("sessions.list").slice(before)).toEqual([{ limit: 60, offset: 60 }]);
  expect(ids()).toEqual(kept.slice(1));
  expect(face.state.sessions).toMatchObject({ total: 101, more: false });
});

test("a page that comes while the list is read again is not lost", async () => {
  const { face, host, ids, kept } = await openList(100);
  const list = host.answers.get("sessions.list");
  const first = Promise.withResolvers<void>();
  host.answers.set("sessions.list", async (params) => {
    if (params["offset"] === undefined) await first.promise;
    return list?.(params);
  });
  const refreshed = face.perform({ type: "sessions.refresh" });
  await face.perform({ type: "sessions.more" });
  expect(ids()).toHaveLength(100);
  first.resolve();
  await refreshed;
  expect(ids()).toEqual(kept);
});

test("a page of another search is dropped", async () => {
  const { face, host, ids, kept } = await openList(100);
  const list = host.answers.get("sessions.list");
  const late = Promise.withResolvers<void>();
  host.answers.set("sessions.list", async (params) => {
    if (params["offset"] !== undefined) await late.promise;
    return list?.(params);
  });
  const more = face.perform({ type: "sessions.more" });
  await face.perform({ type: "sessions.search", query: "k" });
  late.resolve();
  await more;
  expect(ids()).toEqual(kept.slice(0, 60));
});

test("a page that could not be read can be asked for again", async () => {
  const { face, host, ids, kept } = await openList(100);
  const list = host.answers.get("sessions.list");
  host.answers.set("sessions.list", () => Promise.reject(new Error("The disk is full.")));
  await face.perform({ type: "sessions.more" });
  expect(face.state.notices.map(({ text }) => text)).toEqual(["The disk is full."]);
  if (list !== undefined) host.answers.set("sessions.list", list);
  await face.perform({ type: "sessions.more" });
  expect(ids()).toEqual(kept);
});
