import { afterAll, describe, expect, test } from "bun:test";
import { rejectionOf } from "@squire/testkit";
import type { IncomingMessage, RequestListener } from "node:http";
import { guardedFetch, type GuardedRequest, type GuardedResponse } from "./guarded-fetch.ts";
import type { NetworkPorts, NetworkRules } from "./ports.ts";
import {
  fakeInternet,
  httpServer,
  PUBLIC,
  type FakeInternet,
  type FakeInternetParts,
} from "./testing/fake-internet.ts";
import { unpinned } from "./testing/unpinned.ts";

const closers: { close(): void }[] = [];
afterAll(() => {
  for (const one of closers) one.close();
});

async function serve(handle: RequestListener): Promise<number> {
  const server = await httpServer(handle);
  closers.push(server);
  return server.port;
}

function internet(parts: FakeInternetParts): FakeInternet {
  const net = fakeInternet(parts);
  closers.push(net);
  return net;
}

function get(
  ports: NetworkPorts,
  url: string,
  { rules = {}, ...request }: Partial<GuardedRequest> & { readonly rules?: NetworkRules } = {},
): Promise<GuardedResponse> {
  const signal = new AbortController().signal;
  return guardedFetch(ports, rules)(url, { signal, ...request });
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(work);
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

const text = ({ body }: GuardedResponse): string => new TextDecoder().decode(body);

/** A site at a public address that answers with what it was asked. */
async function echoSite(name: string, more: FakeInternetParts = {}): Promise<FakeInternet> {
  const port = await serve((request, response) => {
    response.end(`${request.headers.host} ${request.url}`);
  });
  return internet({
    ...more,
    names: { [name]: [[PUBLIC]], ...more.names },
    servers: { [`${PUBLIC}:80`]: port, ...more.servers },
  });
}

describe("what may be reached", () => {
  test("WEB-6: a public page is reached by the address that was checked, under its own name", async () => {
    const net = await echoSite("site.test");
    const answer = await get(net, "http://site.test/a?b=c#d");
    expect(answer).toMatchObject({ url: "http://site.test/a?b=c", status: 200 });
    expect(text(answer)).toBe("site.test /a?b=c");
    expect([net.asked, net.dialed]).toEqual([["site.test"], [`${PUBLIC}:80`]]);
  });

  test.each([
    "http://127.0.0.1/",
    "http://127.1:8080/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:a9fe:a9fe]/latest/meta-data/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fd00:ec2::254]/",
    "http://169.254.169.254/latest/meta-data/iam/security-credentials/",
    "http://100.100.100.200/latest/meta-data/",
    "http://168.63.129.16/",
    "http://192.168.1.1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://localhost/",
    "http://localhost./",
    "http://a.b.localhost/",
    "http://LOCALHOST:3000/",
    "https://intranet/",
    "https://metadata.google.internal/",
    "http://127.0.0.1.nip.test/",
    "http://mixed.test/",
    "http://site.test:22/",
    "http://site.test:6667/",
  ])("WEB-6: %p is not asked", async (url) => {
    const net = await echoSite("site.test", {
      names: {
        intranet: [["10.1.2.3"]],
        "metadata.google.internal": [["169.254.169.254"]],
        "127.0.0.1.nip.test": [["127.0.0.1"]],
        // One private address among public ones is enough.
        "mixed.test": [[PUBLIC, "10.0.0.1"]],
      },
    });
    expect(await refusal(get(net, url))).toBe("blocked_address");
    expect(net.dialed).toEqual([]);
  });

  /** The DNS gives a public address first and this machine afterwards. */
  async function flipping(): Promise<FakeInternet> {
    const secret = await serve((_, response) => void response.end("secret"));
    return await echoSite("flip.test", {
      names: { "flip.test": [[PUBLIC], ["127.0.0.1"]] },
      servers: { "127.0.0.1:80": secret },
    });
  }

  test("WEB-6: a name that changes its address between check and connection gains nothing", async () => {
    const net = await flipping();
    expect(text(await get(net, "http://flip.test/"))).toBe("flip.test /");
    expect(net.dialed).toEqual([`${PUBLIC}:80`]);
    expect(await refusal(get(net, "http://flip.test/"))).toBe("blocked_address");
  });

  test("WEB-6: … and the same test catches a guard that resolves twice", async () => {
    const net = await flipping();
    expect(text(await get(unpinned(net), "http://flip.test/"))).toBe("secret");
    expect(net.dialed).toEqual(["127.0.0.1:80"]);
  });

  test("WEB-6: the user opens a host and port by rule, and no other", async () => {
    const port = await serve((_, response) => void response.end("mine"));
    const net = internet({ servers: { "127.0.0.1:3000": port } });
    const allow = (host: string, at: number): boolean => host === "127.0.0.1" && at === 3000;
    expect(text(await get(net, "http://127.1:3000/", { rules: { allow } }))).toBe("mine");
    expect(await refusal(get(net, "http://127.0.0.1:3001/", { rules: { allow } }))).toBe(
      "blocked_address",
    );
  });

  test("WEB-6: the user's rules are asked for every hop", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "http://evil.test/x" });
      response.end("page");
    });
    const net = internet({
      names: { "site.test": [[PUBLIC]], "evil.test": [[PUBLIC]] },
      servers: { [`${PUBLIC}:80`]: port },
    });
    const seen: string[] = [];
    const refuse = (url: string): string | null => {
      seen.push(url);
      return url.includes("evil") ? "A rule forbids evil.test." : null;
    };
    const error = await rejectionOf(get(net, "http://site.test/", { rules: { refuse } }));
    expect(error).toMatchObject({ code: "blocked_by_rule", message: "A rule forbids evil.test." });
    expect(seen).toEqual(["http://site.test/", "http://evil.test/x"]);
    expect(net.dialed).toHaveLength(1);
  });

  test("SEC-10 (part): offline nothing is asked, not even the DNS, but what the user opened here", async () => {
    const port = await serve((_, response) => void response.end("mine"));
    const net = internet({
      names: { "site.test": [[PUBLIC]], "nas.test": [["192.168.0.9"]] },
      servers: { "192.168.0.9:80": port },
    });
    const rules: NetworkRules = { offline: true, allow: () => true };
    expect(text(await get(net, "http://nas.test/", { rules }))).toBe("mine");
    expect(await refusal(get(net, "http://site.test/", { rules }))).toBe("blocked_by_rule");
    expect(await refusal(get(net, "http://other.test/", { rules: { offline: true } }))).toBe(
      "blocked_by_rule",
    );
    expect(net.asked).toEqual(["nas.test", "site.test"]);
    expect(net.dialed).toHaveLength(1);
  });

  test("WEB-6 (part): a name without an address, and one where nobody answers", async () => {
    const net = internet({ names: { "dead.test": [[PUBLIC, "2606:4700::1"]], "none.test": [[]] } });
    expect(await refusal(get(net, "http://missing.test/"))).toBe("not_found");
    expect(await refusal(get(net, "http://none.test/"))).toBe("not_found");
    expect(await refusal(get(net, "http://dead.test/"))).toBe("connect");
    expect(net.dialed).toEqual([`${PUBLIC}:80`, "2606:4700::1:80"]);
  });
});

