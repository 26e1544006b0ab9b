import { describe, expect, test } from "bun:test";
import { NO_USAGE, textOf } from "@squire/protocol";
import {
  answering,
  ask,
  collect,
  handWritten,
  onlyFailure,
  REQUEST,
  rig,
  SECRET,
  sse,
  tinyWire,
  types,
} from "./testing/rig.ts";

const HELLO = sse({ text: "he" }, { text: "llo" }, "[DONE]");

describe("a reply", () => {
  test("PROV-1: one request becomes events and one result", async () => {
    const setup = rig(answering(HELLO));
    const stream = setup.model.stream(REQUEST, { signal: new AbortController().signal });
    const events = await collect(stream);
    expect(types(events)).toEqual(["start", "text.delta", "text.delta", "block.end", "finish"]);
    const result = await stream.result();
    expect(result).toBe(events.at(-1) as typeof result);
    expect(result.type === "finish" && textOf(result.message)).toBe("hello");
    expect(setup.verdicts).toEqual([["k1", "ok", undefined]]);
    await setup.clock.advance(0);
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-1: the request goes to the endpoint's model, address and headers", async () => {
    const setup = rig(answering(HELLO), { endpoint: { headers: { "X-Team": "blue" } } });
    await ask(setup);
    expect(setup.model.id).toBe("acme/acme-1");
    expect(setup.asked).toEqual([
      {
        url: "https://api.acme.test/v1/chat",
        method: "POST",
        headers: {
          "user-agent": "squire",
          accept: "text/event-stream",
          "accept-encoding": "identity",
          "content-type": "application/json",
          "x-wire": "tiny",
          authorization: `Bearer ${SECRET}`,
          "x-team": "blue",
        },
        body: '{"model":"acme-1","count":1}',
        signal: expect.any(AbortSignal),
      },
    ]);
  });

  test("the key is picked with the session as affinity", async () => {
    const { ports, model } = rig(answering(HELLO));
    const picked: unknown[] = [];
    Object.assign(ports.credentials, {
      pick: (...args: unknown[]) => {
        picked.push(args);
        return Promise.resolve({ id: "k", secret: SECRET });
      },
    });
    await ask({ model });
    expect(picked).toEqual([["acme", "session-1"]]);
  });

  test("a stream without a content type, with a mark, CRLF, comments and blank lines is fine", async () => {
    const body = `\uFEFF\r\n\r\n: ping\r\n\r\n${HELLO.replaceAll("\n", "\r\n")}`;
    const setup = rig(() => Promise.resolve(new Response(new TextEncoder().encode(body))));
    expect(types(await ask(setup)).at(-1)).toBe("finish");
  });

  test("[DONE] needs no blank line after it; any other event without one was cut", async () => {
    expect(types(await ask(rig(answering(HELLO.trimEnd())))).at(-1)).toBe("finish");
    const cut = sse({ text: "hello" }, { finish: 1 }).slice(0, -1);
    expect(onlyFailure(await ask(rig(answering(cut)))).message).toBe("The stream was cut off.");
  });

  test("what follows the end of a reply is ignored", async () => {
    const setup = rig(answering(HELLO + sse({ text: "more" }, { finish: true }, "nonsense")));
    expect(types(await ask(setup))).toEqual([
      "start",
      "text.delta",
      "text.delta",
      "block.end",
      "finish",
    ]);
  });

  test("the connection is read to its end, so that it can be used again, but not for long", async () => {
    const body = handWritten();
    const setup = rig(body.fetch);
    body.write(HELLO);
    expect(types(await ask(setup)).at(-1)).toBe("finish");
    expect(setup.clock.pending).toBe(1);
    await setup.clock.advance(100);
    await body.cancelled;
    expect(setup.clock.pending).toBe(0);
  });
});

describe("before the request", () => {
  test("PROV-11: without a key nothing is asked", async () => {
    const setup = rig(answering(HELLO), { credential: null });
    expect(onlyFailure(await ask(setup))).toMatchObject({
      kind: "auth",
      message: "There is no usable key for acme.",
      advice: expect.stringContaining("squire setup"),
      provider: "acme",
      retryable: false,
    });
    expect(setup.asked).toEqual([]);
  });

  test("a keyless endpoint is asked without a key, and with one if there is one", async () => {
    const without = rig(answering(HELLO), { credential: null, endpoint: { keyless: true } });
    await ask(without);
    expect(without.asked[0]?.headers).not.toHaveProperty("authorization");
    const withKey = rig(answering(HELLO), { endpoint: { keyless: true } });
    await ask(withKey);
    expect(withKey.asked[0]?.headers).toHaveProperty("authorization");
  });

  test("a credential source that fails is told, without its secrets", async () => {
    const { ports, model, asked } = rig(answering(HELLO));
    Object.assign(ports.credentials, {
      pick: () => Promise.reject(new Error("the store is locked, token=abc123")),
    });
    const failure = onlyFailure(await ask({ model }));
    expect(failure.kind).toBe("auth");
    expect(failure.message).toContain("the store is locked");
    expect(failure.message).not.toContain("abc123");
    expect(asked).toEqual([]);
  });

  test("PROV-15: an aborted signal means no request at all", async () => {
    const setup = rig(answering(HELLO));
    const failure = onlyFailure(await ask(setup, AbortSignal.abort()));
    expect(failure.kind).toBe("aborted");
    expect(setup.asked).toEqual([]);
    expect(setup.clock.pending).toBe(0);
  });

  test("a request the wire cannot write is reported", async () => {
    const wire = {
      ...tinyWire,
      encode: () => {
        throw new Error("no images here");
      },
    };
    expect(onlyFailure(await ask(rig(answering(HELLO), { wire })))).toMatchObject({
      kind: "bad_request",
      message: expect.stringContaining("no images here"),
    });
  });

  test("a base_url that is none is reported", async () => {
    const setup = rig(answering(HELLO), { endpoint: { baseUrl: "api.acme.test" } });
    expect(onlyFailure(await ask(setup))).toMatchObject({
      kind: "bad_request",
      message: expect.stringContaining("“api.acme.test”"),
      advice: expect.stringContaining("base_url"),
    });
    expect(setup.asked).toEqual([]);
  });
});

