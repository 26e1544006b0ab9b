import { afterAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFetch, ProxyError } from "./http.ts";
import { TEST_CERTIFICATE, TEST_KEY } from "./testing/certificate.ts";
import { TlsFileError } from "./tls-files.ts";

const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

const greet = (_request: IncomingMessage, response: ServerResponse): void => {
  response.end("hello");
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const plain = (handle = greet): Promise<number> => listen(createServer(handle));
const secure = (options: object = {}, handle = greet): Promise<number> =>
  listen(createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, ...options }, handle));

/** A real proxy that sends every tunnel and every request to one port, and notes what it was asked. */
async function proxyTo(port: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end("from the proxy");
  });
  server.on("connect", (request, socket, head) => {
    asked.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on("error", () => socket.destroy());
    socket.on("error", () => upstream.destroy());
  });
  return { url: `http://user:pass@127.0.0.1:${await listen(server)}`, asked };
}

async function get(
  url: string,
  options: Parameters<typeof createFetch>[0],
): Promise<{ status: number; text: string }> {
  const response = await createFetch(options)(url, request());
  return { status: response.status, text: await response.text() };
}

function request(): { method: "GET"; headers: Record<string, string>; signal: AbortSignal } {
  return { method: "GET", headers: {}, signal: new AbortController().signal };
}

