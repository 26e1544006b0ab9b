import { afterAll, expect, test } from "bun:test";
import { connect } from "node:net";
import * as fc from "fast-check";
import { encodeFrames, fault, rechunk, turn } from "./faults.ts";
import type { Faults } from "./faults.ts";
import { rejectionOf } from "./rejection.ts";
import { startScriptedServer } from "./server.ts";
import { call, reply, say } from "./turn.ts";

const FRAMES = [{ event: "a", data: '{"n":1}' }, { data: '{"n":2}' }] as const;

function encoded(faults: Faults, lineEnding = "\n"): string {
  const chunks = encodeFrames(FRAMES, faults, lineEnding);
  return Buffer.concat(chunks).toString("utf8");
}

test("frames without faults are one chunk each", () => {
  expect(encoded({})).toBe('event: a\ndata: {"n":1}\n\ndata: {"n":2}\n\n');
  expect(encodeFrames(FRAMES, {}, "\n")).toHaveLength(2);
  expect(encoded({}, "\r\n")).toContain('data: {"n":2}\r\n\r\n');
});

test.each<[Faults, string]>([
  [
    { doubleFrames: "all" },
    'event: a\ndata: {"n":1}\n\nevent: a\ndata: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n":2}\n\n',
  ],
  [{ doubleFrames: [1] }, 'event: a\ndata: {"n":1}\n\ndata: {"n":2}\n\ndata: {"n":2}\n\n'],
  [{ badJsonAt: 0 }, 'event: a\ndata: {"n"\n\ndata: {"n":2}\n\n'],
  [{ badJsonAt: -1 }, 'event: a\ndata: {"n":1}\n\ndata: {"n"\n\n'],
  [{ hugeFrameBytes: 3 }, 'event: a\ndata: {"padding":"xxx","n":1}\n\ndata: {"n":2}\n\n'],
  [{ malformedLines: ["junk"] }, 'junk\nevent: a\ndata: {"n":1}\n\njunk\ndata: {"n":2}\n\n'],
  [
    { comments: ["ping", ""] },
    ': ping\n: \nevent: a\ndata: {"n":1}\n\n: ping\n: \ndata: {"n":2}\n\n',
  ],
  [{ lineEnding: "\r" }, 'event: a\rdata: {"n":1}\r\rdata: {"n":2}\r\r'],
  [
    { bom: true, lineEnding: "\r\n" },
    '\uFEFFevent: a\r\ndata: {"n":1}\r\n\r\ndata: {"n":2}\r\n\r\n',
  ],
])("%j", (faults, expected) => {
  expect(encoded(faults)).toBe(expected);
});

test("other portions are the same bytes", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 9 })),
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.array(fc.integer({ min: 1, max: 5 }))),
      (chunks, sizes) => {
        const portions = rechunk(chunks, sizes);
        expect(Buffer.concat(portions)).toEqual(Buffer.concat(chunks));
        if (typeof sizes === "number") {
          expect(portions.every((portion) => portion.length <= sizes)).toBe(true);
        }
      },
    ),
    { numRuns: 50 },
  );
  expect(rechunk([Buffer.from("abcdef")], [1, 2]).map(String)).toEqual(["a", "bc", "def"]);
  expect(() => rechunk([Buffer.from("a")], 0)).toThrow("at least one byte");
});

async function ask(step: ReturnType<typeof turn>): Promise<Response> {
  const server = await startScriptedServer([step]);
  servers.push(server);
  return fetch(`${server.url}/v1/chat/completions`, { method: "POST", body: '{"stream":true}' });
}

const servers: AsyncDisposable[] = [];

test("a cut ends the body cleanly at the byte, also inside a character", async () => {
  const whole = new Uint8Array(await (await ask(turn(say("ä")))).arrayBuffer());
  const at = whole.indexOf(0xa4);
  const cut = await ask(turn(say("ä"), { cutAtByte: at, chunkBytes: 3 }));

  expect(new Uint8Array(await cut.arrayBuffer())).toEqual(whole.subarray(0, at));
  expect((await (await ask(turn(say("ä"), { cutAtByte: 0 }))).arrayBuffer()).byteLength).toBe(0);
});

