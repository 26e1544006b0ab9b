import { expect, test } from "bun:test";
import type { ModelFailure } from "@squire/protocol";
import { ModelFailureSchema } from "@squire/protocol";
import { BODY_FAULTS } from "./testing/body-faults.ts";
import type { Fault } from "./testing/fault.ts";
import { openai, STATUS_FAULTS } from "./testing/status-faults.ts";
import { answering, ask, onlyFailure, rig, SECRET, sse } from "./testing/rig.ts";

async function failureFor({ status = 200, headers = {}, body }: Fault): Promise<ModelFailure> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return onlyFailure(await ask(rig(answering(text, { status, headers }))));
}

test.each([...STATUS_FAULTS, ...BODY_FAULTS].map((fault) => [fault.name, fault] as const))(
  "%s",
  async (_name, fault) => {
    const failure = await failureFor(fault);
    expect(failure.message).toBe(fault.says);
    expect(failure.kind).toBe(fault.kind);
    expect(failure.retryable).toBe(fault.retryable ?? false);
    expect(failure.retryAfterMs).toBe(fault.retryAfterMs as number);
    if (fault.status !== undefined) expect(failure.status).toBe(fault.status);
    expect(failure).toMatchObject({ provider: "acme", model: "acme-1" });
    expect(ModelFailureSchema.parse(failure)).toEqual(failure);
    if (fault.advice === "") expect(failure.advice).toBeUndefined();
    else if (fault.advice !== undefined) expect(failure.advice).toContain(fault.advice);
  },
);

test("PROV-21: an endless error body is cut, and its cut JSON still read", async () => {
  const body = JSON.stringify({ error: { message: "told first", padding: "x".repeat(1_000_000) } });
  const failure = await failureFor({ name: "", status: 400, body, kind: "bad_request", says: "" });
  expect(failure.message).toBe("told first");
});

test("PROV-21: an error body without end is left after 64 KB", async () => {
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(0x78 + (sent++ % 2))),
  });
  const setup = rig(() => Promise.resolve(new Response(body, { status: 500 })));
  expect(onlyFailure(await ask(setup))).toMatchObject({ kind: "overloaded", status: 500 });
  expect(sent).toBeLessThan(10);
});

test("PROV-21: a long message is cut", async () => {
  const body = { error: { message: "word ".repeat(10_000) } };
  const failure = await failureFor({ name: "", status: 400, body, kind: "bad_request", says: "" });
  expect(failure.message.length).toBeLessThanOrEqual(600);
});

test("PROV-11: no secret gets into a message", async () => {
  const echo = `Bad key ${SECRET}; sent Bearer ${SECRET}, sk-proj-abcdefgh1234, ?key=AIzaSyAbcdefghi`;
  for (const body of [openai(echo, "x"), echo]) {
    const failure = await failureFor({ name: "", status: 401, body, kind: "auth", says: "" });
    expect(failure.message).toMatch(/^Bad key \[redacted\]/);
    for (const part of [SECRET, "abcdefgh1234", "AIzaSy"]) {
      expect(failure.message).not.toContain(part);
    }
  }
  const inStream = onlyFailure(await ask(rig(answering(sse({ error: echo })))));
  expect(inStream.message).not.toContain(SECRET);
  const header = { endpoint: { headers: { "X-Gateway-Token": "gate-4711-4711" } } };
  const own = onlyFailure(await ask(rig(answering(sse({ error: "bad gate-4711-4711" })), header)));
  expect(own.message).toBe("bad [redacted]");
});

test("PROV-11: an event of 10 MB is fine, one beyond 16 MB is not", async () => {
  const fine = await ask(rig(answering(sse({ text: "x".repeat(10_000_000) }, "[DONE]"))));
  expect(fine.at(-1)?.type).toBe("finish");
  const tooMuch = onlyFailure(await ask(rig(answering(`data: ${"x".repeat(17 * 1024 * 1024)}`))));
  expect(tooMuch).toMatchObject({ kind: "protocol", message: expect.stringContaining("16 MB") });
});
