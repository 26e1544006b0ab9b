import { afterAll, describe, expect, test } from "bun:test";
import { rejectionOf } from "@squire/testkit";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { guardedFetch, type GuardedResponse } from "./guarded-fetch.ts";
import type { NetworkRules } from "./ports.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./testing/certificate.ts";
import {
  fakeInternet,
  httpsServer,
  listen,
  PUBLIC,
  type FakeInternet,
  type FakeInternetParts,
} from "./testing/fake-internet.ts";

const closers: { close(): void }[] = [];
afterAll(() => {
  for (const one of closers) one.close();
});

const PAIR = { key: TEST_KEY, cert: TEST_CERTIFICATE };
const NAMES = { "vendor.test": [[PUBLIC]], "other.test": [[PUBLIC]] };

async function secureSite(): Promise<number> {
  const server = await httpsServer(PAIR, (request, response) => {
    response.end(`${request.headers.host} ${request.url}`);
  });
  closers.push(server);
  return server.port;
}

/** A real proxy that sends every tunnel to one port and notes what it was asked. */
async function startProxy(port: number, status = 200): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.host}`);
    response.end("from the proxy");
  });
  server.on("connect", (request, socket, head) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  const started = await listen(server);
  closers.push(started);
  return { url: `http://user:p%40ss@proxy.test:${started.port}`, asked };
}

function internet(parts: FakeInternetParts): FakeInternet {
  const net = fakeInternet({ authorities: [TEST_CERTIFICATE], ...parts });
  closers.push(net);
  return net;
}

/** Behind a proxy; the only host that can be dialed is the proxy itself. */
function behind(proxy: { readonly url: string }, parts: FakeInternetParts = {}): FakeInternet {
  const { port } = new URL(proxy.url);
  return internet({
    ...parts,
    proxy: proxy.url,
    servers: { [`proxy.test:${port}`]: Number(port), ...parts.servers },
  });
}

function get(net: FakeInternet, url: string, rules: NetworkRules = {}): Promise<GuardedResponse> {
  return guardedFetch(net, rules)(url, { signal: new AbortController().signal });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

const text = ({ body }: GuardedResponse): string => new TextDecoder().decode(body);

describe("TLS", () => {
  test("WEB-6: the certificate must be that of the name, though we connect to an address", async () => {
    const net = internet({ names: NAMES, servers: { [`${PUBLIC}:443`]: await secureSite() } });
    expect(text(await get(net, "https://vendor.test/a"))).toBe("vendor.test /a");
    expect(await refusal(get(net, "https://other.test/"))).toBe("tls");
    expect(await refusal(get(net, `https://${PUBLIC}/`))).toBe("tls");
  });

  test("WEB-6 (part): an authority that nobody trusts is not trusted here either", async () => {
    const net = fakeInternet({
      names: NAMES,
      servers: { [`${PUBLIC}:443`]: await secureSite() },
    });
    closers.push(net);
    expect(await refusal(get(net, "https://vendor.test/"))).toBe("tls");
  });
});

describe("proxies", () => {
  test("PROV-28: pages come through the proxy, plain and in a tunnel", async () => {
    const proxy = await startProxy(await secureSite());
    const net = behind(proxy, { names: NAMES });
    expect(text(await get(net, "https://vendor.test/a"))).toBe("vendor.test /a");
    expect(text(await get(net, "http://vendor.test/b"))).toBe("from the proxy");
    expect(proxy.asked).toEqual([
      `CONNECT vendor.test:443 Basic ${btoa("user:p@ss")}`,
      "GET http://vendor.test/b vendor.test",
    ]);
    expect(await refusal(get(net, "https://other.test/"))).toBe("tls");
  });

  test("WEB-6: a proxy makes no private address public", async () => {
    const proxy = await startProxy(1);
    const net = behind(proxy, { names: { ...NAMES, "inner.test": [["10.0.0.1"]] } });
    for (const url of [
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://169.254.169.254/",
      "http://localhost/",
      "http://inner.test/",
      // Our DNS knows nothing of these; by their form they are not of the internet.
      "http://router/",
      "http://printer.local/",
      "http://metadata.google.internal/",
    ]) {
      expect([url, await refusal(get(net, url))]).toEqual([url, "blocked_address"]);
    }
    expect([proxy.asked, net.dialed]).toEqual([[], []]);
  });

  test("WEB-6 (part): where only the proxy has a DNS, ordinary names are left to it", async () => {
    const proxy = await startProxy(1);
    const net = behind(proxy);
    expect(text(await get(net, "http://www.site.com/"))).toBe("from the proxy");
  });

  test("WEB-6 (part): what the user opened is reached without the proxy", async () => {
    const proxy = await startProxy(1);
    const net = behind(proxy, { servers: { "127.0.0.1:443": await secureSite() } });
    expect(text(await get(net, "https://127.0.0.1/x", { allow: () => true }))).toBe("127.0.0.1 /x");
    expect(proxy.asked).toEqual([]);
  });

  test("PROV-28 (part): a proxy that refuses or is not there is named, without its login", async () => {
    const proxy = await startProxy(1, 407);
    const net = behind(proxy, { names: NAMES });
    expect(await rejectionOf(get(net, "https://vendor.test/"))).toMatchObject({
      code: "connect",
      message: "The proxy proxy.test refused the connection (407).",
    });
    const gone = behind({ url: "http://user:secret@proxy.test:9" }, { names: NAMES });
    const error = await rejectionOf(get(gone, "http://vendor.test/"));
    expect(String(error)).toContain("the proxy proxy.test");
    expect(String(error)).not.toContain("secret");
    const odd = behind({ url: "socks5://proxy.test:9" }, { names: NAMES });
    expect(await refusal(get(odd, "http://vendor.test/"))).toBe("connect");
  });
});
