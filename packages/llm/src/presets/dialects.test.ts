import { expect, test } from "bun:test";
import fc from "fast-check";
import { buildRegistry } from "../catalogue/registry.ts";
import { azureBaseUrl, azureDeployments } from "./azure-dialect.ts";
import { resolveDialects } from "./dialects.ts";
import { customHeaders } from "./foundry-dialect.ts";
import { PRESETS } from "./index.ts";
import { kimiOauthHost } from "./kimi-dialect.ts";
import { googleCredentialsFile, vertexBaseUrl } from "./vertex-dialect.ts";

function preset(name: string, env: Record<string, string>, kimiFormat?: "openai" | "anthropic") {
  const { presets } = resolveDialects({
    presets: PRESETS,
    env,
    ...(kimiFormat ? { kimiFormat } : {}),
  });
  return presets.find((entry) => entry.name === name);
}

test("PROV-25: Azure's address comes from option, variable, resource name, model, in that order", () => {
  const all = {
    AZURE_OPENAI_BASE_URL: "https://gw.example/openai/v1/",
    AZURE_OPENAI_RESOURCE_NAME: "acme",
  };
  const modelBaseUrl = "https://model.example/v1";
  const option = "https://option.example/v1";
  expect([
    azureBaseUrl({ env: all, option, modelBaseUrl }),
    azureBaseUrl({ env: all, modelBaseUrl }),
    azureBaseUrl({ env: { AZURE_OPENAI_RESOURCE_NAME: "acme" }, modelBaseUrl }),
    azureBaseUrl({ env: {}, modelBaseUrl }),
  ]).toEqual([
    { ok: true, baseUrl: "https://option.example/v1" },
    { ok: true, baseUrl: "https://gw.example/openai/v1" },
    { ok: true, baseUrl: "https://acme.openai.azure.com/openai/v1" },
    { ok: true, baseUrl: "https://model.example/v1" },
  ]);
  expect(azureBaseUrl({ env: {} })).toEqual({
    ok: false,
    message: "Azure has no address: set AZURE_OPENAI_RESOURCE_NAME or AZURE_OPENAI_BASE_URL.",
  });
});

test("PROV-25: an API version other than v1 goes into the query", () => {
  const env = {
    AZURE_OPENAI_RESOURCE_NAME: "acme",
    AZURE_OPENAI_API_VERSION: "2026-01-01-preview",
  };
  expect(azureBaseUrl({ env })).toEqual({
    ok: true,
    baseUrl: "https://acme.openai.azure.com/openai/v1?api-version=2026-01-01-preview",
  });
  expect(azureBaseUrl({ env: { ...env, AZURE_OPENAI_API_VERSION: "v1" } })).toEqual({
    ok: true,
    baseUrl: "https://acme.openai.azure.com/openai/v1",
  });
});

test("PROV-25: a base_url in the config is the option, and gets the API version too", () => {
  const env = { AZURE_OPENAI_RESOURCE_NAME: "acme", AZURE_OPENAI_API_VERSION: "2025-04-01" };
  const entries = [{ name: "azure", baseUrl: "https://mine.example/openai" }];
  const dialects = resolveDialects({ presets: PRESETS, entries, env });
  const { models } = buildRegistry(dialects);
  expect(models.find(({ provider }) => provider === "azure")?.baseUrl).toBe(
    "https://mine.example/openai?api-version=2025-04-01",
  );
  const bare = resolveDialects({ presets: PRESETS, entries, env: {} });
  expect(bare.missing.has("azure")).toBe(false);
});

test("PROV-25: the deployment map is read leniently", () => {
  const env = { AZURE_OPENAI_DEPLOYMENT_NAME_MAP: " gpt-6-sol = prod-sol ,broken,=x,y=,a=b=c" };
  expect(azureDeployments(env)).toEqual({ "gpt-6-sol": "prod-sol", a: "b=c" });
  expect(azureDeployments({})).toEqual({});
});

