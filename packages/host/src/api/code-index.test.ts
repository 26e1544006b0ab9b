import { expect, test } from "bun:test";
import { apiRig } from "./testing/api-rig.ts";

test("SRCH-10 (part): a face can make the index of the workspace, look at it and take it away", async () => {
  await using rig = await apiRig([], { "src/retry.ts": "export const retryDelay = 1;\n" });
  const { client } = rig;
  const sessionKey = await rig.session();
  const text = async (args: string): Promise<string | undefined> =>
    (await client.call("command.run", { sessionKey, name: "index", args })).text;
  expect(await client.call("index.status", {})).toMatchObject({ ready: false, files: 0 });
  expect(await text("status")).toContain("/index makes one");
  expect(await text("")).toMatch(/^\d+ files? in \d+ pieces.*new or changed/);
  expect(await client.call("index.status", {})).toMatchObject({
    ready: true,
    waiting: expect.any(Number),
  });
  expect(await client.call("index.update", {})).toMatchObject({ changed: 0, removed: 0 });
  expect(await text("clear")).toBe("the index of this folder is gone");
  expect(await client.call("index.clear", {})).toEqual({ ok: false });
  expect(await client.call("index.status", {})).toMatchObject({ ready: false });
});
