import { expect, test } from "bun:test";
import type { QueueItem, UserContent } from "@squire/protocol";
import { imageLabelText } from "@squire/protocol/values";
import { openFace, type FaceBench } from "../../testing/face-bench.ts";
import { freshState } from "../../testing/states.ts";

const FILE: UserContent = { type: "text", text: '<file path="a.ts">\nsecret\n</file>' };
const IMAGE: UserContent = { type: "image", mimeType: "image/png", data: "AAAA" };
const LABEL = {
  name: "a.png",
  path: "a.png",
  mimeType: "image/png",
  width: 1,
  height: 1,
  bytes: 3,
};

async function openWaiting(...more: readonly UserContent[]): Promise<FaceBench> {
  const bench = await openFace();
  const content: readonly UserContent[] = [{ type: "text", text: "look at @a.ts" }, ...more];
  const waiting: QueueItem = {
    queueId: "q1",
    message: { role: "user", content },
    delivery: "follow_up",
  };
  const state = freshState({ queue: [waiting] });
  bench.host.tell({ type: "session.restored", reason: "opened", state, events: [], earlier: null });
  bench.host.answers.set("queue.remove", () => ({ ok: true }));
  await bench.settle();
  return bench;
}

test("a message that is taken back comes as it was written, without the files it had along", async () => {
  const { face } = await openWaiting(FILE);
  await face.perform({ type: "queue.remove", queueId: "q1" });
  expect(face.state.draft).toBe("look at @a.ts");
  expect(face.state.notices).toEqual([]);
});

test("it goes in front of what was begun meanwhile", async () => {
  const { face } = await openWaiting(FILE);
  await face.perform({ type: "draft", text: "half a thought" });
  await face.perform({ type: "queue.remove", queueId: "q1" });
  expect(face.state.draft).toBe("look at @a.ts\nhalf a thought");
});

test("an image that its words bring back is not missed", async () => {
  const { face } = await openWaiting({ type: "text", text: imageLabelText(LABEL) }, IMAGE);
  await face.perform({ type: "queue.remove", queueId: "q1" });
  expect(face.state.draft).toBe("look at @a.ts");
  expect(face.state.notices).toEqual([]);
});

test("images that cannot come back are said to be gone", async () => {
  const { face } = await openWaiting(IMAGE, IMAGE);
  await face.perform({ type: "queue.remove", queueId: "q1" });
  expect(face.state.draft).toBe("look at @a.ts");
  expect(face.state.notices.map(({ text }) => text)).toEqual([
    "2 images of this message cannot come back into this page.",
  ]);
});

test("what a rewind and a branch give back goes in front of what was begun, too", async () => {
  const { face, host } = await openFace();
  host.answers.set("rewind.apply", () => ({
    done: true,
    compose: "first",
    composeImages: [IMAGE],
  }));
  host.answers.set("sessions.navigate", () => ({ moved: true, compose: "zeroth" }));
  await face.perform({ type: "draft", text: "begun" });
  await face.perform({ type: "rewind.apply", entryId: "e1", what: "both" });
  expect(face.state.draft).toBe("first\nbegun");
  expect(face.state.notices).toHaveLength(1);
  await face.perform({ type: "tree.go", entryId: "e1" });
  expect(face.state.draft).toBe("zeroth\nfirst\nbegun");
});

test("what was sent meanwhile stays sent", async () => {
  const { face, host } = await openWaiting();
  host.answers.set("queue.remove", () => ({ ok: false }));
  await face.perform({ type: "draft", text: "begun" });
  await face.perform({ type: "queue.remove", queueId: "q1" });
  expect(face.state.draft).toBe("begun");
  expect(face.state.notices.at(-1)?.text).toBe("It was sent meanwhile.");
});
