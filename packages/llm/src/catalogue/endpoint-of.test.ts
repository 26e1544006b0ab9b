import { expect, test } from "bun:test";
import { PRESETS } from "../presets/index.ts";
import { providerNamed } from "./listing.ts";
import { endpointOf, priceFor } from "./endpoint-of.ts";
import { loadCatalogue } from "./prices.ts";
import { buildRegistry } from "./registry.ts";
import { resolveModel } from "./resolve.ts";

const registry = buildRegistry({ presets: PRESETS });

function model(reference: string) {
  const found = resolveModel(reference, registry);
  if (found.type !== "ok") throw new Error(`${reference} is ${found.type}`);
  return found.model;
}

test("an endpoint carries all that a wire protocol must know, and the caller's headers win", () => {
  const endpoint = endpointOf(model("anthropic/claude-haiku-4-5"), {
    headers: { "x-trace": "1" },
    timeouts: { idleMs: 5 },
  });
  expect(endpoint).toMatchObject({
    target: {
      provider: "anthropic",
      api: "anthropic-messages",
      maxOutput: 64_000,
      reasoning: true,
    },
    model: "claude-haiku-4-5",
    baseUrl: "https://api.anthropic.com",
    auth: "x-api-key",
    keyless: false,
    headers: { "x-trace": "1" },
    timeouts: { firstByteMs: 30_000, idleMs: 5 },
  });
});

test("PROV-25: a deployment's name is what Azure is asked for", () => {
  const deployments = { "gpt-6-sol": "prod" };
  expect(endpointOf(model("azure/gpt-6-sol"), { deployments }).model).toBe("prod");
  expect(endpointOf(model("azure/gpt-6-luna"), { deployments }).model).toBe("gpt-6-luna");
  expect(endpointOf(model("azure/constructor"), { deployments }).model).toBe("constructor");
});

test("MODL-18: the price for a model is found under its vendor's name in the table", async () => {
  const catalogue = await loadCatalogue();
  const price = (reference: string) => {
    const known = model(reference);
    return priceFor(known, providerNamed(registry, known.provider), catalogue);
  };
  expect(price("xai/grok-4.6")).toMatchObject({ input: 2, output: 6 });
  expect(price("vercel/anthropic/claude-opus-5")).toMatchObject({ input: 5, output: 25 });
  expect(price("ollama/anything")).toEqual({ input: 0, output: 0 });
  expect(price("codex/gpt-5.6-sol")).toBeNull();
});
