import { expect, test } from "bun:test";
import { apiRig } from "@squire/host/testing";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { knocks, wrongKnocks } from "./testing/handshakes.ts";
import { rawClient } from "./testing/raw-client.ts";
import { rawSocket } from "./testing/raw-socket.ts";
import { weakGateway } from "./testing/weak-gateway.ts";

const TOKEN = "a-token-that-is-long-enough";

/** Every wrong token is counted; here they come by the hundred, and time runs fast. */
function fastClock(): () => number {
  let now = 0;
  return () => (now += 30_000);
}

test("S1, S7, GW-4: of all origins, hosts and tokens only the intended ones get in", async () => {
  await using there = await gatewayRig([], { token: TOKEN, now: fastClock() });
  const port = Number(new URL(there.gateway.url).port);
  expect(knocks(port).length).toBeGreaterThan(300);
  expect(await wrongKnocks(port, TOKEN)).toEqual([]);
  expect(there.gateway.clients).toBe(0);
});

for (const forgets of ["host", "origin", "token"] as const) {
  test(`S1, S7: a gateway that forgets the ${forgets} is caught`, async () => {
    await using rig = await apiRig([]);
    const weak = weakGateway(rig.api, TOKEN, forgets);
    const wrong = await wrongKnocks(weak.port, TOKEN);
    await weak.close();
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.every(({ outcome }) => outcome === "in")).toBe(true);
  });
}

const PATHS = ["/", "/health", "/index.html", "/v1/codes", "/v1/nothing", "/ws", "/../etc/passwd"];

test("S7: a strange Host gets 403 on every path, and nothing grants another origin anything", async () => {
  await using there = await gatewayRig([], {
    files: () => Promise.resolve(new Map([["index.html", PAGE]])),
  });
  const port = Number(new URL(there.gateway.url).port);
  for (const path of PATHS) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const strange = await rawSocket({ port, path, method, host: "evil.example" });
      expect([path, method, strange.status]).toEqual([path, method, 403]);
      const asked = {
        Origin: "http://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
      };
      const foreign = await rawSocket({ port, path, method, headers: asked });
      expect([path, method, foreign.status]).toEqual([path, method, 403]);
      for (const { headers } of [strange, foreign]) {
        expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
      }
      for (const socket of [strange, foreign]) socket.destroy();
    }
  }
});

const PAGE = { type: "text/html", bytes: new TextEncoder().encode("<!doctype html>") };

test("S3: every route is 401 without a token, and forms and plain text get nowhere", async () => {
  await using there = await gatewayRig([], {
    files: () => Promise.resolve(new Map([["index.html", PAGE]])),
  });
  const { url } = there.gateway;
  const routes = [
    "/v1/codes",
    "/v1/chat/completions",
    "/v1/artifacts/s/a",
    "/v1/",
    "/v1/any/thing",
  ];
  for (const route of routes) {
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const plain = await fetch(`${url}${route}`, { method });
      expect([route, method, plain.status]).toEqual([route, method, 401]);
    }
    for (const kind of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const headers = { "content-type": kind, authorization: `Bearer ${there.token}` };
      const simple = await fetch(`${url}${route}`, { method: "POST", body: "a=1", headers });
      expect([route, kind, simple.status]).toEqual([route, kind, 403]);
    }
  }
  // In an address a token would stand in histories and logs: it counts for nothing there.
  expect((await fetch(`${url}/v1/codes?token=${there.token}`, { method: "POST" })).status).toBe(
    401,
  );
  const headers = { authorization: `Bearer ${there.token}` };
  expect((await fetch(`${url}/v1/codes`, { method: "POST", headers })).status).toBe(200);
  expect((await fetch(`${url}/v1/codes`, { headers })).status).toBe(405);
  expect((await fetch(`${url}/v1/nothing`, { headers })).status).toBe(404);
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
});

test("GW-2: health, the page, and nothing else; every answer is inert", async () => {
  await using there = await gatewayRig([], {
    files: () => Promise.resolve(new Map([["index.html", PAGE]])),
  });
  const { url } = there.gateway;
  const health = await fetch(`${url}/health`);
  expect(await health.json()).toEqual({ status: "ok", uptime: expect.any(Number) });
  const page = await fetch(url);
  expect([page.status, await page.text()]).toEqual([200, "<!doctype html>"]);
  const other = await fetch(`${url}/secrets`);
  for (const { headers } of [health, page, other]) {
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("set-cookie")).toBeNull();
  }
});

test("GW-3 (part): who says nothing for five seconds is sent away", async () => {
  const timers: { readonly run: () => void; readonly ms: number }[] = [];
  await using there = await gatewayRig([], {
    setTimer: (run, ms) => {
      timers.push({ run, ms });
      return () => {};
    },
  });
  const silent = await rawClient(there.gateway.wsUrl);
  expect(timers.map(({ ms }) => ms)).toEqual([5_000]);
  for (const { run } of timers) run();
  expect(await silent.closed).toEqual({ code: 1013, reason: "No token came in time." });
});
