import { expect, test } from "bun:test";
import { openFace } from "../testing/face-bench.ts";

const CHAT = { page: "chat", sessionKey: "s1" } as const;

test("coming back from another page goes on with the session that was in view", async () => {
  const { face, settle, asked } = await openFace();
  await face.perform({ type: "toggle", id: "x" });
  const { view } = face.state;
  expect(view?.epoch).toBe(1);
  face.go({ page: "usage" });
  face.go(CHAT);
  await settle();
  expect(face.state.view).toBe(view);
  expect([...face.state.opened]).toEqual(["x"]);
  expect(asked("events")).toEqual([{ sessionKey: "s1" }]);
  face.go({ page: "chat", sessionKey: "s2" });
  await settle();
  expect(asked("events")).toEqual([{ sessionKey: "s1" }, { sessionKey: "s2" }]);
});

test("who has signed in again, or could not open a session, gets it when they go there", async () => {
  const { face, host, settle, asked } = await openFace();
  face.go({ page: "usage" });
  face.sign({ token: "another" });
  await settle();
  face.go(CHAT);
  await settle();
  expect(asked("events")).toHaveLength(2);
  const events = host.fail("The disk is full.");
  face.go({ page: "chat", sessionKey: "s2" });
  await settle();
  expect(face.state.opening).toMatchObject({ message: "The disk is full." });
  events.mend();
  face.go({ page: "chat", sessionKey: "s2" });
  await settle();
  expect(face.state.opening).toBe("ready");
});

test("a session that was chosen before the host answered is followed when somebody goes back to it", async () => {
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { face, settle, asked } = await openFace({ until: answered });
  face.go({ page: "chat", sessionKey: "s2" });
  face.go({ page: "usage" });
  answer();
  await settle();
  face.go({ page: "chat", sessionKey: "s2" });
  await settle();
  expect(asked("events")).toEqual([{ sessionKey: "s2" }]);
});
