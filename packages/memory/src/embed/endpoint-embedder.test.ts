import { expect, test } from "bun:test";
import { endpointEmbedder } from "./endpoint-embedder.ts";
import type { EndpointFetch } from "./endpoint-embedder.ts";

const access = () => Promise.resolve({ baseUrl: "https://embed.test/v1/", headers: {} });

/** Answers each text with a vector of this length. */
function answering(length: number): EndpointFetch {
  return (_url, { body }) => {
    const { input } = JSON.parse(body) as { readonly input: readonly string[] };
    const data = input.map((_, index) => ({ index, embedding: Array(length).fill(2) as number[] }));
    return Promise.resolve(Response.json({ data }));
  };
}

test("MEM-14 (part): an endpoint answers with vectors of length one", async () => {
  const embedder = endpointEmbedder({ model: "small", access, fetch: answering(4) });
  const [vector] = await embedder.embed(["one"]);
  expect([...(vector ?? [])]).toEqual([0.5, 0.5, 0.5, 0.5]);
});

test("vectors of another length than the model has are refused", () => {
  const options = { model: "text-embedding-3-small", access };
  const embedder = endpointEmbedder({ ...options, fetch: answering(8) });
  expect(embedder.embed(["one"])).rejects.toThrow("has 1536 numbers, but 8 were answered");
});