describe("redirects", () => {
  /** `/to?<url>` redirects there; everything else tells what it was sent. */
  async function redirecting(parts: FakeInternetParts = {}): Promise<FakeInternet> {
    const port = await serve((request, response) => {
      const { url = "" } = request;
      if (url.startsWith("/to?")) response.writeHead(302, { location: url.slice(4) });
      response.end(JSON.stringify([request.headers.host, url, secretsOf(request)]));
    });
    return internet({
      ...parts,
      names: { "site.test": [[PUBLIC]], "other.test": [[PUBLIC]], ...parts.names },
      servers: { [`${PUBLIC}:80`]: port, [`${PUBLIC}:8080`]: port, ...parts.servers },
    });
  }

  const secretsOf = ({ headers }: IncomingMessage): string[] =>
    [headers.authorization, headers.cookie].filter((value) => value !== undefined);

  test("WEB-5 (part): are followed, at most five", async () => {
    const net = await redirecting();
    const nested = (count: number): string => `http://site.test${"/to?".repeat(count)}/end`;
    const answer = await get(net, nested(5));
    expect(answer.url).toBe("http://site.test/end");
    expect(net.dialed).toHaveLength(6);
    expect(await refusal(get(net, nested(6)))).toBe("redirects");
  });

  test("WEB-6: each hop is judged like the first", async () => {
    const net = await redirecting({ names: { "inner.test": [["10.0.0.7"]] } });
    const hops = [
      "http://127.0.0.1/",
      "http://[::1]:8080/",
      "http://2130706433/",
      "http://localhost/",
      "http://inner.test/",
      "http://169.254.169.254/latest/meta-data/",
      "//127.1/",
    ];
    for (const hop of hops) {
      expect([hop, await refusal(get(net, `http://site.test/to?${hop}`))]).toEqual([
        hop,
        "blocked_address",
      ]);
    }
    for (const hop of ["file:///etc/passwd", "ftp://site.test/", "http://u:p@site.test/"]) {
      expect(await refusal(get(net, `http://site.test/to?${hop}`))).toBe("bad_url");
    }
    expect(new Set(net.dialed)).toEqual(new Set([`${PUBLIC}:80`]));
  });

  test("WEB-6: an opened host is not open to a public page that points there", async () => {
    const port = await serve((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/login" });
      response.end("mine");
    });
    const net = await redirecting({ servers: { "127.0.0.1:80": port } });
    const rules: NetworkRules = { allow: () => true };
    expect(text(await get(net, "http://127.0.0.1/", { rules }))).toBe("mine");
    expect(await refusal(get(net, "http://site.test/to?http://127.0.0.1/", { rules }))).toBe(
      "blocked_address",
    );
  });

  test("WEB-6 (part): keys stay with the origin they are for", async () => {
    const net = await redirecting();
    const headers = { Authorization: "Bearer key", Cookie: "id=1" };
    const same = await get(net, "http://site.test/to?/end", { headers });
    expect(JSON.parse(text(same))).toEqual(["site.test", "/end", ["Bearer key", "id=1"]]);
    for (const hop of ["http://other.test/end", "http://site.test:8080/end"]) {
      const other = await get(net, `http://site.test/to?${hop}`, { headers });
      expect(JSON.parse(text(other))[2]).toEqual([]);
    }
  });

  test("WEB-5 (part): a redirect without a place to go is an answer", async () => {
    const port = await serve((_, response) => void response.writeHead(302).end("lost"));
    const net = internet({
      names: { "site.test": [[PUBLIC]] },
      servers: { [`${PUBLIC}:80`]: port },
    });
    expect(await get(net, "http://site.test/")).toMatchObject({ status: 302 });
  });
});
