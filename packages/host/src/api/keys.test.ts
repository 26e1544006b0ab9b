import { expect, test } from "bun:test";
import { apiRig, failureOf } from "./testing/api-rig.ts";

const KEY = "sk-ant-api03-abcdefghijklmnop-wxyz";

test("MODL-22 (part): /login stores a key that no answer shows, and /logout forgets it", async () => {
  await using rig = await apiRig([]);
  const { client } = rig;
  const sessionKey = await rig.session();
  const run = (name: string, args: string) =>
    client.call("command.run", { sessionKey, name, args });
  const { text } = await run("login", `anthropic ${KEY}`);
  expect(text).toContain("anthropic");
  const { keys } = await client.call("keys.list", {});
  expect(keys).toMatchObject([{ provider: "anthropic", origin: "stored key" }]);
  for (const told of [text, JSON.stringify(keys), (await run("login", "")).text]) {
    expect(told).not.toContain(KEY);
    expect(told).toContain("wxyz");
  }
  expect(await rig.host.credentials.pick("anthropic")).toMatchObject({ secret: KEY });
  expect(await rig.home.read("home/audit.jsonl")).toContain("key of anthropic");
  expect(await rig.home.read("home/audit.jsonl")).not.toContain(KEY);
  expect((await run("logout", "anthropic")).text).toBe("removed 1 stored key");
  expect((await client.call("keys.list", {})).keys).toEqual([]);
});

test("MODL-15 (part): what cannot be a key is refused, and a slip in the name is seen", async () => {
  await using rig = await apiRig([]);
  const { client } = rig;
  const set = (provider: string, key: string) => client.call("keys.set", { provider, key });
  expect(await failureOf(set("anthropic", "your-api-key"))).toMatchObject({ code: "invalid" });
  expect(await failureOf(set("antropic", KEY))).toMatchObject({
    code: "not_found",
    advice: "Did you mean anthropic?",
  });
  expect((await set("openai", KEY)).doubts).toHaveLength(1);
  const unknown = client.call("keys.remove", { provider: "nobody" });
  expect(await failureOf(unknown)).toMatchObject({ code: "not_found" });
});
