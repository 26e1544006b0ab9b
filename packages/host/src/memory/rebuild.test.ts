import { expect, test } from "bun:test";
import { apiRig } from "../api/testing/api-rig.ts";
import { memoryHandlers } from "../api/methods/memory.ts";
import { openMemory } from "./open-memory.ts";
import { keep, talk } from "./testing/memory-rig.ts";

type Fetch = Parameters<typeof openMemory>[0]["fetch"];

/** Answers each text with the same vector. */
const embeddings: Fetch = (_url, init) => {
  const { input } = JSON.parse(String(init?.body)) as { readonly input: readonly string[] };
  const data = input.map((_, index) => ({ index, embedding: [1, 0, 0, 0] }));
  return Promise.resolve(Response.json({ data }));
};

test("MEM-11 (part): to rebuild reads sessions and notes again and embeds them", async () => {
  await using rig = await apiRig([], {}, '[memory]\nembedding_model = "other/e"\n');
  const host = { ...rig.host, fetch: embeddings };
  // Only the host is used.
  const scene = { host } as unknown as Parameters<(typeof memoryHandlers)["memory.rebuild"]>[1];
  const id = await talk(rig, "work", "the heron listens");
  keep(rig, "work", "heron");
  const rebuild = () => memoryHandlers["memory.rebuild"]({}, scene);
  expect(await rebuild()).toEqual({ sources: 2 });
  expect(await memoryHandlers["memory.list"]({}, scene)).toMatchObject({ pieces: 2, waiting: 0 });
  {
    using memory = await openMemory(host, { notice: () => {} });
    // What somebody or something spoilt in the index.
    memory?.index.database.exec("UPDATE chunks SET content = 'spoilt'");
    await rebuild();
    const texts = memory?.index.chunksOf(`session:${id}`).map(({ text }) => text);
    expect(texts).toEqual(["the heron listens"]);
  }
});