async function rejection(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("proxies", () => {
  test("PROV-28: plain HTTP is handed to the proxy", async () => {
    const proxy = await proxyTo(0);
    const answer = await get("http://vendor.test/v1", { env: { HTTP_PROXY: proxy.url } });
    expect(answer.text).toBe("from the proxy");
    expect(proxy.asked).toEqual(["GET http://vendor.test/v1"]);
  });

  test("PROV-28: HTTPS goes through a tunnel, with the proxy's login and the extra authority", async () => {
    const proxy = await proxyTo(await secure());
    const env = { HTTPS_PROXY: proxy.url };
    const url = "https://vendor.test/v1";
    expect((await get(url, { env, extraCa: TEST_CERTIFICATE })).text).toBe("hello");
    expect(proxy.asked).toEqual([`CONNECT vendor.test:443 Basic ${btoa("user:pass")}`]);
    expect(await rejection(get(url, { env }))).toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
  });

  test("PROV-28: loopback is reached directly", async () => {
    const proxy = await proxyTo(0);
    const env = { HTTP_PROXY: proxy.url, ALL_PROXY: proxy.url };
    const answer = await get(`http://127.0.0.1:${await plain()}/`, { env });
    expect(answer.text).toBe("hello");
    expect(proxy.asked).toEqual([]);
  });

  test("PROV-28: the variables of the process itself count for nothing", async () => {
    const [mine, others] = [await proxyTo(0), await proxyTo(0)];
    const script = `
      const { createFetch } = await import(${JSON.stringify(join(import.meta.dir, "http.ts"))});
      const ask = (url, env) => createFetch({ env })(url, { method: "GET", headers: {}, signal: new AbortController().signal });
      await ask("http://vendor.test/", { HTTP_PROXY: ${JSON.stringify(mine.url)} });
      await ask("http://127.0.0.1:${await plain()}/", {});
    `;
    const child = Bun.spawn([process.execPath, "-e", script], {
      env: { HTTP_PROXY: others.url, NO_PROXY: "vendor.test" },
    });
    expect(await child.exited).toBe(0);
    expect(mine.asked).toEqual(["GET http://vendor.test/"]);
    expect(others.asked).toEqual([]);
  });

  test("PROV-28: a proxy that is not there is named, without its login", async () => {
    const env = { HTTPS_PROXY: "http://user:pass@127.0.0.1:1" };
    const error = await rejection(get("https://vendor.test/", { env }));
    expect(error).toBeInstanceOf(ProxyError);
    expect(error).toMatchObject({ code: "ERR_PROXY" });
    expect(String(error)).toContain("127.0.0.1:1");
    expect(String(error)).not.toContain("pass");
  });

  test.each([["socks5://127.0.0.1:1080"], ["http://:::"]])(
    "PROV-28: %s is refused with advice",
    async (url) => {
      const error = await rejection(get("https://vendor.test/", { env: { ALL_PROXY: url } }));
      expect(error).toMatchObject({ code: "ERR_PROXY_CONFIG" });
      expect(String(error)).toContain("use http://host:port");
    },
  );
});

describe("TLS", () => {
  test("PROV-24: a server is trusted by its authority and not without it", async () => {
    const url = `https://localhost:${await secure()}/`;
    expect(await rejection(get(url, { env: {} }))).toMatchObject({
      code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    });
    expect((await get(url, { env: {}, extraCa: TEST_CERTIFICATE })).text).toBe("hello");
  });

  test("PROV-24: NODE_EXTRA_CA_CERTS is a path or PEM text", async () => {
    const url = `https://localhost:${await secure()}/`;
    const folder = await mkdtemp(join(tmpdir(), "squire-tls-"));
    closers.push(() => rm(folder, { recursive: true }));
    const path = join(folder, "ca.pem");
    await writeFile(path, TEST_CERTIFICATE);
    expect((await get(url, { env: { NODE_EXTRA_CA_CERTS: path } })).text).toBe("hello");
    const inline = TEST_CERTIFICATE.replaceAll("\n", "\\n");
    expect((await get(url, { env: { NODE_EXTRA_CA_CERTS: inline } })).text).toBe("hello");
  });

  test("PROV-24: the client certificate is shown to a server that asks for it", async () => {
    const port = await secure({
      requestCert: true,
      ca: TEST_CERTIFICATE,
      rejectUnauthorized: true,
    });
    const env = {
      NODE_EXTRA_CA_CERTS: TEST_CERTIFICATE,
      CLAUDE_CODE_CLIENT_CERT: TEST_CERTIFICATE.replaceAll("\n", "\\n"),
      CLAUDE_CODE_CLIENT_KEY: TEST_KEY.replaceAll("\n", "\\n"),
    };
    expect((await get(`https://localhost:${port}/`, { env })).text).toBe("hello");
    const { CLAUDE_CODE_CLIENT_CERT: _cert, CLAUDE_CODE_CLIENT_KEY: _key, ...without } = env;
    expect(await rejection(get(`https://localhost:${port}/`, { env: without }))).toBeInstanceOf(
      Error,
    );
  });

  test.each([
    [{ NODE_EXTRA_CA_CERTS: "/no/such.pem" }, "NODE_EXTRA_CA_CERTS names /no/such.pem"],
    [{ NODE_EXTRA_CA_CERTS: TEST_KEY }, "NODE_EXTRA_CA_CERTS holds no PEM certificate"],
    [{ CLAUDE_CODE_CLIENT_CERT: TEST_CERTIFICATE }, "needs CLAUDE_CODE_CLIENT_KEY"],
    [{ CLAUDE_CODE_CLIENT_KEY: TEST_KEY }, "needs CLAUDE_CODE_CLIENT_CERT"],
  ])("PROV-24: an unusable file is named (%#)", async (env, words) => {
    const error = await rejection(get("https://localhost:1/", { env }));
    expect(error).toBeInstanceOf(TlsFileError);
    expect(String(error)).toContain(words);
  });
});

describe("requests", () => {
  test("a redirect is handed back, so that no key follows it", async () => {
    let followed = false;
    const elsewhere = await plain((_request, response) => {
      followed = true;
      response.end();
    });
    const port = await plain((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${elsewhere}/` }).end();
    });
    const url = `http://127.0.0.1:${port}/`;
    const response = await createFetch({ env: {} })(url, {
      ...request(),
      method: "POST",
      headers: { authorization: "Bearer secret" },
      body: "{}",
    });
    expect(response.status).toBe(307);
    expect(followed).toBe(false);
    const wanted = await createFetch({ env: {} })(url, { ...request(), redirect: "follow" });
    expect(wanted.status).toBe(200);
    expect(followed).toBe(true);
  });

  test("PROV-15: the signal ends a request that waits", async () => {
    const arrived = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const port = await plain((_request, response) => {
      response.once("close", gone.resolve);
      arrived.resolve();
    });
    const controller = new AbortController();
    const waiting = rejection(
      createFetch({ env: {} })(`http://127.0.0.1:${port}/`, {
        ...request(),
        signal: controller.signal,
      }),
    );
    await arrived.promise;
    controller.abort(new Error("enough"));
    expect(await waiting).toMatchObject({ message: "enough" });
    await gone.promise;
  });
});
