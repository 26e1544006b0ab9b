import { describe, expect, test } from "bun:test";
import type { HostClient } from "@squire/client";
import { HostError } from "@squire/protocol/values";
import { connectHost, type Doorstep, type Knocking } from "./connect-host.ts";
import { HostLine } from "./host-line.ts";
import type { Link, LinkState } from "./link.ts";

const PAGE = { protocol: "http:", host: "127.0.0.1:18789" };

/** A page that knocks; the test answers, also when it is too late. */
function openLine() {
  const kept = new Map<string, string>();
  const knocks: (PromiseWithResolvers<Link> & { readonly knocking: Knocking })[] = [];
  const states: LinkState["type"][] = [];
  const opened: string[] = [];
  const line = new HostLine(
    {
      connect: (knocking) => {
        const answer = Promise.withResolvers<Link>();
        knocks.push({ ...answer, knocking });
        return answer.promise;
      },
      kept: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    },
    { state: ({ type }) => void states.push(type), open: () => void opened.push("open") },
  );
  return { line, kept, knocks, states, opened };
}

function deadClient(): HostClient {
  const never = (): never => {
    throw new Error("Nobody may call here.");
  };
  return { clientId: "web", call: never, events: never, close: () => Promise.resolve() };
}

describe("leaving while the host has not answered yet", () => {
  test("keeps no token that comes late, tells nothing, and hangs up", async () => {
    const { line, kept, knocks, states, opened } = openLine();
    const signed = line.sign({ code: "once" });
    await line.sign(null);
    const [knock] = knocks;
    knock?.knocking.onToken("late");
    knock?.knocking.onState({ type: "online" });
    let closed = 0;
    knock?.resolve({ client: deadClient(), close: () => void closed++ });
    await signed;
    expect({ kept: kept.size, states, opened, closed }).toEqual({
      kept: 0,
      states: [],
      opened: [],
      closed: 1,
    });
    expect(line.client).toBeNull();
  });

  test("a token that comes in time is kept", () => {
    const { line, kept, knocks } = openLine();
    void line.sign({ code: "once" });
    knocks[0]?.knocking.onToken("good");
    expect([...kept.values()]).toEqual(["good"]);
  });
});

describe("knocking again", () => {
  const away = new HostError({ code: "offline", message: "Nobody answers.", retryable: true });

  function knock(dial: Doorstep["dial"], network = new EventTarget()) {
    const leaving = new AbortController();
    const waiting = Promise.withResolvers<void>();
    const link = connectHost(
      {
        auth: { token: "t" },
        onToken: () => {},
        onState: () => waiting.resolve(),
        signal: leaving.signal,
      },
      { page: PAGE, dial, network },
    );
    return { link, leaving, waiting: waiting.promise };
  }

  test("ends when nobody waits any more: no further line is opened", async () => {
    let dialled = 0;
    const { link, leaving, waiting } = knock(() => {
      dialled += 1;
      return dialled === 1 ? Promise.reject(away) : Promise.resolve(deadClient());
    });
    await waiting;
    leaving.abort();
    expect(await link.catch((error: unknown) => error)).toBe(away);
    expect(dialled).toBe(1);
  });

  test("goes on at once when there is a network again", async () => {
    const network = new EventTarget();
    const client = deadClient();
    let dialled = 0;
    const { link, waiting } = knock(() => {
      dialled += 1;
      return dialled === 1 ? Promise.reject(away) : Promise.resolve(client);
    }, network);
    await waiting;
    network.dispatchEvent(new Event("online"));
    expect((await link).client).toBe(client);
  });
});
