import { expect, test } from "bun:test";
import { userText } from "@squire/protocol";
import { writeCodeMeta } from "@squire/memory";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer } from "@squire/testkit";
import { openHost } from "../open.ts";
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

test("SRCH-10: an index that is made while a session runs brings its tool with the next turn, behind all others", async () => {
  await using server = await startScriptedServer([
    say("nothing yet"),
    call("semantic_search", { query: "where do retries back off", k: 2 }),
    say("In the retry policy."),
  ]);
  const files = Object.entries(repository()).map(([name, text]) => [`work/${name}`, text]);
  await using home = await tempWorkspace(Object.fromEntries(files) as Record<string, string>);
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
  const id = await (async () => {
    await using session = await sessionStore(host.home).create({ cwd: host.cwd });
    await using live = await openLiveSession({
      host,
      session,
      info: choice.model,
      model,
      yes: false,
      tools: true,
      maxSteps: 8,
      budgetUsd: 0,
      emit: () => {},
    });
    await live.agent.prompt(userText("Where do retries back off?"));
    const place = codePlaceOf(host, host.cwd);
    if (place === null) throw new Error("no project");
    using open = await openCodeIndex(host, place, { notice: () => {} });
    const signal = new AbortController().signal;
    await updateWords(open, await filesFor(host, place), { signal, waits: true });
    writeCodeMeta(open.index, { isWordsOnly: true });
    await live.agent.prompt(userText("And now?"));
    return session.header.id;
  })();
  const [before, after] = [sent(server, 0), sent(server, 1)];
  expect(before.tools.map(({ name }) => name)).not.toContain("semantic_search");
  // The bytes of what was shown before are the same, the new one stands behind them.
  const names = after.tools.map(({ name }) => name);
  expect(names).toEqual([...before.tools.map(({ name }) => name), "semantic_search"]);
  expect(after.system).toEqual(before.system);
  const shown = JSON.stringify(server.requests[2]?.json);
  expect(shown).toContain("src/net/retry-policy.ts:1-13");
  expect(sent(server, 2).tools.map(({ name }) => name)).toEqual(names);
  const recorded = await sessionStore(host.home).read(id);
  expect(await rerunSession(host, recorded)).toMatchObject({ identical: true, steps: 3 });
  server.assertDone();
});
