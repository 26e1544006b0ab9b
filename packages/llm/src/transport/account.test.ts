import { expect, test } from "bun:test";
import type { Endpoint } from "../endpoint.ts";
import type { FetchPort } from "../ports.ts";
import { fetchBalance, fetchModels } from "./account.ts";
import { answering, endpointWith, never, rig } from "./testing/rig.ts";

const BALANCE = {
  is_available: true,
  balance_infos: [
    { currency: "CNY", total_balance: "110.00", granted_balance: "10.00", topped_up_balance: 100 },
  ],
};

const json = (body: unknown, status = 200): FetchPort =>
  answering(typeof body === "string" ? body : JSON.stringify(body), { status });

function lookup(fetch: FetchPort, changes: Partial<Endpoint> = {}) {
  const setup = rig(fetch);
  return { ...setup, endpoint: endpointWith(changes) };
}

test("PROV-20: the balance, asked beside the versioned address", async () => {
  const { endpoint, ports, asked, clock } = lookup(json(BALANCE));
  expect(await fetchBalance(endpoint, ports)).toEqual({
    available: true,
    amounts: [{ currency: "CNY", total: "110.00", granted: "10.00", toppedUp: "100" }],
  });
  expect(asked[0]).toMatchObject({ url: "https://api.acme.test/user/balance", method: "GET" });
  expect(asked[0]?.headers["authorization"]).toStartWith("Bearer ");
  expect(clock.pending).toBe(0);
});

test("PROV-20: the models, in the words of each vendor", async () => {
  const openai = lookup(
    json({ data: [{ id: "m1", context_length: 8_000 }, { id: "" }, 7, { id: "m2" }] }),
  );
  expect(await fetchModels(openai.endpoint, openai.ports)).toEqual([
    { id: "m1", contextWindow: 8_000 },
    { id: "m2" },
  ]);
  expect(openai.asked[0]?.url).toBe("https://api.acme.test/v1/models");

  const anthropic = lookup(json({ data: [{ id: "c1", display_name: "C One" }] }), {
    target: { provider: "anthropic", api: "anthropic-messages", compat: {} },
    baseUrl: "https://api.anthropic.test",
    auth: "x-api-key",
  });
  expect(await fetchModels(anthropic.endpoint, anthropic.ports)).toEqual([
    { id: "c1", name: "C One" },
  ]);
  expect(anthropic.asked[0]?.url).toBe("https://api.anthropic.test/v1/models?limit=1000");
  expect(anthropic.asked[0]?.headers).toHaveProperty("anthropic-version");

  const model = { name: "models/g1", displayName: "G", inputTokenLimit: 100, outputTokenLimit: 10 };
  const google = lookup(json({ models: [model] }), {
    target: { provider: "google", api: "google-generative-ai", compat: {} },
    baseUrl: "https://google.test/v1beta",
  });
  expect(await fetchModels(google.endpoint, google.ports)).toEqual([
    { id: "g1", name: "G", contextWindow: 100, maxTokens: 10 },
  ]);
  expect(google.asked[0]?.url).toBe("https://google.test/v1beta/models?pageSize=1000");
});

test("PROV-20: an endpoint without a key is asked only when it needs none", async () => {
  const { endpoint, ports, asked } = {
    ...lookup(json({ data: [] })),
    ...rig(json({ data: [] }), { credential: null }),
  };
  expect(await fetchModels(endpoint, ports)).toBeNull();
  expect(asked).toEqual([]);
  expect(await fetchModels({ ...endpoint, keyless: true }, ports)).toEqual([]);
});

test.each<[string, FetchPort]>([
  ["an error status", json(BALANCE, 500)],
  ["another document", json({ hello: "world" })],
  ["no JSON", json("<html>")],
  ["an empty body", json("")],
  ["no body", answering(null, { status: 204 })],
  ["a refused connection", () => Promise.reject(new Error("ECONNREFUSED"))],
  [
    "a fetch that throws",
    () => {
      throw new Error("no network here");
    },
  ],
])("PROV-20: %s is null", async (_name, fetch) => {
  const { endpoint, ports, clock } = lookup(fetch);
  expect(await fetchBalance(endpoint, ports)).toBeNull();
  expect(await fetchModels(endpoint, ports)).toBeNull();
  expect(clock.pending).toBe(0);
});

test("PROV-20: silence is null after 10 s", async () => {
  const { endpoint, ports, clock, asked } = lookup(never);
  const waiting = fetchBalance(endpoint, ports);
  await clock.advance(10_000);
  expect(await waiting).toBeNull();
  expect(asked[0]?.signal.aborted).toBe(true);
  expect(clock.pending).toBe(0);
});

test("PROV-20: an address that is none is null", async () => {
  const { endpoint, ports } = lookup(json(BALANCE), { baseUrl: "nowhere" });
  expect(await fetchBalance(endpoint, ports)).toBeNull();
});
