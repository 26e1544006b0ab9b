import { expect, test } from "bun:test";
import { turnEnds } from "../../testing/events.ts";
import { openFace } from "../../testing/face-bench.ts";
import { freshState } from "../../testing/states.ts";

type Bench = Awaited<ReturnType<typeof openFace>>;

/** Every answer has another leaf, so that they can be told apart. */
async function openWithTree(): Promise<Bench> {
  const bench = await openFace();
  let leaves = 0;
  bench.host.answers.set("sessions.tree", () => ({ leafId: `leaf-${++leaves}`, nodes: [] }));
  bench.host.answers.set("rewind.apply", () => ({ done: true }));
  await bench.face.perform({ type: "panel", tab: "tree" });
  return bench;
}

test("the tree is read again when a turn ends, the session is restored, and after a rewind", async () => {
  const { face, host, settle } = await openWithTree();
  expect(face.state.tree?.leafId).toBe("leaf-1");
  host.tell(turnEnds("r1"));
  await settle();
  expect(face.state.tree?.leafId).toBe("leaf-2");
  host.tell({
    type: "session.restored",
    reason: "branch",
    state: host.state,
    events: [],
    earlier: null,
  });
  await settle();
  expect(face.state.tree?.leafId).toBe("leaf-3");
  await face.perform({ type: "rewind.apply", entryId: "e1", what: "both" });
  expect(face.state.tree?.leafId).toBe("leaf-4");
});

test("another session has its own tree, and where nobody looks none is asked for", async () => {
  const { face, host, settle, asked } = await openWithTree();
  host.state = freshState({ id: "s2" });
  face.go({ page: "chat", sessionKey: "s2" });
  await settle();
  expect(face.state.tree?.leafId).toBe("leaf-2");
  expect(asked("sessions.tree")).toEqual([{ sessionKey: "s1" }, { sessionKey: "s2" }]);
  await face.perform({ type: "room", room: "two" });
  host.tell(turnEnds("r1"));
  await settle();
  expect(asked("sessions.tree")).toHaveLength(2);
  await face.perform({ type: "room", room: "three" });
  expect(face.state.tree?.leafId).toBe("leaf-3");
});

test("an answer for a session that is no longer in view is dropped", async () => {
  const { face, host, settle } = await openWithTree();
  const late = Promise.withResolvers<unknown>();
  host.answers.set("sessions.tree", ({ sessionKey }) =>
    sessionKey === "s1" ? late.promise : { leafId: "of-s2", nodes: [] },
  );
  host.tell(turnEnds("r1"));
  await settle();
  host.state = freshState({ id: "s2" });
  face.go({ page: "chat", sessionKey: "s2" });
  await settle();
  late.resolve({ leafId: "of-s1", nodes: [] });
  await settle();
  expect(face.state.tree?.leafId).toBe("of-s2");
});
