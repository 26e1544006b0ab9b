import { expect, test } from "bun:test";
import { emptyView, reduceView, type View } from "@squire/client";
import type { AgentEvent } from "@squire/protocol";
import { turnEnds, userSays } from "../testing/events.ts";
import { freshState } from "../testing/states.ts";
import { firstState } from "./face-state.ts";
import { changesList } from "./list-news.ts";
import { withOpenSession } from "./open-session.ts";

const NOW = 1_800_000_000_000;

function viewOf(events: readonly AgentEvent[], title: string | null = null): View {
  const state = freshState({ title });
  const restored = { type: "session.restored", reason: "opened", state, events: [] } as const;
  const all: readonly AgentEvent[] = [{ ...restored, earlier: null }, ...events];
  return all.reduce<View>(
    (view, event, at) => reduceView(view, { sessionId: state.id, seq: at + 1, at: NOW, event }),
    emptyView(state.id),
  );
}

const route = { page: "chat", sessionKey: "s1" } as const;
const { sessions: none } = firstState({ route, theme: "auto", panel: null });
const sessions = { ...none, state: "ready" } as const;
const said = [...userSays("r1", "make the retry\npolicy honour it"), turnEnds("r1")];

test("the open session is in the list before the host has told of it, by its first words", () => {
  const shown = withOpenSession({ sessions, view: viewOf(said), route }, NOW);
  expect(shown.items).toMatchObject([
    { id: "s1", title: "make the retry policy honour it", cwd: "/home/ada/acme", turns: null },
  ]);
});

test("its title takes the place of its first words, in the list that the host gave too", () => {
  const view = viewOf([...said, { type: "title.changed", title: "Honour Retry-After" }]);
  expect(withOpenSession({ sessions, view, route }, NOW).items).toMatchObject([
    { title: "Honour Retry-After" },
  ]);
  const { id, cwd, turns, costUsd, createdAt, updatedAt, running } = freshState();
  const one = { id, title: null, cwd, turns, costUsd, createdAt, updatedAt, running };
  const listed = { ...sessions, items: [one], total: 1 };
  expect(withOpenSession({ sessions: listed, view, route }, NOW).items).toEqual([
    { ...one, title: "Honour Retry-After" },
  ]);
});

test("a search shows what it found, and a list without an open session stays what it is", () => {
  const view = viewOf(said);
  const searched = { ...sessions, query: "dns" };
  expect(withOpenSession({ sessions: searched, view, route }, NOW)).toBe(searched);
  const start = { page: "chat", sessionKey: null } as const;
  expect(withOpenSession({ sessions, view: null, route: start }, NOW)).toBe(sessions);
});

test("the list is asked for again when a session was opened and at the end of a turn", () => {
  const state = freshState();
  const restored = { type: "session.restored", reason: "opened", state, events: [] } as const;
  // A fast turn may be over before anybody follows it: it comes with what is restored.
  expect(changesList({ ...restored, earlier: null })).toBe(true);
  expect(changesList(turnEnds("r1"))).toBe(true);
  expect(changesList({ type: "status.changed", text: null })).toBe(false);
});
