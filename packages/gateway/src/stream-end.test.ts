import { expect, test } from "bun:test";
import { failureOf, reader } from "@squire/host/testing";
import type { HostConnection } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { gatewayRig } from "./testing/gateway-rig.ts";
import { rawClient } from "./testing/raw-client.ts";
import { startGateway } from "./start-gateway.ts";

test("GW-7 (part): the end of a session's stream reaches whoever listens", async () => {
  await using there = await gatewayRig([]);
  const sessionKey = await there.rig.session();
  const far = await there.connect();
  const stream = far.events(sessionKey)[Symbol.asyncIterator]();
  expect((await stream.next()).value?.event.type).toBe("session.restored");
  const raw = await rawClient(there.gateway.wsUrl, { token: there.token });
  await raw.ask("sessions.attach", { sessionKey, subscription: "mine" });
  await there.rig.client.call("sessions.delete", { sessionKey });
  let next = await stream.next();
  while (next.done !== true) next = await stream.next();
  const ended = await raw.next(({ event }) => event === "session.ended");
  expect(ended).toEqual({
    event: "session.ended",
    data: {},
    sessionKey,
    subscription: "mine",
  });
  // Its pump is gone: there is nothing left to leave.
  expect(await raw.ask("sessions.detach", { subscription: "mine" })).toMatchObject({
    result: { ok: false },
  });
});

test("GW-7 (part): a stream that fails says why, and who stops listening hears of no end", async () => {
  await using there = await gatewayRig([]);
  const sessionKey = await there.rig.session();
  const failure = { code: "storage", message: "The disk is gone.", retryable: false } as const;
  const { api } = there.rig;
  const gateway = await startGateway({
    api: { connect: (who) => failingAfterFirst(api.connect(who), failure) },
    host: "127.0.0.1",
    port: 0,
    tokenFile: there.gateway.tokenFile,
  });
  const failing = await there.connect({ url: gateway.wsUrl });
  const stream = reader(failing.events(sessionKey));
  await stream.next("session.restored");
  expect(await failureOf(stream.next("turn.finished"))).toEqual(failure);
  await gateway.close();

  const raw = await rawClient(there.gateway.wsUrl, { token: there.token });
  await raw.ask("sessions.attach", { sessionKey, subscription: "mine" });
  expect(await raw.ask("sessions.detach", { subscription: "mine" })).toMatchObject({
    result: { ok: true },
  });
  await raw.ask("health.check");
  expect(raw.seen.filter(({ event }) => event === "session.ended")).toEqual([]);
});

function failingAfterFirst(
  connection: HostConnection,
  failure: ConstructorParameters<typeof HostError>[0],
): HostConnection {
  return {
    ...connection,
    async *events(sessionKey, fromSeq, stream) {
      for await (const envelope of connection.events(sessionKey, fromSeq, stream)) {
        yield envelope;
        throw new HostError(failure);
      }
    },
  };
}
