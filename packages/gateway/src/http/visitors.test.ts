import { expect, test } from "bun:test";
import { Keyring } from "../keyring.ts";
import { Lockout } from "../limits.ts";
import type { AuthAttempt } from "../served-client.ts";
import { gatewayRig } from "../testing/gateway-rig.ts";
import { PageFiles } from "./page-files.ts";
import { answerHttp, type RoutePorts } from "./routes.ts";
import { Visitors } from "./visitors.ts";

const HEALTH = JSON.stringify({ method: "health.check" });

function post(url: string, token: string, path = "/v1/call"): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: HEALTH });
}

test("GW-11 (part): sixty calls over HTTP at once, then sixty a second", async () => {
  let now = 1_000;
  await using there = await gatewayRig([], { now: () => now });
  const { url } = there.gateway;
  const ask = async (count: number): Promise<number> => {
    const answers = await Promise.all(Array.from({ length: count }, () => post(url, there.token)));
    const refused = answers.filter(({ status }) => status === 429);
    for (const { headers } of refused) expect(headers.get("retry-after")).toBe("1");
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await ask(80)).toBe(60);
  now += 500;
  expect(await ask(80)).toBe(30);
});

test("GW-11 (part): a right token over HTTP forgives the wrong ones before it, and the audit hears of it", async () => {
  let now = 1_000;
  const heard: AuthAttempt[] = [];
  await using there = await gatewayRig([], {
    now: () => now,
    onAuth: (attempt) => void heard.push(attempt),
  });
  const { url } = there.gateway;
  for (let round = 0; round < 3; round++) {
    for (let wrong = 0; wrong < 4; wrong++) expect((await post(url, "wrong")).status).toBe(401);
    expect((await post(url, there.token)).status).toBe(200);
  }
  expect(heard.filter(({ ok }) => !ok)).toHaveLength(12);
  // Once in a minute, or the audit would hold nothing else.
  expect(heard.filter(({ ok }) => ok)).toEqual([{ ok: true, by: "127.0.0.1" }]);
  now += 60_000;
  await post(url, there.token);
  expect(heard.filter(({ ok }) => ok)).toHaveLength(2);
});

test("a call over HTTP may take long, but only for who has the token", async () => {
  await using there = await gatewayRig([]);
  const now = Date.now;
  const ports: RoutePorts = {
    keyring: new Keyring(there.token, now),
    lockout: new Lockout(now),
    now,
    startedAt: now(),
    files: new PageFiles(() => Promise.resolve(new Map())),
    socketOrigin: "ws://127.0.0.1",
    visitors: new Visitors({ now }),
    connect: (who) => there.rig.api.connect(who),
    pageUrl: (code) => code,
  };
  const ask = async (token: string): Promise<readonly [number, number]> => {
    let long = 0;
    const url = new URL("http://127.0.0.1/v1/call");
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = new Request(url, { method: "POST", headers, body: HEALTH });
    const asked = { request, url, address: "127.0.0.1", isPage: false, takesLong: () => long++ };
    return [(await answerHttp(asked, ports)).status, long];
  };
  expect(await ask("wrong")).toEqual([401, 0]);
  expect(await ask(there.token)).toEqual([200, 1]);
});
