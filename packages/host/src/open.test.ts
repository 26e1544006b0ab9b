import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { openHost } from "./open.ts";
import type { HostInput } from "./open.ts";

const NOBODY = "http://127.0.0.1:9";
const CONFIG = `
default_model = "work"
[roles]
smol = "cheap/tiny:low"
[[providers]]
name = "work"
kind = "anthropic"
base_url = "${NOBODY}"
api_key_env = "WORK_KEY"
models = ["big", "huge"]
[[providers]]
name = "cheap"
kind = "openai"
base_url = "${NOBODY}/v1"
auth = "none"
models = ["tiny"]
`;

async function host(files: Record<string, string>, more: Partial<HostInput> = {}) {
  const home = await tempWorkspace(files);
  const warnings: string[] = [];
  const opened = await openHost({
    env: { SQUIRE_HOME: home.root },
    cwd: home.root,
    userHome: home.root,
    offline: false,
    warn: (message) => warnings.push(message),
    ...more,
  });
  return { opened, warnings, home };
}

async function chosen(files: Record<string, string>, more: Partial<HostInput> = {}) {
  const { opened, home } = await host(files, more);
  await using _ = home;
  const choice = await opened.models.choose();
  if (!choice.ok) return choice.failure.message;
  return `${choice.model.provider}/${choice.model.id}${choice.thinking ? `:${choice.thinking}` : ""}`;
}

test("MODL-11: a flag beats the saved default, which is a provider's first model", async () => {
  const files = { "config.toml": CONFIG };
  expect(await chosen(files)).toBe("work/big");
  expect(await chosen(files, { model: "huge" })).toBe("work/huge");
  expect(await chosen(files, { provider: "cheap" })).toBe("cheap/tiny");
  expect(await chosen(files, { provider: "work", model: "brand-new" })).toBe("work/brand-new");
});

test("MODL-10: a role is a model, with the thinking level of whoever names it", async () => {
  const files = { "config.toml": CONFIG };
  expect(await chosen(files, { model: "smol" })).toBe("cheap/tiny:low");
  expect(await chosen(files, { model: "smol:high" })).toBe("cheap/tiny:high");
  expect(await chosen(files, { model: "smol:high", thinking: "max" })).toBe("cheap/tiny:max");
});

test("MODL-12: enabled_models limit what a run starts with", async () => {
  const files = { "config.toml": `enabled_models = ["work/h*"]\n${CONFIG}` };
  expect(await chosen(files)).toBe("work/huge");
});

test("MODL-21: ~/.env supplies keys, the process wins, a project's file is not read", async () => {
  const files = {
    "config.toml": CONFIG,
    ".env": "WORK_KEY=from-home\n",
    "app/.env": "WORK_KEY=evil\n",
  };
  const { opened, home } = await host(files);
  await using _ = home;
  expect(await opened.credentials.pick("work")).toMatchObject({ secret: "from-home" });
  const inApp = await openHost({
    env: { SQUIRE_HOME: home.root },
    cwd: home.path("app"),
    userHome: home.path("app/nowhere"),
    offline: false,
    warn: () => {},
  });
  expect(await inApp.credentials.pick("work")).toBeNull();
});

test("MODL-14: --api-key is meant for the chosen provider only", async () => {
  const { opened, home } = await host({ "config.toml": CONFIG }, { apiKey: "sk-flag-0123456789" });
  await using _ = home;
  await opened.models.choose();
  expect(await opened.credentials.pick("work")).toMatchObject({ secret: "sk-flag-0123456789" });
  expect(await opened.credentials.pick("openai")).toBeNull();
});

test("PROV-16: a fallback that means nothing is named at the start", async () => {
  const { warnings, home } = await host({ "config.toml": `fallback = ["nope-nope"]\n${CONFIG}` });
  await using _ = home;
  expect(warnings.join("\n")).toContain('There is no model "nope-nope"');
});

test("SEC-10: --offline asks nobody but this machine", async () => {
  const config = CONFIG.replace(NOBODY, "https://llm.example.test");
  const { opened, home } = await host(
    { "config.toml": config },
    { offline: true, apiKey: "sk-x-0123456789" },
  );
  await using _ = home;
  const choice = await opened.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  const model = await opened.models.open(choice.model);
  const end = await model
    .stream({ model: "big", messages: [], tools: [] }, { signal: AbortSignal.timeout(5000) })
    .result();
  expect(end).toMatchObject({ type: "error", failure: { kind: "network" } });
  expect(end.type === "error" ? end.failure.message : "").toContain("--offline");
});
