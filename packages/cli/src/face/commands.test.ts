import { expect, test } from "bun:test";
import { connectInProcess } from "@squire/client";
import { openHostApi } from "@squire/host/api";
import { tempWorkspace } from "@squire/testkit";
import { commandTaken, keyActions } from "@squire/tui";
import { openHostFor } from "../open-host.ts";
import { fakeIo } from "../testing/fake-io.ts";
import { VERSION } from "../version.ts";

/** The commands that the real host offers now. */
async function liveCommands() {
  await using home = await tempWorkspace({ "home/config.toml": "" });
  const io = fakeIo({ cwd: home.root, env: { SQUIRE_HOME: home.path("home"), HOME: home.root } });
  const host = await openHostFor({ offline: true, verbose: false }, io);
  const api = openHostApi({ host, version: VERSION });
  const client = connectInProcess(api, { face: "tui" });
  const { commands } = await client.call("commands.list", {});
  await client.close();
  await api.close();
  return commands;
}

test("TUI-5: whatever a key does, a command does, by the table of the host as it is", async () => {
  const commands = await liveCommands();
  expect(commands.length).toBeGreaterThan(20);
  for (const { action, command } of keyActions()) {
    expect({ action, taken: commandTaken(command, commands) }).toEqual({ action, taken: true });
  }
});

test("TUI-5 (part): the face does every command that the host leaves to faces", async () => {
  const commands = await liveCommands();
  const left = commands.filter(({ where }) => where === "face");
  expect(left.length).toBeGreaterThan(5);
  for (const { name, aliases } of left) {
    for (const typed of [name, ...aliases]) {
      expect({ typed, taken: commandTaken(typed, commands) }).toEqual({ typed, taken: true });
    }
  }
  // The check can fail.
  expect(commandTaken("nothing-like-it", commands)).toBe(false);
  const strange = left.map((one) => ({ ...one, name: "stranger", aliases: [] }));
  expect(commandTaken("stranger", strange)).toBe(false);
});
