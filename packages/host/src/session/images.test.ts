import { expect, test } from "bun:test";
import type { UserMessage } from "@squire/protocol";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";
import type { ScriptedServer } from "@squire/testkit";
import { openLiveSession } from "./live-session.ts";
import { hostFor } from "./testing/live-rig.ts";
import { sessionStore } from "../sessions.ts";

/** One dot. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const seeing = (url: string): string =>
  `[[providers]]\nname = "seeing"\nkind = "anthropic"\nbase_url = "${url}"\nauth = "none"\nmodels = [{ id = "s", input = ["text", "image"] }]\ncontext_window = 100000\n`;

/** Pastes a picture, lets the model read another, and gives the body of the last request. */
async function lastRequest(server: ScriptedServer, model: string): Promise<string> {
  await using home = await tempWorkspace({ "work/dot.png": Buffer.from(DOT, "base64") });
  const host = await hostFor({ server, home, settings: seeing(server.url) }, model);
  const choice = await host.models.choose();
  if (!choice.ok) throw new Error(choice.failure.message);
  await using session = await sessionStore(host.home).create({ cwd: host.cwd });
  await using live = await openLiveSession({
    host,
    session,
    info: choice.model,
    model: await host.models.open(choice.model),
    yes: true,
    tools: true,
    maxSteps: 8,
    budgetUsd: 0,
    emit: () => {},
  });
  const message: UserMessage = {
    role: "user",
    content: [
      { type: "image", mimeType: "image/jpeg", data: DOT },
      { type: "image", mimeType: "image/png", data: Buffer.from("no picture").toString("base64") },
    ],
  };
  await live.agent.prompt(message);
  return server.requests.at(-1)?.bodyText ?? "";
}

test("IMG-1: pictures of a paste and of a tool reach a model that sees, checked by content", async () => {
  await using server = await startScriptedServer([call("read", { path: "dot.png" }), say("a dot")]);
  const body = await lastRequest(server, "seeing/s");
  const sent = { type: "base64", media_type: "image/png", data: DOT };
  expect(body.split(JSON.stringify(sent))).toHaveLength(3);
  expect(body).not.toContain("image/jpeg");
  expect(body).toContain("[image left out: ");
});

test("IMG-1: a model without image input gets words in their place", async () => {
  for (const model of ["mock/m", "other/n"]) {
    await using server = await startScriptedServer([
      call("read", { path: "dot.png" }),
      say("nothing to see"),
    ]);
    const body = await lastRequest(server, model);
    expect(body).not.toContain(DOT);
    expect(body.split("this model cannot read images (image/png)")).toHaveLength(3);
  }
});
