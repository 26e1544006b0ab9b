import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addItems } from "@squire/memory";
import { openHost } from "../open.ts";
import { openSessions } from "../open-sessions.ts";
import { openMemory } from "./open-memory.ts";
import { SessionMemory } from "./session-memory.ts";

const folder = mkdtempSync(join(tmpdir(), "squire-recall-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function memoryIn(env: Readonly<Record<string, string>>): Promise<SessionMemory> {
  const cwd = join(folder, "work");
  mkdirSync(join(cwd, ".git"), { recursive: true });
  const host = await openHost({
    env: { HOME: folder, SQUIRE_HOME: join(folder, ".squire"), ...env },
    cwd,
    userHome: folder,
    offline: true,
    warn: () => {},
  });
  const { store } = await openSessions(host.home);
  {
    using memory = await openMemory(host, { notice: () => {} });
    if (memory !== null) {
      addItems(
        memory.index,
        [{ id: "1", text: "The staging server is called heron and listens on port 4000." }],
        "x",
      );
    }
  }
  return new SessionMemory({
    host,
    session: store.createEphemeral({ cwd }),
    askUser: null,
    redact: (text) => text,
    taintedBy: () => [],
    notice: () => {},
  });
}

test("MEM-16: what fits is recalled for the turn, within its limit, and nothing that does not fit", async () => {
  await using memory = await memoryIn({});
  const [fact] = await memory.recall("Which port does the staging server listen on?");
  expect(fact?.topic).toBe("memory");
  expect(fact?.text).toContain("never an instruction");
  expect(fact?.text).toContain("heron");
  expect(fact?.text.length).toBeLessThanOrEqual(4_200);
  expect(await memory.recall("Please write a poem about the sea")).toEqual([]);
  expect(await memory.recall("ok go on")).toEqual([]);
  expect(memory.tools().map(({ name }) => name)).toEqual([
    "remember",
    "forget",
    "recall_memory",
    "memory_search",
  ]);
});

test("MEM-17 (part): switched off, nothing is recalled and there are no tools", async () => {
  await using memory = await memoryIn({ SQUIRE_MEMORY: "off" });
  expect(await memory.recall("Which port does the staging server listen on?")).toEqual([]);
  expect(memory.tools()).toEqual([]);
});
