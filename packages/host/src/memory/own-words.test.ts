import { expect, test } from "bun:test";
import type { OpenSession } from "@squire/session";
import { tempWorkspace } from "@squire/testkit";
import { openSessions } from "../open-sessions.ts";
import { openMemory } from "./open-memory.ts";
import { refreshMemory } from "./refresh.ts";
import { called, sessionMemories, talkAfter } from "./testing/session-memories.ts";

test("MEM-16 (part): what a session said itself takes no place, and hides nobody who said the same", async () => {
  const said = "The heron of the harbour is black.";
  const opened = Promise.withResolvers<OpenSession>();
  await using home = await tempWorkspace({});
  await using memory = await sessionMemories(home.root)(
    {},
    {
      begin: async (host) => {
        const { store } = await openSessions(host.home);
        await talkAfter(host, said, []);
        const session = await store.create({ cwd: host.cwd });
        opened.resolve(session);
        for (let at = 0; at < 30; at++) {
          const text =
            at === 0 ? said : `The colour of heron ${at} of harbour ${at} is ${"x".repeat(at)}`;
          const message = { role: "user", content: [{ type: "text", text }] } as const;
          await session.append({ type: "message", message, status: "complete" });
        }
        return session;
      },
      fill: async (host, index) => {
        await refreshMemory(host, index);
        // Whoever is no session finds its words first.
        const [first] = index.searchWords("colour of the heron of the harbour", { k: 1 });
        expect(first?.path).toBe(`session:${(await opened.promise).header.id}`);
      },
      open: (host, options) => openMemory(host, { ...options, wordsOnly: true }),
    },
  );
  await using _own = await opened.promise;
  const [fact] = await memory.recall("Which colour has the heron of the harbour?");
  expect(fact?.text).toContain(said);
  const args = { query: "colour of the heron of the harbour", k: 2 };
  const found = JSON.stringify(await called(memory, "memory_search", args));
  expect(found).toContain(said);
  for (const text of [fact?.text, found]) expect(text).not.toContain("heron 1");
});
