import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import { writeCodeMeta } from "@squire/memory";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer } from "@squire/testkit";
import { openHost } from "../open.ts";
import type { Host } from "../open.ts";
import { openLiveSession } from "../session/live-session.ts";
import { rerunSession } from "../session/rerun.ts";
import { sessionStore } from "../sessions.ts";
import { codePlaceOf } from "./code-place.ts";
import { filesFor } from "./files-for.ts";
import { openCodeIndex } from "./open-code-index.ts";
import { repository } from "./testing/repository.ts";
import { updateWords } from "./update-code-index.ts";

type Sent = { readonly system: unknown; readonly tools: readonly { readonly name: string }[] };

function sent(server: ScriptedServer, at: number): Sent {
  return server.requests[at]?.json as Sent;
}

/** A session on a scripted model in a made-up repository; `between` is called after the first prompt. */
async function converse(
  server: ScriptedServer,
  prompts: readonly string[],
  { tools, between }: { readonly tools: boolean; readonly between: (host: Host) => Promise<void> },
) {
  const files = Object.entries(repository()).map(([name, text]) => [`work/${name}`, text]);
  const home = await tempWorkspace(Object.fromEntries(files) as Record<string, string>);
  const config = `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "anthropic"\nbase_url = "${server.url}"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n`;
  await home.write("home/config.toml", config);
  const host = await openHost({
    env: { SQUIRE_HOME: home.path("home"), HOME: home.root, PATH: process.env["PATH"] ?? "" },
    cwd: home.path("work"),
    userHome: home.root,
    offline: false,
    warn: () => {},
  });
  const choice = await host.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  const model = await host.models.open(choice.model);
  await using session = await sessionStore(host.home).create({ cwd: host.cwd });
  const input = { host, session, info: choice.model, model, yes: false, tools };
  const limits = { maxSteps: 8, budgetUsd: 0, emit: () => {} };
  await using live = await openLiveSession({ ...input, ...limits });
  for (const [at, prompt] of prompts.entries()) {
    if (at === 1) await between(host);
    await live.agent.prompt(userText(prompt));
  }
  const { id } = session.header;
  return { host, id, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() };
}

async function makeIndex(host: Host): Promise<void> {
  const place = codePlaceOf(host, host.cwd);
  if (place === null) throw new Error("no project");
  using open = await openCodeIndex(host, place, { notice: () => {} });
  const { signal } = new AbortController();
  await updateWords(open, await filesFor(host, place), { signal, waits: true });
  writeCodeMeta(open.index, { isWordsOnly: true });
}

test("SRCH-10: an index that is made while a session runs brings its tool with the next turn, behind all others", async () => {
  await using server = await startScriptedServer([
    say("nothing yet"),
    call("semantic_search", { query: "where do retries back off", k: 2 }),
    say("In the retry policy."),
  ]);
  const prompts = ["Where do retries back off?", "And now?"];
  await using at = await converse(server, prompts, { tools: true, between: makeIndex });
  const [before, after] = [sent(server, 0), sent(server, 1)];
  expect(before.tools.map(({ name }) => name)).not.toContain("semantic_search");
  // What was shown before is the same, the new one stands behind it.
  expect(after.tools.slice(0, -1)).toEqual([...before.tools]);
  expect(after.tools.at(-1)?.name).toBe("semantic_search");
  expect(after.system).toEqual(before.system);
  expect(JSON.stringify(server.requests[2]?.json)).toContain("src/net/retry-policy.ts:1-13");
  expect(sent(server, 2).tools).toEqual([...after.tools]);
  const recorded = await sessionStore(at.host.home).read(at.id);
  expect(await rerunSession(at.host, recorded)).toMatchObject({ identical: true, steps: 3 });
  server.assertDone();
});

test("a session without tools gets none by an index either", async () => {
  await using server = await startScriptedServer([say("one"), say("two")]);
  await using _ = await converse(server, ["a", "b"], { tools: false, between: makeIndex });
  expect([sent(server, 0).tools ?? [], sent(server, 1).tools ?? []]).toEqual([[], []]);
});
