import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { addItems } from "@squire/memory";
import type { MemoryIndex } from "@squire/memory";
import type { EntryDraft, JsonValue } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import { openHost } from "../../open.ts";
import type { Host } from "../../open.ts";
import { openSessions } from "../../open-sessions.ts";
import { openMemory } from "../open-memory.ts";
import { SessionMemory } from "../session-memory.ts";
import type { SessionMemoryInput } from "../session-memory.ts";

/** A session with these entries, and then the user said this; a note is left behind on another branch. */
export async function talkAfter(
  host: Host,
  text: string,
  before: readonly EntryDraft[],
): Promise<void> {
  const { store } = await openSessions(host.home);
  await using session = await store.create({ cwd: host.cwd });
  for (const draft of before) await session.append(draft);
  const message = { role: "user", content: [{ type: "text", text }] } as const;
  if (before.some(({ type }) => type === "custom"))
    await session.append({ type: "leaf", targetId: null });
  await session.append({ type: "message", message, status: "complete" });
}

type Filling = (host: Host, index: MemoryIndex) => Promise<void>;
type More = Pick<Partial<SessionMemoryInput>, "open" | "notice"> & {
  readonly fill?: Filling;
  /** What the session has seen so far. */
  readonly seen?: readonly EntryDraft[];
  /** The session, made before the index is filled; one without a log unless told. */
  readonly begin?: (host: Host) => Promise<OpenSession>;
};

/** Makes memories of sessions in this folder, each in a home of its own. */
export function sessionMemories(folder: string): Make {
  let count = 0;
  return async (env, { fill, seen = [], begin, ...more } = {}) => {
    const home = join(folder, `home-${++count}`);
    const cwd = join(home, "work");
    mkdirSync(join(cwd, ".git"), { recursive: true });
    const host = await openHost({
      env: { HOME: home, SQUIRE_HOME: join(home, ".squire"), ...env },
      cwd,
      userHome: home,
      offline: true,
      warn: () => {},
    });
    const { store } = await openSessions(host.home);
    const session = (await begin?.(host)) ?? store.createEphemeral({ cwd });
    {
      using memory = await openMemory(host, { notice: () => {} });
      if (memory !== null) {
        addItems(
          memory.index,
          [{ id: "1", text: "The staging server is called heron and listens on port 4000." }],
          "x",
        );
        await fill?.(host, memory.index);
      }
    }
    for (const draft of seen) await session.append(draft);
    return new SessionMemory({
      host,
      session,
      askUser: null,
      redact: (text) => text,
      notice: () => {},
      ...more,
    });
  };
}

type Make = (env: Readonly<Record<string, string>>, more?: More) => Promise<SessionMemory>;

/** Calls a tool of memory. */
export async function called(
  memory: SessionMemory,
  tool: string,
  args: JsonValue,
  signal = new AbortController().signal,
): Promise<unknown> {
  const prepared = memory
    .tools()
    .find(({ name }) => name === tool)
    ?.prepare(args);
  if (prepared?.ok !== true) throw new Error("the arguments do not fit");
  // Only these two parts of the context are used.
  const context = { callId: "c", signal };
  return prepared.call.run(context as unknown as Parameters<typeof prepared.call.run>[0]);
}
