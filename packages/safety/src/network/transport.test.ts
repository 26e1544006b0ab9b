import { afterAll, describe, expect, test } from "bun:test";
import { rejectionOf } from "@squire/testkit";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import type { Socket } from "node:net";
import { guardedFetch, type GuardedRequest, type GuardedResponse } from "./guarded-fetch.ts";
import {
  httpServer,
  fakeInternet,
  PUBLIC,
  rawServer,
  type FakeInternet,
} from "./testing/fake-internet.ts";

const closers: { close(): void }[] = [];
afterAll(() => {
  for (const one of closers) one.close();
});

async function site(answer: (socket: Socket, request: string) => void): Promise<FakeInternet> {
  const server = await rawServer(answer);
  const net = fakeInternet({
    names: { "site.test": [[PUBLIC]] },
    servers: { [`${PUBLIC}:80`]: server.port },
  });
  closers.push(server, net);
  return net;
}

function get(net: FakeInternet, request: Partial<GuardedRequest> = {}): Promise<GuardedResponse> {
  return guardedFetch(net)("http://site.test/", {
    signal: new AbortController().signal,
    ...request,
  });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function packed(encoding: string, body: Uint8Array): (socket: Socket) => void {
  return (socket) => {
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.end(body);
  };
}

describe("bodies", () => {
  const hello = Buffer.from("hello ".repeat(1000));

  test.each([
    ["gzip", gzipSync(hello)],
    ["x-gzip", gzipSync(hello)],
    ["deflate", deflateSync(hello)],
    ["deflate", deflateRawSync(hello)],
    ["br", brotliCompressSync(hello)],
    ["identity", hello],
    ["GZIP", gzipSync(hello)],
  ])("WEB-5 (part): %s is unpacked", async (encoding, body) => {
    const answer = await get(await site(packed(encoding, body)));
    expect(Buffer.from(answer.body).equals(hello)).toBe(true);
  });

  test.each([
    ["gzip", gzipSync(Buffer.alloc(12_000_000))],
    ["deflate", deflateSync(Buffer.alloc(12_000_000))],
    ["br", brotliCompressSync(Buffer.alloc(12_000_000))],
  ])("WEB-5 (part): a small %s body that unpacks to a lot is refused", async (encoding, body) => {
    expect(body.length).toBeLessThan(20_000);
    expect(await refusal(get(await site(packed(encoding, body))))).toBe("too_large");
  });

  test("WEB-5 (part): more than 10 MB is refused, announced or not", async () => {
    const announced = await site((socket) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 10000001\r\n\r\nx");
    });
    expect(await refusal(get(announced))).toBe("too_large");
    const endless = await site((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      const more = (): void => {
        while (!socket.destroyed && socket.write("x".repeat(65_536)));
      };
      socket.on("drain", more);
      more();
    });
    expect(await refusal(get(endless))).toBe("too_large");
    const whole = await site(packed("identity", Buffer.alloc(10_000_000)));
    expect((await get(whole)).body).toHaveLength(10_000_000);
  });

  test.each([
    ["an unknown encoding", packed("zip", hello)],
    ["two encodings", packed("gzip, gzip", gzipSync(gzipSync(hello)))],
    ["what is not gzip", packed("gzip", hello)],
    ["half a gzip file", packed("gzip", gzipSync(hello).subarray(0, 20))],
    ["no HTTP", (socket: Socket) => void socket.end("hello\r\n\r\n")],
    [
      "two lengths",
      (socket: Socket) =>
        void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"),
    ],
    [
      "another protocol",
      (socket: Socket) =>
        void socket.end("HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    ],
    [
      "a head without end",
      (socket: Socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        const more = (): void => {
          while (!socket.destroyed && socket.write(`x: ${"y".repeat(1000)}\r\n`));
        };
        socket.on("drain", more);
        more();
      },
    ],
  ])("WEB-5 (part): %s is an error of the server", async (_, answer) => {
    expect(await refusal(get(await site(answer)))).toBe("bad_response");
  });

  test("WEB-5 (part): a body that breaks off is no page", async () => {
    const net = await site((socket) => {
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
    });
    expect(await refusal(get(net))).toBe("connect");
    const early = await site((socket) => void socket.destroy());
    expect(await refusal(get(early))).toBe("connect");
  });

  test("WEB-5 (part): headers of the answer are there, in lower case", async () => {
    const server = await httpServer((_, response) => {
      response.writeHead(404, { "Content-Type": "text/plain", "Set-Cookie": ["a=1", "b=2"] });
      response.end("gone");
    });
    const net = fakeInternet({
      names: { "site.test": [[PUBLIC]] },
      servers: { [`${PUBLIC}:80`]: server.port },
    });
    closers.push(server, net);
    expect(await get(net)).toMatchObject({
      status: 404,
      headers: { "content-type": "text/plain", "set-cookie": "a=1, b=2" },
    });
  });
});

describe("time", () => {
  /** Resolves when the server has been asked. */
  async function silent(start: string): Promise<{ net: FakeInternet; asked: Promise<Socket> }> {
    const { promise: asked, resolve } = Promise.withResolvers<Socket>();
    const net = await site((socket) => {
      socket.write(start, () => resolve(socket));
    });
    return { net, asked };
  }

  test.each([
    ["before the head", ""],
    ["in the head", "HTTP/1.1 200 OK\r\nx: "],
    ["in the body", "HTTP/1.1 200 OK\r\n\r\nhalf"],
  ])("WEB-5 (part): silence %s ends the request", async (_, start) => {
    const { net, asked } = await silent(start);
    const work = refusal(get(net));
    const socket = await asked;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await net.clock.advance(8_000);
    expect(await work).toBe("timeout");
    await closed;
    expect(net.clock.pending).toBe(0);
  });

  test("WEB-5: a server that sends a byte now and then has 15 seconds", async () => {
    const { net, asked } = await silent("HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n");
    const limits = { idleMs: 60_000 };
    const work = rejectionOf(get(net, { limits }));
    const socket = await asked;
    for (let sent = 0; sent < 14; sent++) {
      socket.write("x");
      await net.clock.advance(1000);
    }
    expect(await Promise.race([work, Promise.resolve("still reading")])).toBe("still reading");
    await net.clock.advance(1000);
    expect(await work).toMatchObject({
      code: "timeout",
      message: "The page did not arrive within 15 seconds.",
    });
  });

  test("WEB-5 (part): the caller's signal ends it with its own reason, at any point", async () => {
    for (const start of ["", "HTTP/1.1 200 OK\r\n\r\nhalf"]) {
      const { net, asked } = await silent(start);
      const stop = new AbortController();
      const work = rejectionOf(get(net, { signal: stop.signal }));
      await asked;
      stop.abort(new Error("enough"));
      expect(await work).toMatchObject({ message: "enough" });
    }
    const { net } = await silent("");
    const gone = AbortSignal.abort(new Error("too late"));
    expect(await rejectionOf(get(net, { signal: gone }))).toMatchObject({ message: "too late" });
    expect(net.dialed).toEqual([]);
  });

  test("WEB-5 (part): a DNS that never answers is not waited for", async () => {
    const net = { ...fakeInternet({}), resolve: () => new Promise<never>(() => undefined) };
    const work = refusal(get(net));
    await net.clock.advance(15_000);
    expect(await work).toBe("timeout");
  });
});
