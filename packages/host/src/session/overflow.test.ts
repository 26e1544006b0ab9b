import { expect, test } from "bun:test";
import { fail, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ServerStep, TempWorkspace } from "@squire/testkit";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { openHost } from "../open.ts";
import { sessionStore } from "../sessions.ts";
import { openLiveSession } from "./live-session.ts";
import { userText } from "@squire/protocol";

const TOO_LONG = fail("overflow", "prompt is too long: 99999 tokens > 30000 maximum");

async function run(home: TempWorkspace, config: string, prompts: readonly string[]) {
  await home.write("home/config.toml", `default_model = "mock/small"\n${config}`);
  await home.write("work/a.txt", "");
  const host = await openHost({
    env: { SQUIRE_HOME: home.path("home") },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
  await using session = await sessionStore(host.home).create({ cwd: host.cwd });
  const choice = await host.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  await using live = await openLiveSession({
    host,
    session,
    info: choice.model,
    model: await host.models.open(choice.model),
    yes: false,
    tools: false,
    maxSteps: 8,
    budgetUsd: 0,
    emit: () => {},
  });
  for (const prompt of prompts) await live.agent.prompt(userText(prompt));
  return session.tree.branch().slice();
}

const provider = (url: string, windows: Readonly<Record<string, number>>): string =>
  Object.entries(windows)
    .map(
      ([id, window], at) =>
        `${
          at === 0
            ? `[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\nauth = "none"\nmodels = [${Object.keys(
                windows,
              )
                .map((name) => `"${name}"`)
                .join(", ")}]\n`
            : ""
        }[providers.model_overrides."${id}"]\ncontext_window = ${window}\n`,
    )
    .join("");

const modelsAsked = (requests: readonly { readonly json: unknown }[]): readonly unknown[] =>
  requests.map(({ json }) => (json as { readonly model?: unknown } | undefined)?.model);

test("CMP-15: on overflow the next larger model answers, for this turn alone", async () => {
  let first = true;
  const step = (): ServerStep => {
    const now = first ? TOO_LONG : say("ok");
    first = false;
    return now;
  };
  await using server = await startScriptedServer(step);
  await using home = await tempWorkspace();
  const config = provider(server.url, { small: 30_000, large: 200_000, larger: 900_000 });
  const branch = await run(home, config, ["one", "two"]);
  expect(modelsAsked(server.requests)).toEqual(["small", "large", "small"]);
  expect(branch.filter(({ type }) => type === "model_change")).toMatchObject([
    { model: "mock/large", temporary: true, cause: "promotion" },
  ]);
});

test("CMP-15: without a larger one, or switched off, the session is compacted", async () => {
  let first = true;
  await using server = await startScriptedServer(() => {
    const now = first ? TOO_LONG : say("ok");
    first = false;
    return now;
  });
  await using home = await tempWorkspace();
  const config = `[context_promotion]\nenabled = false\n${provider(server.url, { small: 30_000, large: 200_000 })}`;
  await run(home, config, ["one"]);
  expect(modelsAsked(server.requests)).not.toContain("large");
});

test("CMP-9: the summary comes from the endpoint of the settings; CMP-8: else from the role", async () => {
  const asked: unknown[] = [];
  const endpoint = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      asked.push(JSON.parse(body));
      response.end(JSON.stringify({ summary: "A summary from elsewhere." }));
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = endpoint.address() as AddressInfo;
    let calls = 0;
    await using server = await startScriptedServer(() =>
      ++calls === 3 ? TOO_LONG : say("word ".repeat(9_000)),
    );
    await using home = await tempWorkspace();
    const config = `[context_promotion]\nenabled = false\n[compaction]\nkeep_recent_tokens = 2000\nremote_endpoint = "http://127.0.0.1:${port}/summary"\n${provider(server.url, { small: 200_000 })}`;
    const branch = await run(home, config, ["one", "two", "three"]);
    expect(asked.length).toBeGreaterThan(0);
    expect(asked[0]).toMatchObject({
      systemPrompt: expect.any(String) as string,
      prompt: expect.any(String) as string,
    });
    const compaction = branch.find(({ type }) => type === "compaction");
    expect(JSON.stringify(compaction)).toContain("A summary from elsewhere.");
  } finally {
    endpoint.close();
  }
});
