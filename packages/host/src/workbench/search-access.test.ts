import { expect, test } from "bun:test";
import { startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { TempWorkspace } from "@squire/testkit";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import { openHost } from "../open.ts";
import { hostFor } from "../session/testing/live-rig.ts";
import { runTool } from "./run-tool.ts";
import { searchAccess } from "./search-access.ts";
import { listTools } from "./tool-list.ts";

type Env = Readonly<Record<string, string>>;

function open(home: TempWorkspace, env: Env = {}) {
  return openHost({
    env: { SQUIRE_HOME: home.path("home"), PATH: process.env["PATH"] ?? "", ...env },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
}

/** A token of a ChatGPT login, as far as it is read. */
const TOKEN = `x.${Buffer.from(JSON.stringify({ "https://api.openai.com/auth": { chatgpt_account_id: "acc_1" } })).toString("base64url")}.x`;

test("WEB-2: anthropic and codex search with what is set up for models", async () => {
  await using home = await tempWorkspace({
    "work/a.txt": "",
    "home/config.toml":
      '[[providers]]\nname = "anthropic"\nbase_url = "https://proxy.test"\nheaders = { "x-team" = "lamps" }\n',
  });
  const none = searchAccess(await open(home));
  expect([await none.anthropic?.(), await none.codex?.()]).toEqual([null, null]);
  const host = await open(home, { ANTHROPIC_API_KEY: "sk-ant-api-general" });
  host.store.add({ provider: "codex", kind: "key", secret: TOKEN });
  const access = searchAccess(host);
  expect(await access.anthropic?.()).toMatchObject({
    headers: { "x-api-key": "sk-ant-api-general", "x-team": "lamps" },
    baseUrl: "https://proxy.test",
    model: "claude-haiku-4-5",
  });
  expect(await access.codex?.()).toMatchObject({
    headers: { authorization: `Bearer ${TOKEN}`, "chatgpt-account-id": "acc_1" },
    baseUrl: "https://chatgpt.com/backend-api",
    model: "gpt-5.6-sol",
  });
  host.store.add({ provider: "anthropic", kind: "key", secret: "sk-ant-oat-login" });
  expect((await access.anthropic?.())?.headers).toMatchObject({
    authorization: "Bearer sk-ant-oat-login",
    "anthropic-beta": expect.stringContaining("oauth"),
  });
});

const FOUND = {
  content: [
    {
      type: "web_search_tool_result",
      content: [{ type: "web_search_result", url: "https://one.test/a", title: "First page" }],
    },
    { type: "text", text: "Light." },
  ],
};

test("WEB-2: a search by hand goes to the provider that is set up", async () => {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers);
    response.setHeader("content-type", "application/json").end(JSON.stringify(FOUND));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  await using home = await tempWorkspace({
    "work/a.txt": "",
    "home/config.toml": `[web]\nsearch_order = ["anthropic"]\n[[providers]]\nname = "anthropic"\nbase_url = "http://127.0.0.1:${port}"\napi_key = "sk-ant-configured"\n`,
  });
  const result = await runTool(await open(home), {
    tool: "web_search",
    args: { query: "lamps" },
    yes: true,
    signal: new AbortController().signal,
    warn: () => {},
  });
  server.close();
  expect(result).toMatchObject({ type: "ended", run: { ok: true } });
  expect(result.type === "ended" ? result.run.text : "").toContain("https://one.test/a");
  expect(heard).toMatchObject([{ "x-api-key": "sk-ant-configured" }]);
});

test("WEB-9: search = false and SQUIRE_SEARCH=off remove both tools", async () => {
  await using home = await tempWorkspace({ "work/a.txt": "" });
  await using server = await startScriptedServer([]);
  const webTools = async (host: Awaited<ReturnType<typeof open>>) => {
    const { tools, absent } = await listTools(host);
    const isWeb = ({ name }: { readonly name: string }): boolean => name.startsWith("web_");
    return [tools.filter(isWeb).length, absent.filter(isWeb)];
  };
  expect(await webTools(await hostFor({ server, home }))).toEqual([2, []]);
  const gone = ["web_search", "web_fetch"].map((name) => ({ name, reason: "search is off" }));
  expect(await webTools(await open(home, { SQUIRE_SEARCH: "off" }))).toEqual([0, gone]);
  await home.write("home/config.toml", "search = false\n");
  expect(await webTools(await open(home))).toEqual([0, gone]);
});
