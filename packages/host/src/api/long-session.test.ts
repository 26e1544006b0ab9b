import { expect, test } from "bun:test";
import type { EventEnvelope, KeptEvent, UserMessage } from "@squire/protocol";
import { userText } from "@squire/protocol/values";
import { hang, say } from "@squire/testkit";
import { sessionStore } from "../sessions.ts";
import { apiRig, reader } from "./testing/api-rig.ts";

const ORIGIN = { provider: "mock", wire: "anthropic-messages", model: "m" } as const;

/** A session of many turns with long answers, as an earlier process left it. */
async function longSession(home: string, cwd: string, turns: number): Promise<string> {
  await using session = await sessionStore(home).create({ cwd });
  for (let turn = 1; turn <= turns; turn++) {
    const runId = `run-${turn}`;
    const ask: UserMessage = userText(`question ${turn}`);
    const text = `answer ${turn} ${"x".repeat(20_000)}`;
    const answer = {
      role: "assistant",
      content: [{ type: "text", text }],
      origin: ORIGIN,
    } as const;
    await session.append({ type: "message", message: ask, status: "complete", runId });
    await session.append({ type: "message", message: answer, status: "complete", runId, step: 1 });
  }
  return session.header.id;
}

function said(events: readonly KeptEvent[]): readonly string[] {
  return events.flatMap(({ event }) => {
    if (event.type !== "message.added") return [];
    const [block] = event.message.content;
    return block?.type === "text" ? [block.text.slice(0, 12).trim()] : [];
  });
}

test("SES-9 (part): a long session begins with its end, and is read backwards page by page", async () => {
  await using rig = await apiRig([]);
  const turns = 80;
  const sessionKey = await longSession(rig.host.home, rig.host.cwd, turns);
  const events = reader(rig.client.events(sessionKey));
  const first = await events.next("session.restored");
  expect(JSON.stringify(first).length).toBeLessThan(1024 * 1024);
  let pages = [said(first.events)];
  let { earlier } = first;
  while (earlier !== null) {
    const page = await rig.client.call("chat.replay", { sessionKey, before: earlier });
    pages = [said(page.events), ...pages];
    ({ earlier } = page);
  }
  expect(pages.length).toBeGreaterThan(2);
  // Each page begins with what the user said.
  for (const [words] of pages) expect(words).toStartWith("question");
  const all = Array.from({ length: turns }, (_, at) => [`question ${at + 1}`, `answer ${at + 1}`]);
  expect(pages.flat().map((text) => text.replace(/ x+$/, ""))).toEqual(all.flat());
});

test("GW-12 (part): closing stops what runs, and the log is whole", async () => {
  await using rig = await apiRig([hang()]);
  const sessionKey = await rig.session();
  const events = rig.client.events(sessionKey);
  const seen: EventEnvelope[] = [];
  const watching = (async () => {
    for await (const envelope of events) {
      seen.push(envelope);
      if (envelope.event.type === "step.started") void rig.api.close();
    }
  })();
  await rig.client.call("chat.send", { sessionKey, message: "go" });
  await watching;
  await rig.api.close();
  const { client } = await rig.another();
  const { messages, session } = await client.call("sessions.get", { sessionKey });
  expect(session.running).toBe(false);
  expect(messages.map(({ message, status }) => [message.role, status])).toEqual([
    ["user", "complete"],
    ["assistant", "aborted"],
  ]);
});

test("LOOP-28 (part): the first message names the session, and everybody hears it", async () => {
  const script = ({ wire }: { readonly wire: unknown }) =>
    wire === "anthropic-messages" ? say("Hi.") : say("A fine title");
  await using rig = await apiRig(script, {}, '[roles]\nsmol = "other/n"\n');
  const sessionKey = await rig.session();
  const events = reader(rig.client.events(sessionKey));
  await rig.client.call("chat.send", { sessionKey, message: "hello" });
  expect((await events.next("title.changed")).title).toBe("A fine title");
});

test("CMP-13 (part): a compaction by hand is announced, or says that there is nothing to gain", async () => {
  await using rig = await apiRig(() => say("A short summary."));
  const { client } = rig;
  const empty = await rig.session();
  expect(await client.call("chat.compact", { sessionKey: empty })).toMatchObject({ ok: false });
  const sessionKey = await longSession(rig.host.home, rig.host.cwd, 40);
  const events = reader(client.events(sessionKey));
  const { ok, tokensBefore, tokensAfter } = await client.call("chat.compact", { sessionKey });
  expect(ok).toBe(true);
  expect(tokensAfter).toBeLessThan(tokensBefore);
  const started = await events.next("compaction.started");
  expect(started.reason).toBe("manual");
  const finished = await events.next("compaction.finished");
  expect(finished).toMatchObject({ compactionId: started.compactionId, tokensAfter });
  expect(await events.next("context.changed")).toMatchObject({ tokens: tokensAfter });
});