test("a reset delivers its bytes and no end of the body", async () => {
  await using server = await startScriptedServer([turn(say("hello"), { resetAtByte: 20 })]);
  const [head = "", body = ""] = (await rawAnswer(server.url)).split("\r\n\r\n");

  expect(head).toStartWith("HTTP/1.1 200 OK\r\n");
  expect(body.replaceAll("\r\n", "")).toBe('14data: {"id":"chatcmp');
  const response = await ask(turn(say("hello"), { resetAtByte: 20 }));
  expect(await rejectionOf(response.text())).toBeInstanceOf(Error);
  expect(await rejectionOf(ask(turn(say("x"), { resetAtByte: "headers" })))).toBeInstanceOf(Error);
});

/** Everything the server sends, without a client that might drop some of it. */
function rawAnswer(url: string): Promise<string> {
  const body = '{"stream":true}';
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let received = "";
    socket.on("data", (data) => (received += data.toString("latin1")));
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
    socket.write("POST /v1/chat/completions HTTP/1.1\r\nhost: test\r\n");
    socket.write(`content-length: ${body.length}\r\n\r\n${body}`);
  });
}

test("the earliest of several ends wins", async () => {
  const response = await ask(turn(say("x"), { cutAtByte: 5, resetAtByte: 9, stallAtByte: 9_999 }));
  expect(await response.text()).toBe("data:");
});

test("a stalled body stays open", async () => {
  const response = await ask(turn(say("x"), { stallAtByte: 6 }));
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: ");
  const more = await Promise.race([
    reader?.read(),
    new Promise((resolve) => setTimeout(resolve, 20, "nothing")),
  ]);
  expect(more).toBe("nothing");
});

test("delays come where they are asked for", async () => {
  const started = performance.now();
  const late = await ask(turn(say("x"), { delayMs: { headers: 15 } }));
  expect(performance.now() - started).toBeGreaterThanOrEqual(14);
  await late.text();

  const restarted = performance.now();
  const slow = await ask(turn(say("x"), { delayMs: { firstByte: 10, chunk: 3 } }));
  await slow.text();
  // Three frames here, each followed by its wait.
  expect(performance.now() - restarted).toBeGreaterThanOrEqual(18);
});

test("an answer can be anything but a model's", async () => {
  const busy = await ask(fault({ status: 429, headers: { "retry-after": "1" } }));
  expect([busy.status, busy.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await busy.json()).toMatchObject({ error: { code: "rate_limit_exceeded" } });

  const teapot = await ask(fault({ status: 418, body: "short and stout" }));
  expect([teapot.status, await teapot.text()]).toEqual([418, "short and stout"]);

  const portal = await ask(fault({ html: true }));
  expect(portal.headers.get("content-type")).toContain("text/html");
  expect(await portal.text()).toStartWith("<!doctype html>");

  const empty = await ask(turn(say("never"), { body: "" }));
  expect([empty.status, await empty.text()]).toEqual([200, ""]);

  const odd = await ask(turn(say("x"), { contentType: "application/json" }));
  expect(odd.headers.get("content-type")).toBe("application/json");
  expect(await odd.text()).toStartWith("data: ");
});

test("calls can share an id", async () => {
  const scripted = reply(call("a", {}, { id: "one" }), call("b", {}, { id: "two" }));
  const body = await (await ask(turn(scripted, { duplicateCallIds: true }))).text();

  expect(body.match(/"id":"one"/g)).toHaveLength(2);
  expect(body).not.toContain('"two"');
});

test("an event of 10 MB arrives whole", async () => {
  const response = await ask(turn(say("x"), { hugeFrameBytes: 10_000_000 }));
  const body = await response.text();

  expect(body.length).toBeGreaterThan(10_000_000);
  expect(body).toEndWith("data: [DONE]\n\n");
});

afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});
