import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { tempWorkspace } from "@squire/testkit";
import { findTools } from "./find-tools.ts";

const FEW = ["play_song", "tell_rain"].map(described);
const MANY = [...FEW, ...Array.from({ length: 29 }, (_, at) => described(`ledger_${at}`))];

function described(name: string) {
  return { name, description: "", parameters: { type: "object" } };
}

async function namesIn(home: string, tools: typeof FEW): Promise<readonly string[]> {
  // Nobody waits for the model: what words find is enough here.
  const options = { k: 3, signal: AbortSignal.abort() };
  const found = await findTools({ home }, tools, "play a song", options);
  return found.map(({ name }) => name);
}

test("among few tools neither a cache nor a model is opened", async () => {
  await using home = await tempWorkspace();
  expect(await namesIn(home.root, FEW)).toEqual(["play_song"]);
  expect(existsSync(home.path("cache"))).toBe(false);
});

test("where no cache can be made the search goes on without one", async () => {
  await using home = await tempWorkspace({ cache: "a file, not a folder" });
  expect(await namesIn(home.root, FEW)).toEqual(["play_song"]);
  expect(await namesIn(home.root, MANY)).toEqual(["play_song"]);
});
