import { describe, expect, test } from "bun:test";
import type { ModelEvent } from "@squire/protocol";
import {
  answering,
  ask,
  handWritten,
  never,
  onlyFailure,
  REQUEST,
  rig,
  sse,
  types,
} from "./testing/rig.ts";

describe("PROV-14: time limits", () => {
  test("PROV-14: no answer within 30 s", async () => {
    const setup = rig(never);
    const reading = ask(setup);
    await setup.clock.advance(29_999);
    expect(setup.asked[0]?.signal.aborted).toBe(false);
    await setup.clock.advance(1);
    expect(onlyFailure(await reading)).toMatchObject({
      kind: "stalled",
      message: "acme sent nothing within 30 s.",
      retryable: true,
    });
    expect(setup.asked[0]?.signal.aborted).toBe(true);
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-14: headers alone do not count as an answer", async () => {
    const body = handWritten();
    const setup = rig(body.fetch);
    const reading = ask(setup);
    await setup.clock.advance(30_000);
    expect(onlyFailure(await reading)).toMatchObject({ kind: "stalled", retryable: true });
    await body.cancelled;
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-14: 300 s between bytes, and every byte starts anew", async () => {
    const body = handWritten();
    const setup = rig(body.fetch);
    const reading = ask(setup);
    body.write(sse({ text: "half" }));
    await setup.clock.advance(299_000);
    body.write(": still here\n\n");
    await setup.clock.advance(299_000);
    expect(setup.clock.pending).toBe(1);
    await setup.clock.advance(1_000);
    const events = await reading;
    expect(onlyFailure(events)).toMatchObject({
      kind: "stalled",
      message: "acme stopped sending for 300 s in the middle of a reply.",
      retryable: false,
    });
    expect(types(events)).toEqual(["start", "text.delta", "block.end", "error"]);
    expect(events.at(-1)).toMatchObject({ partial: { content: [{ text: "half" }] } });
    await body.cancelled;
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-14: an error page that never ends is cut off", async () => {
    const body = handWritten();
    const setup = rig(async (...request) => {
      const { body: stream } = await body.fetch(...request);
      return new Response(stream, { status: 500 });
    });
    body.write('{"error":{"message":"half an err');
    const reading = ask(setup);
    await setup.clock.advance(5_000);
    expect(onlyFailure(await reading)).toMatchObject({
      kind: "overloaded",
      message: "acme answered 500: half an err",
      status: 500,
    });
    expect(setup.clock.pending).toBe(0);
  });
});

test("PROV-14: a late error status is still read, whatever is left of the 30 s", async () => {
  const body = handWritten();
  const setup = rig(async (...request) => {
    await setup.clock.sleep(29_000);
    return new Response((await body.fetch(...request)).body, { status: 503 });
  });
  body.write("almost");
  const reading = ask(setup);
  await setup.clock.advance(34_000);
  expect(onlyFailure(await reading)).toMatchObject({ kind: "overloaded", status: 503 });
});

describe("PROV-15: abort", () => {
  test("PROV-15: reaches a fetch that waits for headers", async () => {
    const setup = rig(never);
    const controller = new AbortController();
    const reading = ask(setup, controller.signal);
    await setup.clock.whenPending();
    controller.abort();
    expect(onlyFailure(await reading)).toMatchObject({ kind: "aborted", retryable: false });
    expect(setup.asked[0]?.signal.aborted).toBe(true);
    expect(setup.clock.pending).toBe(0);
    expect(setup.verdicts).toEqual([]);
  });

  test("PROV-15: in the middle of a reply keeps what has arrived", async () => {
    const body = handWritten();
    const setup = rig(body.fetch);
    const controller = new AbortController();
    const events: ModelEvent[] = [];
    body.write(sse({ text: "half" }, { call: "look" }, { args: '{"a' }));
    for await (const event of setup.model.stream(REQUEST, { signal: controller.signal })) {
      events.push(event);
      if (events.length === 4) controller.abort();
    }
    expect(onlyFailure(events).kind).toBe("aborted");
    expect(types(events)).toEqual([
      "start",
      "text.delta",
      "call.delta",
      "call.delta",
      "block.end",
      "block.end",
      "error",
    ]);
    expect(events.at(-1)).toMatchObject({
      partial: { content: [{ text: "half" }, { argsText: '{"a' }] },
    });
    await body.cancelled;
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-15: a reader that leaves gives the request up", async () => {
    const body = handWritten();
    const setup = rig(body.fetch);
    const stream = setup.model.stream(REQUEST, { signal: new AbortController().signal });
    body.write(sse({ text: "half" }));
    for await (const event of stream) if (event.type === "text.delta") break;
    await body.cancelled;
    expect(await stream.result()).toMatchObject({ type: "error", failure: { kind: "aborted" } });
    expect(setup.clock.pending).toBe(0);
  });

  test("PROV-15: a body that will not be cancelled does not hold up the end", async () => {
    const body = new ReadableStream<Uint8Array>({ cancel: () => new Promise(() => {}) });
    const setup = rig(() => Promise.resolve(new Response(body)));
    const controller = new AbortController();
    const reading = ask(setup, controller.signal);
    await setup.clock.advance(1);
    controller.abort();
    expect(onlyFailure(await reading).kind).toBe("aborted");
  });

  test("PROV-15: while a key is looked for", async () => {
    const { ports, model, asked } = rig(answering(sse({ text: "hello" }, "[DONE]")));
    Object.assign(ports.credentials, { pick: () => new Promise(() => {}) });
    const controller = new AbortController();
    const reading = ask({ model }, controller.signal);
    controller.abort();
    expect(onlyFailure(await reading).kind).toBe("aborted");
    expect(asked).toEqual([]);
  });
});
