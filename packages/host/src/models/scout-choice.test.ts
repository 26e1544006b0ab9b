import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { createServer } from "node:http";
import { openHost } from "../open.ts";
import type { Choice } from "./choose.ts";

const NOBODY = "http://127.0.0.1:9";

async function choose(
  config: string,
  env: Readonly<Record<string, string>> = {},
  model?: string,
): Promise<Choice> {
  await using home = await tempWorkspace({ "config.toml": config });
  const host = await openHost({
    env: { SQUIRE_HOME: home.root, ...env },
    cwd: home.root,
    userHome: home.root,
    offline: false,
    warn: () => {},
    ...(model === undefined ? {} : { model }),
  });
  return host.models.choose();
}

function named(choice: Choice): string {
  return choice.ok ? `${choice.model.provider}/${choice.model.id}` : choice.failure.message;
}

test("scout is chosen when nothing is set up, and is marked as a stopgap", async () => {
  const choice = await choose("");
  expect(choice).toMatchObject({
    ok: true,
    stopgap: true,
    model: { embedded: true, cost: { input: 0, output: 0 } },
  });
  expect(named(choice)).toBe("squire/scout");
});

test("a key, a provider of one's own or a default beats scout", async () => {
  expect(named(await choose("", { DEEPSEEK_API_KEY: "sk-x" }))).toMatch(/^deepseek\//);
  const own = `[[providers]]\nname = "mine"\nkind = "openai"\nbase_url = "${NOBODY}/v1"\nauth = "none"\nmodels = ["m"]\n`;
  expect(named(await choose(own))).toBe("mine/m");
});

test("scout is asked for by name, also where there are others; then it is no stopgap", async () => {
  const choice = await choose("", { DEEPSEEK_API_KEY: "sk-x" }, "scout");
  expect(named(choice)).toBe("squire/scout");
  expect(choice).not.toHaveProperty("stopgap");
  expect(
    named(await choose('default_model = "squire/scout"\n', { DEEPSEEK_API_KEY: "sk-x" })),
  ).toBe("squire/scout");
});

test("a server on this machine is preferred", async () => {
  const server = createServer((request, response) => {
    const body = request.url === "/api/tags" ? { models: [{ name: "tiny:latest" }] } : {};
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the server has no port");
    const env = { OLLAMA_BASE_URL: `http://127.0.0.1:${address.port}/v1` };
    expect(named(await choose("", env))).toBe("ollama/tiny:latest");
  } finally {
    server.close();
  }
});

test("a provider that a user calls squire is the user's", async () => {
  const own = `default_model = "squire/m"\n[[providers]]\nname = "squire"\nkind = "openai"\nbase_url = "${NOBODY}/v1"\nauth = "none"\nmodels = ["m"]\n`;
  const choice = await choose(own);
  expect(named(choice)).toBe("squire/m");
  expect(choice.ok && choice.model.embedded).toBeUndefined();
});
