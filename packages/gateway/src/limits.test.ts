import { expect, test } from "bun:test";
import { FakeClock } from "@squire/testkit";
import { Lockout, RateLimit } from "./limits.ts";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";

test("GW-11: sixty requests at once, then sixty a second; the rest is refused in words", async () => {
  let now = 1_000;
  await using there = await gatewayRig([], { now: () => now });
  const client = await rawClient(there.gateway.wsUrl, { token: there.token });
  const other = await rawClient(there.gateway.wsUrl, { token: there.token });
  const ask = async (count: number): Promise<number> => {
    const answers = await Promise.all(
      Array.from({ length: count }, () => client.ask("health.check")),
    );
    return answers.filter(({ error }) => error === undefined).length;
  };
  // The token was the first.
  expect(await ask(80)).toBe(59);
  const refused = client.seen.find(({ error }) => error !== undefined);
  expect(refused).toMatchObject({ id: expect.any(String), error: { code: -32005 } });
  expect(await other.ask("health.check")).toHaveProperty("result");
  now += 500;
  expect(await ask(80)).toBe(30);
});

test("GW-11: five wrong tokens, and for a minute not even the right one", async () => {
  let now = 1_000;
  await using there = await gatewayRig([], { now: () => now });
  const { wsUrl, url } = there.gateway;
  const held = await rawClient(wsUrl, { token: there.token });
  for (const token of ["undefined", "", "null", "x".repeat(100_000)]) {
    const client = await rawClient(wsUrl);
    client.send({ type: "auth", token });
    expect(await client.closed).toMatchObject({ code: 1008 });
  }
  const wrong = { method: "POST", headers: { authorization: "Bearer wrong" } };
  expect((await fetch(`${url}/v1/codes`, wrong)).status).toBe(401);
  expect(await rawClient(wsUrl, { token: there.token }).catch(() => "refused")).toBe("refused");
  const right = { method: "POST", headers: { authorization: `Bearer ${there.token}` } };
  expect((await fetch(`${url}/v1/codes`, right)).status).toBe(429);
  // Who was in before stays in.
  expect(await held.ask("health.check")).toHaveProperty("result");
  now += 60_000;
  expect((await fetch(`${url}/v1/codes`, right)).status).toBe(200);
});

test("GW-11: the code of a page is not spent by a try that was not looked at", async () => {
  let now = 1_000;
  await using there = await gatewayRig([], { now: () => now });
  const { wsUrl } = there.gateway;
  const code = new URL(there.gateway.pageUrl()).hash.slice("#code=".length);
  const early = await rawClient(wsUrl);
  for (let tries = 0; tries < 5; tries++) {
    const guessing = await rawClient(wsUrl);
    guessing.send({ type: "auth", token: "wrong" });
    await guessing.closed;
  }
  early.send({ type: "auth", code });
  expect(await early.closed).toMatchObject({ code: 1013 });
  now += 60_000;
  const page = await rawClient(wsUrl);
  page.send({ type: "auth", code });
  expect(await page.next(() => true)).toMatchObject({ ok: true });
});

test("GW-11 (part): a lockout forgets what is old, and does not grow without end", () => {
  const clock = new FakeClock();
  const lockout = new Lockout(() => clock.now());
  for (let index = 0; index < 4; index++) lockout.fail("a");
  expect(lockout.isLocked("a")).toBe(false);
  lockout.fail("a");
  expect(lockout.isLocked("a")).toBe(true);
  expect(lockout.isLocked("b")).toBe(false);
  for (let index = 0; index < 20_000; index++) lockout.fail(`flood ${index}`);
  expect(lockout.isLocked("a")).toBe(false);
});

test("a clock that goes backwards gives nothing away", () => {
  let now = 1_000;
  const rate = new RateLimit(2, () => now);
  expect([rate.take(), rate.take(), rate.take()]).toEqual([true, true, false]);
  now = 0;
  expect(rate.take()).toBe(false);
  now = 500;
  expect(rate.take()).toBe(true);
});
