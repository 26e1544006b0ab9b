import { afterAll, describe, expect, test } from "bun:test";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { ModelEvent } from "@squire/protocol";
import { textOf } from "@squire/protocol";
import { fault, hang, reply, say, startScriptedServer, turn } from "@squire/testkit";
import type { Faults, RecordedRequest } from "@squire/testkit";
import type { FetchPort } from "../ports.ts";
import { openaiChat } from "../wire/openai-chat.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./testing/certificate.ts";
import { ask, onlyFailure, REQUEST, rig } from "./testing/rig.ts";

const IDLE = new AbortController().signal;

const realFetch: FetchPort = (url, init) => fetch(url, { ...init, redirect: "manual" });

const modelAt = (baseUrl: string) => rig(realFetch, { wire: openaiChat, endpoint: { baseUrl } });

async function through(faults: Faults, text = "hello there, 日本 😀"): Promise<ModelEvent[]> {
  await using server = await startScriptedServer([turn(say(text), faults)]);
  return await ask(modelAt(`${server.url}/v1`));
}

function said(events: readonly ModelEvent[]): string {
  const last = events.at(-1);
  return last?.type === "finish" ? textOf(last.message) : `(${last?.type})`;
}

describe("a real connection", () => {
  test.each<[string, Faults]>([
    ["as it comes", {}],
    ["byte by byte", { chunkBytes: 1 }],
    ["with CRLF and a mark", { lineEnding: "\r\n", bom: true, chunkBytes: 7 }],
    ["with lone CRs", { lineEnding: "\r", chunkBytes: 5 }],
    ["with comments and odd lines", { comments: ["ping", ""], malformedLines: ["foo: bar", "x"] }],
    ["without a content type of a stream", { contentType: "application/octet-stream" }],
    ["with a frame of 10 MB", { hugeFrameBytes: 10_000_000 }],
  ])("PROV-3: a reply %s", async (_name, faults) => {
    expect(said(await through(faults))).toBe("hello there, 日本 😀");
  });

  test("PROV-11: a line that breaks in the middle keeps what came", async () => {
    const { promise: resetWhen, resolve: cameThrough } = Promise.withResolvers<void>();
    const faults = { resetAtByte: 600, resetWhen };
    await using server = await startScriptedServer([turn(say("word ".repeat(40)), faults)]);
    const events: ModelEvent[] = [];
    for await (const event of modelAt(`${server.url}/v1`).model.stream(REQUEST, { signal: IDLE })) {
      events.push(event);
      if (event.type === "text.delta") cameThrough();
    }
    expect(onlyFailure(events)).toMatchObject({ kind: "network", retryable: false });
    expect(events.at(-1)).toMatchObject({ partial: { content: [{ type: "text" }] } });
  });

  test("PROV-11: a line that breaks before the first byte may be tried again", async () => {
    const failure = onlyFailure(await through({ resetAtByte: "headers" }));
    expect(failure).toMatchObject({ kind: "network", retryable: true });
    expect(failure.message).toContain("closed the connection");
  });

  test("PROV-11: a reply that ends early is an error", async () => {
    expect(onlyFailure(await through({ cutAtByte: 500 })).kind).toBe("protocol");
  });

  test("PROV-11: nobody listens", async () => {
    const failure = onlyFailure(await ask(modelAt("http://127.0.0.1:1/v1")));
    expect(failure).toMatchObject({ kind: "network", retryable: true });
    expect(failure.message).toContain("127.0.0.1:1 refused the connection");
  });

  test("PROV-21: statuses and pages arrive as failures", async () => {
    await using server = await startScriptedServer([
      fault({ status: 429, headers: { "retry-after": "3" } }),
      fault({ html: true }),
    ]);
    const limited = onlyFailure(await ask(modelAt(server.url)));
    expect(limited).toMatchObject({ kind: "rate_limit", status: 429, retryAfterMs: 3_000 });
    const page = onlyFailure(await ask(modelAt(server.url)));
    expect(page.message).toContain("HTML page (Sign in) instead of an event stream");
  });

  test("PROV-15: an abort closes the socket", async () => {
    await using server = await startScriptedServer([reply(say("half"), hang())]);
    const controller = new AbortController();
    const stream = modelAt(server.url).model.stream(REQUEST, { signal: controller.signal });
    for await (const event of stream) if (event.type === "text.delta") controller.abort();
    expect(await stream.result()).toMatchObject({ failure: { kind: "aborted" } });
    expect(await server.requests[0]?.ended).toBe("client-gone");
  });

  test("PROV-14: silence after the headers were due is given up", async () => {
    const arrived = Promise.withResolvers<RecordedRequest>();
    await using server = await startScriptedServer((request) => {
      arrived.resolve(request);
      return fault({ stallAtByte: "headers" });
    });
    const setup = modelAt(server.url);
    const reading = ask(setup);
    const { ended } = await arrived.promise;
    await setup.clock.advance(30_000);
    expect(onlyFailure(await reading).message).toBe("acme sent nothing within 30 s.");
    expect(await ended).toBe("client-gone");
  });
});

describe("PROV-24: TLS", () => {
  const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (_request, response) => {
    response.end();
  });
  afterAll(() => server.close());

  test("PROV-24: a certificate nobody vouches for is named, with what to do", async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const { port } = server.address() as AddressInfo;
    const failure = onlyFailure(await ask(modelAt(`https://localhost:${port}/v1`)));
    expect(failure).toMatchObject({ kind: "network", retryable: false });
    expect(failure.message).toContain("certificate of localhost");
    expect(failure.advice).toContain("NODE_EXTRA_CA_CERTS");
  });
});