test("PROV-26: Vertex needs a project and a location and says which is missing", () => {
  const message = (env: Record<string, string>) => {
    const found = vertexBaseUrl({ env });
    return found.ok ? found.baseUrl : found.message;
  };
  expect(message({})).toBe(
    "Vertex needs a project and a location: set GOOGLE_CLOUD_PROJECT and GOOGLE_CLOUD_LOCATION.",
  );
  expect(message({ GCLOUD_PROJECT: "p" })).toContain("set GOOGLE_CLOUD_LOCATION.");
  expect(message({ GCLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "europe-west4" })).toBe(
    "https://europe-west4-aiplatform.googleapis.com/v1/projects/p/locations/europe-west4",
  );
  expect(
    message({ GOOGLE_CLOUD_PROJECT: "q", GCLOUD_PROJECT: "p", GOOGLE_CLOUD_LOCATION: "global" }),
  ).toBe("https://aiplatform.googleapis.com/v1/projects/q/locations/global");
});

test("PROV-26: a named credentials file must exist, else gcloud's own is used", () => {
  const home = "/home/u";
  const gcloud = "/home/u/.config/gcloud/application_default_credentials.json";
  const named = { GOOGLE_APPLICATION_CREDENTIALS: "/keys/a.json" };
  const find = (env: Record<string, string>, ...there: readonly string[]) =>
    googleCredentialsFile({ env, home, exists: (path) => there.includes(path) });
  expect(find(named, "/keys/a.json", gcloud)).toEqual({ ok: true, path: "/keys/a.json" });
  expect(find(named, gcloud)).toEqual({
    ok: false,
    message: 'GOOGLE_APPLICATION_CREDENTIALS names "/keys/a.json", which is not there.',
  });
  expect(find({}, gcloud)).toEqual({ ok: true, path: gcloud });
  expect(find({})).toMatchObject({ ok: false });
});

test("PROV-24: Foundry mode changes address, key order and headers of Anthropic", () => {
  const env = {
    CLAUDE_CODE_USE_FOUNDRY: "1",
    FOUNDRY_BASE_URL: "https://foundry.example/anthropic",
    ANTHROPIC_CUSTOM_HEADERS: "X-Team: search, core\nX-Cost: 42, X-Env: prod",
  };
  expect(preset("anthropic", env)).toMatchObject({
    baseUrl: "https://foundry.example/anthropic",
    keyEnv: ["ANTHROPIC_FOUNDRY_API_KEY", "ANTHROPIC_OAUTH_TOKEN", "ANTHROPIC_API_KEY"],
    headers: { "X-Team": "search, core", "X-Cost": "42", "X-Env": "prod" },
  });
  for (const off of ["", "0", "false", "no"]) {
    const plain = preset("anthropic", { ...env, CLAUDE_CODE_USE_FOUNDRY: off });
    expect(plain?.baseUrl).toBe("https://api.anthropic.com");
  }
});

test("PROV-24: custom headers never throw and never smuggle a line break", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const [name, value] of Object.entries(customHeaders(`x-a: ${text}`))) {
        expect(() => new Headers({ [name]: value })).not.toThrow();
      }
    }),
    { numRuns: 200 },
  );
  expect(customHeaders("no colon, : empty, bad name: x, ok: 1")).toEqual({ ok: "1" });
});

test("MODL-23: Kimi's login host and the two formats of its API", () => {
  expect(kimiOauthHost({})).toBe("https://auth.kimi.com");
  expect(kimiOauthHost({ KIMI_OAUTH_HOST: "https://b.example/" })).toBe("https://b.example");
  expect(
    kimiOauthHost({ KIMI_CODE_OAUTH_HOST: "https://a.example", KIMI_OAUTH_HOST: "https://b" }),
  ).toBe("https://a.example");
  expect(preset("kimi", {})?.api).toBe("openai-completions");
  expect(preset("kimi", {}, "anthropic")).toMatchObject({
    api: "anthropic-messages",
    baseUrl: "https://api.kimi.com/coding",
  });
});

test("gateways and local servers take their address from the environment, or say what is missing", () => {
  const env = {
    CLOUDFLARE_ACCOUNT_ID: "acc",
    OLLAMA_BASE_URL: "http://10.0.0.5:11434/",
    VLLM_BASE_URL: "http://gpu:8000/v1",
  };
  expect(
    ["cloudflare", "ollama", "vllm", "groq"].map((name) => preset(name, env)?.baseUrl),
  ).toEqual([
    "https://gateway.ai.cloudflare.com/v1/acc/default/compat",
    "http://10.0.0.5:11434/v1",
    "http://gpu:8000/v1",
    "https://api.groq.com/openai/v1",
  ]);
  const { missing } = resolveDialects({ presets: PRESETS, env: {} });
  expect([...missing.keys()].sort()).toEqual(["azure", "cloudflare", "vertex"]);
});
