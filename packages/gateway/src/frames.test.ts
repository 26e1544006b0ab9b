import { expect, test } from "bun:test";
import { isMethodName, MAX_MESSAGE_BYTES, methodSchemas } from "@squire/protocol/wire";
import { say } from "@squire/testkit";
import * as fc from "fast-check";
import { gatewayRig, type GatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";
import { frameBytes, rawSocket, UPGRADE, type RawSocket } from "./testing/raw-socket.ts";

const NAMES = Object.keys(methodSchemas).filter(isMethodName);
const KEYS = NAMES.flatMap((name) => Object.keys(methodSchemas[name].params().unwrap().shape));

test("GW-5, GW-8: for every method generated params get an answer in words, and the gateway goes on", async () => {
  let now = 0;
  // Time passes with every look at the clock: what is tested here is not the rate.
  await using there = await gatewayRig(() => say("Yes."), { now: () => (now += 100) });
  const client = await rawClient(there.gateway.wsUrl, { token: there.token });
  const params = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, "scope", "admin", "__proto__"), fc.jsonValue(), {
      maxKeys: 5,
    }),
  );
  for (const name of [...NAMES, "no.such", "constructor", "__proto__", ""]) {
    if (name === "shell.run" || name === "doctor.run" || name === "gateway.share") continue;
    await fc.assert(
      fc.asyncProperty(params, async (value) => {
        const answer = await client.ask(name, value);
        if ("result" in answer) return;
        const error = answer["error"] as { code: number; message: string };
        expect(error.code).toBeNumber();
        expect([name, error.code]).not.toEqual([name, -32603]);
        expect(error.message.length).toBeGreaterThan(5);
        // No path of ours, no stack.
        expect(error.message).not.toMatch(/\bat .*\.ts:\d+/);
      }),
      { numRuns: 12, seed: 18 },
    );
  }
  expect(await client.ask("health.check")).toMatchObject({ result: { status: "ok" } });
});

test("GW-5: what is no request is answered with its code, and the socket stays", async () => {
  await using there = await gatewayRig([]);
  const client = await rawClient(there.gateway.wsUrl, { token: there.token });
  const cases: readonly (readonly [string, number])[] = [
    ["{", -32700],
    ["", -32700],
    ["[]", -32600],
    ["null", -32600],
    ['"text"', -32600],
    ["{}", -32600],
    ['{"id":1}', -32600],
    ['{"id":{},"method":"health.check"}', -32600],
    ['{"id":1,"method":"no.such"}', -32601],
    ['{"id":1,"method":"sessions.get"}', -32602],
    ['{"id":1,"method":"sessions.get","params":[]}', -32602],
    ['{"id":1,"method":"sessions.get","params":{"sessionKey":7}}', -32602],
    ['{"id":1,"method":"sessions.get","params":{"sessionKey":"nobody"}}', -32003],
    ['{"type":"auth","token":"again"}', -32600],
    [`{"id":1,"method":"health.check","x":"${"y".repeat(MAX_MESSAGE_BYTES)}"}`, -32006],
    ["[".repeat(200_000), -32700],
    [`{"id":1,"method":"note.add","params":${"[".repeat(5_000)}${"]".repeat(5_000)}}`, -32602],
  ];
  for (const [text, code] of cases) {
    client.sendText(text);
    const answer = await client.next(({ error }) => error !== undefined);
    expect([text.slice(0, 60), answer]).toMatchObject([text.slice(0, 60), { error: { code } }]);
  }
  expect(await client.ask("health.check")).toMatchObject({ result: { status: "ok" } });
});

async function knownSocket({ gateway, token }: GatewayRig): Promise<RawSocket> {
  const port = Number(new URL(gateway.url).port);
  const socket = await rawSocket({ port, headers: UPGRADE });
  socket.write(frameBytes(JSON.stringify({ type: "auth", token })));
  expect((await socket.frame())?.payload.toString()).toBe('{"type":"auth","ok":true}');
  return socket;
}

/** What ends a socket, and how it is told: the code of the close frame, null when it just ends. */
async function endOf(socket: RawSocket): Promise<number | null> {
  for (;;) {
    const frame = await socket.frame();
    if (frame === null) return null;
    if (frame.opcode === 8) return frame.payload.length < 2 ? null : frame.payload.readUInt16BE();
  }
}

test("GW-8 (part): broken, binary and giant frames end their socket and no other", async () => {
  await using there = await gatewayRig([]);
  const steady = await rawClient(there.gateway.wsUrl, { token: there.token });
  const broken: readonly (readonly [string, Uint8Array, readonly (number | null)[]])[] = [
    ["binary", frameBytes("{}", { opcode: 2 }), [1003]],
    ["unmasked", frameBytes("{}", { masked: false }), [1002, null]],
    ["unknown opcode", frameBytes("{}", { opcode: 5 }), [1002, null]],
    ["reserved bits", Buffer.from([0xf1, 0x80, 0, 0, 0, 0]), [1002, null]],
    ["no UTF-8", frameBytes(Buffer.from([0xff, 0xfe, 0xfd])), [1007, null]],
    ["a long ping", frameBytes("x".repeat(126), { opcode: 9 }), [1002, null]],
    ["a lonely continuation", frameBytes("{}", { opcode: 0 }), [1002, null]],
    // Says that it is far too long, and need not send it.
    ["giant", Buffer.from([0x81, 0xff, 0, 0, 0, 0xff, 0, 0, 0, 0, 1, 2, 3, 4]), [1009, null]],
  ];
  for (const [name, bytes, codes] of broken) {
    const socket = await knownSocket(there);
    socket.write(bytes);
    expect([name, codes.includes(await endOf(socket))]).toEqual([name, true]);
    socket.destroy();
  }
  expect(await steady.ask("health.check")).toMatchObject({ result: { status: "ok" } });
  steady.close();
});

test("GW-8 (part): a frame that comes byte by byte or in pieces is whole when it is there", async () => {
  await using there = await gatewayRig([]);
  const socket = await knownSocket(there);
  const text = JSON.stringify({ id: 1, method: "health.check" });
  for (const byte of frameBytes(text)) socket.write(Buffer.from([byte]));
  expect((await socket.frame())?.payload.toString()).toContain('"status":"ok"');
  socket.write(frameBytes(text.slice(0, 7), { fin: false }));
  socket.write(frameBytes(text.slice(7), { opcode: 0 }));
  expect((await socket.frame())?.payload.toString()).toContain('"status":"ok"');
  socket.destroy();
});

test("who vanishes without a goodbye leaves nothing behind", async () => {
  await using there = await gatewayRig([]);
  const sessionKey = await there.rig.session();
  for (let round = 0; round < 20; round++) {
    const socket = await knownSocket(there);
    const params = { sessionKey, events: "full" };
    socket.write(frameBytes(JSON.stringify({ id: 1, method: "sessions.attach", params })));
    await socket.frame();
    socket.destroy();
  }
  while (there.gateway.clients > 0) await new Promise(setImmediate);
  const { session } = await there.rig.client.call("sessions.get", { sessionKey });
  expect(session.clients).toEqual([]);
});
