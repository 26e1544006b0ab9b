import { describe, expect, test } from "bun:test";
import { rejectionOf, tempWorkspace } from "@squire/testkit";
import { askingStore } from "./asking-store.ts";
import { nodeDisk } from "./disk.ts";
import { askBefore, type PreAnswer, type PreEvent, type PreListener } from "./pre-events.ts";
import { fileStore } from "./store.ts";
import { said } from "./testing/drafts.ts";
import { machine, testPorts } from "./testing/rig.ts";

const EVENT: PreEvent = { type: "before_tree", sessionId: "s", fromId: "a", toId: "b" };
const { signal } = new AbortController();

const saying =
  (answer: PreAnswer | undefined, heard: PreEvent[] = []): PreListener =>
  (event) => {
    heard.push(event);
    return answer;
  };

describe("SES-8: asking before something happens", () => {
  test("SES-8: the first who cancels ends it, and says why", async () => {
    const later: PreEvent[] = [];
    const listeners = [
      saying({ summary: { summary: "mine" } }),
      saying({ cancel: true, reason: "Not now." }),
      saying(undefined, later),
    ];
    expect(await askBefore(listeners, EVENT, { signal })).toEqual({
      type: "cancelled",
      reason: "Not now.",
    });
    expect(later).toEqual([]);
  });

  test("SES-8: the first who brings a text is heard; with nobody there it goes on", async () => {
    const listeners = [
      saying(undefined),
      saying({ summary: { summary: "first" } }),
      saying({ summary: { summary: "second" }, skipConversationRestore: true }),
    ];
    expect(await askBefore(listeners, EVENT, { signal })).toEqual({
      type: "go",
      answer: { summary: { summary: "first" }, skipConversationRestore: true },
    });
    expect(await askBefore([], EVENT, { signal })).toEqual({ type: "go", answer: {} });
  });

  test("SES-8: one that fails counts as one that said nothing, and is told", async () => {
    const warned: string[] = [];
    const broken: PreListener = () => Promise.reject(new Error("oops"));
    const listeners = [broken, saying({ cancel: true })];
    const warn = (message: string): void => void warned.push(message);
    expect(await askBefore(listeners, EVENT, { signal, warn })).toMatchObject({
      type: "cancelled",
    });
    expect(warned).toEqual(["What listens to before_tree failed: oops"]);
  });

  test("SES-8: an abort while they think cancels it", async () => {
    const stop = new AbortController();
    const slow: PreListener = () => {
      stop.abort();
      return undefined;
    };
    expect(await askBefore([slow], EVENT, { signal: stop.signal })).toMatchObject({
      type: "cancelled",
    });
  });
});

describe("SES-8: the store", () => {
  test("SES-8: opening another session and forking one can be cancelled", async () => {
    await using dir = await tempWorkspace();
    const ports = testPorts(nodeDisk(), { processes: machine().as(1) });
    const store = fileStore(ports, dir.path("h"));
    const session = await store.create({ cwd: "/work" });
    const first = await session.append(said("one"));
    await session.append(said("two"));
    await session.close();
    const { id } = session.header;

    const heard: PreEvent[] = [];
    const closed = askingStore(store, [saying({ cancel: true, reason: "Stay." }, heard)], {
      signal,
      current: () => "another",
    });
    expect(String(await rejectionOf(closed.open(id.slice(0, 6))))).toContain("Stay.");
    expect(String(await rejectionOf(closed.fork(id, { entryId: first.id })))).toContain("Stay.");
    expect(heard).toEqual([
      { type: "before_switch", fromId: "another", toId: id },
      { type: "before_branch", sessionId: id, entryId: first.id },
    ]);
    expect((await store.list()).sessions).toHaveLength(1);

    // The one that is open already is no switch.
    const same = askingStore(store, [saying({ cancel: true })], { signal, current: () => id });
    await (await same.open(id)).close();

    const whole = askingStore(store, [saying({ skipConversationRestore: true })], {
      signal,
      current: () => null,
    });
    const all = await store.read((await whole.fork(id, { entryId: first.id })).id);
    const part = await store.read((await store.fork(id, { entryId: first.id })).id);
    expect([all.tree.branch().length, part.tree.branch().length]).toEqual([2, 1]);
  });
});
