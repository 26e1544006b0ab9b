import { expect, test } from "bun:test";
import { inspectFolder } from "@squire/safety";
import { call, say } from "@squire/testkit";
import { apiRig, failureOf, reader } from "../api/testing/api-rig.ts";
import { folderTrust } from "../safety/folder-trust.ts";

const FILES = {
  "src/a.ts": "one\n",
  ".squire/rules/ts.md": "---\nglobs: *.ts\ndescription: how we write\n---\nuse tabs",
  ".squire/prompts/fix.md": "---\ndescription: Mends a thing\n---\nPlease mend $ARGUMENTS at once.",
  ".squire/prompts/help.md": "never shown: ours wins",
  ".squire/prompts/torn.md": "---\ndescription: no end",
};

test("MEM-8 (part): prompts of a trusted folder are commands that send their text", async () => {
  await using rig = await apiRig([say("mended")], FILES);
  const names = async (): Promise<readonly string[]> =>
    (await rig.client.call("commands.list", {})).commands.map(({ name }) => name);
  expect(await names()).not.toContain("fix");
  await folderTrust(rig.host.home).grant(await inspectFolder(rig.home.path("work")));
  const { client } = await rig.another();
  const { commands } = await client.call("commands.list", {});
  expect(commands.find(({ name }) => name === "fix")).toMatchObject({
    description: "Mends a thing",
    where: "host",
  });
  expect(commands.filter(({ name }) => name === "help")).toHaveLength(1);
  const { sessionKey } = await client.call("sessions.create", {});
  const events = reader(client.events(sessionKey));
  await client.call("command.run", { sessionKey, name: "fix", args: "the pump" });
  await events.next("turn.finished");
  expect(rig.server.requests[0]?.bodyText).toContain("Please mend the pump at once.");
  const none = client.call("command.run", { sessionKey, name: "fixx" });
  expect((await failureOf(none)).code).toBe("not_found");
});

test("MEM-8 (part): /memory lists rules and whether they are loaded, and those that wait for trust", async () => {
  await using rig = await apiRig([call("read", { path: "src/a.ts" }), say("seen")], FILES);
  const waiting = await rig.client.call("command.run", { name: "memory", args: "view" });
  expect(waiting.text).toContain(".squire/rules/ts.md: not in effect; `squire trust` shows it");
  await folderTrust(rig.host.home).grant(await inspectFolder(rig.home.path("work")));
  const { client } = await rig.another();
  const { sessionKey } = await client.call("sessions.create", {});
  const view = async (): Promise<string> =>
    (await client.call("command.run", { sessionKey, name: "memory" })).text;
  expect(await view()).toContain(".squire/rules/ts.md (not loaded yet, for *.ts): how we write");
  expect(await view()).toContain("The prompt .squire/prompts/torn.md is passed over");
  const events = reader(client.events(sessionKey));
  await client.call("chat.send", { sessionKey, message: "look" });
  await events.next("turn.finished");
  expect(await view()).toContain(".squire/rules/ts.md (loaded, for *.ts): how we write");
});
