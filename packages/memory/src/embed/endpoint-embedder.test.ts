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

test("an endpoint that never answers is given up after a while, also when somebody could stop it", async () => {
  const time = new AbortController();
  const user = new AbortController();
  const fetch: EndpointFetch = (_url, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      time.abort(new DOMException("too late", "TimeoutError"));
    });
  const embedder = endpointEmbedder({ model: "m", access, fetch, timeout: () => time.signal });
  const embedded = embedder.embed(["one"], { signal: user.signal });
  expect(embedded).rejects.toThrow("The embedding endpoint cannot be reached: too late");
  await embedded.catch(() => {});
});

test("whoever asked may stop it", async () => {
  const user = new AbortController();
  const fetch: EndpointFetch = (_url, { signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      user.abort();
    });
  const embedder = endpointEmbedder({ model: "m", access, fetch });
  const error: unknown = await embedder.embed(["one"], { signal: user.signal }).catch((e) => e);
  expect(error).toHaveProperty("name", "AbortError");
});

test("vectors of another length than the model has are refused", () => {
  const options = { model: "text-embedding-3-small", access };
  const embedder = endpointEmbedder({ ...options, fetch: answering(8) });
  expect(embedder.embed(["one"])).rejects.toThrow("has 1536 numbers, but 8 were answered");
});