describe("PROV-11: what breaks in the middle", () => {
  test("PROV-11: the line, after part of a reply", async () => {
    const body = handWritten();
    const setup = rig(body.fetch);
    body.write(sse({ text: "half" }));
    const reading = ask(setup);
    await setup.clock.advance(0);
    body.breakWith(Object.assign(new TypeError("terminated"), { code: "ECONNRESET" }));
    const events = await reading;
    expect(onlyFailure(events)).toMatchObject({
      kind: "network",
      message: "The reply broke off: api.acme.test closed the connection (ECONNRESET).",
      retryable: false,
    });
    expect(events.at(-1)).toMatchObject({ partial: { content: [{ text: "half" }] } });
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-11: a stepper that throws", async () => {
    const events = await ask(rig(answering(sse({ text: "half" }, { boom: 1 }, { text: "x" }))));
    expect(onlyFailure(events)).toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("boom at the wire"),
      retryable: false,
    });
    expect(types(events)).toEqual(["start", "text.delta", "block.end", "error"]);
  });

  test("PROV-11: a stepper that never ends", async () => {
    const wire = {
      ...tinyWire,
      stepper: (...args: Parameters<typeof tinyWire.stepper>) => ({
        ...tinyWire.stepper(...args),
        end: () => [],
      }),
    };
    const events = await ask(rig(answering(sse({ text: "x" })), { wire }));
    expect(onlyFailure(events)).toMatchObject({
      kind: "protocol",
      message: expect.stringContaining("ended without a result"),
    });
  });

  test("PROV-11: an error in the stream may be tried again only while nothing was delivered", async () => {
    const early = onlyFailure(
      await ask(rig(answering(sse({ start: 1 }, { error: "Overloaded" })))),
    );
    expect(early).toMatchObject({ kind: "overloaded", retryable: true, model: "acme-1" });
    const late = onlyFailure(
      await ask(rig(answering(sse({ text: "x" }, { error: "Overloaded" })))),
    );
    expect(late).toMatchObject({ kind: "overloaded", retryable: false });
  });

  test("PROV-11: whatever a wire says, a reply that was begun is not tried again", async () => {
    const usage = NO_USAGE;
    const failure = { kind: "overloaded", message: "busy", retryable: true } as const;
    const wire = {
      ...tinyWire,
      stepper: (...args: Parameters<typeof tinyWire.stepper>) => ({
        ...tinyWire.stepper(...args),
        end: () => [{ type: "error" as const, failure, partial: null, usage }],
      }),
    };
    const begun = onlyFailure(await ask(rig(answering(sse({ text: "x" })), { wire })));
    expect(begun.retryable).toBe(false);
    const notBegun = onlyFailure(await ask(rig(answering(sse({ start: 1 })), { wire })));
    expect(notBegun.retryable).toBe(true);
  });

  test.each([
    ["rate limit reached", "rate_limit"],
    ["insufficient balance", "billing"],
    ["invalid api key", "auth"],
  ] as const)("the source hears of %j", async (words, verdict) => {
    const setup = rig(answering(sse({ error: words })));
    await ask(setup);
    expect(setup.verdicts).toEqual([["k1", verdict, undefined]]);
  });

  test("a source that cannot take a verdict does not harm the reply", async () => {
    const { ports, model } = rig(answering(HELLO));
    Object.assign(ports.credentials, {
      report: () => {
        throw new Error("the store is locked");
      },
    });
    expect(types(await ask({ model })).at(-1)).toBe("finish");
  });
});

test("a huge reply in small pieces takes time in proportion", async () => {
  const pieces = Array.from({ length: 20_000 }, (_, n) => ({ text: `${n} ` }));
  const events = await ask(rig(answering(sse(...pieces, "[DONE]"))));
  expect(events.filter((event) => event.type === "text.delta")).toHaveLength(20_000);
  expect(types(events).at(-1)).toBe("finish");
});
