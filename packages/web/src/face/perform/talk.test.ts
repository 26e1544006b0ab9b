import { expect, test } from "bun:test";
import { openFace } from "../../testing/face-bench.ts";

test("MEM-6: `#` is kept with the project, `#g` for all work", async () => {
  const { face, settle, asked } = await openFace();
  await face.perform({ type: "send", text: "#g answer in French", later: false });
  await face.perform({ type: "send", text: "# tests run with bun", later: false });
  await settle();
  expect(asked("note.add")).toEqual([
    { sessionKey: "s1", text: "answer in French", scope: "global" },
    { sessionKey: "s1", text: "tests run with bun" },
  ]);
});
