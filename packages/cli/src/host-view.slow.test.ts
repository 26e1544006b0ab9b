import { expect, test } from "bun:test";
import { connectInProcess, emptyView, reduceView, watchSession } from "@squire/client";
import type { Item, View } from "@squire/client";
import { apiRig, reader } from "@squire/host/testing";
import type { EventEnvelope, HostConnection } from "@squire/protocol";
import { call, reply, say, think } from "@squire/testkit";

const SCRIPT = [
  reply(
    think("hm"),
    say("Looking."),
    call("read", { path: "a.txt" }),
    call("read", { path: "no" }),
  ),
  reply(say("Writing."), call("write", { path: "b.txt", content: "x" })),
  call("write", { path: "c.txt", content: "y" }),
  call("todo", { ops: [{ op: "add", text: "more" }] }),
  say("Done."),
  say("Hello again."),
];

/** Passing things are not kept, and times are not told twice the same. */
function kept(item: Item): unknown {
  const { at: _at, ...rest } = item;
  switch (rest.kind) {
    case "tool": {
      const { startedAt: _startedAt, summary, effect, ...tool } = rest;
      // Of a call that never began the log does not keep what it would have been.
      const begun = tool.end === null || tool.end.details.ending === "ran";
      return begun ? { ...tool, summary, effect } : tool;
    }
    case "turn": {
      const { durationMs: _durationMs, ...turn } = rest;
      return turn;
    }
    case "shell": {
      const { id: _id, ...shell } = rest;
      return shell;
    }
    default:
      return rest;
  }
}

function shown({ items, live }: View): unknown {
  const all = [...items, ...live].filter(({ kind }) => kind !== "notice" && kind !== "retry");
  return all.map(kept);
}

/** All but what counts events. */
function standing(view: View): unknown {
  const { seq: _s, epoch: _e, restored: _r, items: _i, live: _l, inner: _n, ...rest } = view;
  // Every opening of a session has a stream of its own.
  const { activity, clients: _c, stream: _t, ...plain } = rest;
  return { ...plain, runId: activity?.runId ?? null };
}

/** Somebody who comes now and has missed everything. */
async function comeLate(client: HostConnection, sessionKey: string): Promise<EventEnvelope> {
  const late = reader(client.events(sessionKey, 1_000_000));
  await late.next("session.restored");
  await late.close();
  const [first] = late.seen;
  if (first === undefined) throw new Error("Nothing came.");
  return first;
}

async function talk(client: HostConnection, sessionKey: string, onEvent: OnEvent): Promise<View> {
  const events = client.events(sessionKey);
  let view = emptyView(sessionKey);
  let sent = 0;
  for await (const envelope of events) {
    view = reduceView(view, envelope);
    await onEvent(view, envelope);
    const { event } = envelope;
    if (event.type === "session.restored") {
      await client.call("shell.run", { sessionKey, command: "echo by hand" });
      await client.call("note.add", { sessionKey, text: "be kind" });
      await client.call("chat.send", { sessionKey, message: "see @a.txt" });
    }
    if (event.type === "approval.requested") {
      const { approvalId } = event.request;
      const isFirst = event.request.summary.includes("b.txt");
      if (isFirst) await client.call("exec.approve", { approvalId });
      else await client.call("exec.deny", { approvalId, reason: "no c" });
    }
    if (event.type === "session.updated" && !event.running) {
      if (sent++ > 0) break;
      await client.call("chat.send", { sessionKey, message: "again" });
    }
  }
  return view;
}

type OnEvent = (view: View, envelope: EventEnvelope) => Promise<void>;

test("GW-9 (part): who comes late, at any event, sees what the others see", async () => {
  await using rig = await apiRig(SCRIPT, { "a.txt": "hello\n" });
  const { client } = rig;
  // The same client once more: nobody else comes or goes, which would be an event by itself.
  const late = connectInProcess(rig.api, { face: "tui", clientId: client.clientId });
  const sessionKey = await rig.session();
  let compared = 0;
  const live = new Map<number, View>();
  const restored: EventEnvelope[] = [];
  await talk(client, sessionKey, async (view, { seq }) => {
    live.set(seq, view);
    restored.push(await comeLate(late, sessionKey));
  });
  for (const envelope of restored) {
    const view = live.get(envelope.seq);
    if (view === undefined) continue;
    const theirs = reduceView(emptyView(sessionKey), envelope);
    expect(shown(theirs)).toEqual(shown(view));
    expect(standing(theirs)).toEqual(standing(view));
    compared++;
  }
  expect(compared).toBeGreaterThan(20);
});

test("SES-9 (part): a session that is opened again looks as it did when it was watched", async () => {
  await using rig = await apiRig(SCRIPT, { "a.txt": "hello\n" });
  const sessionKey = await rig.session();
  const before = await talk(rig.client, sessionKey, () => Promise.resolve());
  await rig.api.close();
  const { client } = await rig.another();
  const events = reader(client.events(sessionKey));
  await events.next("session.restored");
  const [first] = events.seen;
  if (first === undefined) throw new Error("Nothing came.");
  const after = reduceView(emptyView(sessionKey), first);
  expect(shown(after)).toEqual(shown(before));
  expect(standing(after)).toEqual(standing(before));
  await events.close();
});

test("GW-9 (part): who goes and comes back goes on from the last event, and sees no gap", async () => {
  await using rig = await apiRig([say("One."), say("Two.")]);
  const { client } = rig;
  const sessionKey = await rig.session();
  // Somebody else stays, so that the session stays open.
  const stays = reader(rig.api.connect({ face: "web" }).events(sessionKey));
  await stays.next("session.restored");
  const turn = async (message: string): Promise<void> => {
    await client.call("chat.send", { sessionKey, message });
    await stays.next("turn.finished");
  };
  const idle = Promise.withResolvers<void>();
  const first = watchSession(client, sessionKey, {
    onView: (_view, { event }) => event.type === "turn.finished" && idle.resolve(),
  });
  await turn("one");
  await idle.promise;
  first.close();
  await first.ended;
  await turn("two");
  const seqs: number[] = [first.view.seq];
  const done = Promise.withResolvers<void>();
  const second = watchSession(client, sessionKey, {
    view: first.view,
    onView: (_view, { seq, event }) => {
      seqs.push(seq);
      if (event.type === "turn.finished") done.resolve();
      if (event.type === "session.restored") done.reject(new Error("It began anew."));
    },
  });
  await done.promise;
  expect(seqs).toEqual(seqs.map((_, at) => first.view.seq + at));
  const users = [...second.view.items].flatMap((item) => (item.kind === "user" ? [item.text] : []));
  expect(users).toEqual(["one", "two"]);
  second.close();
  expect(await second.ended).toEqual({ type: "closed" });
});
