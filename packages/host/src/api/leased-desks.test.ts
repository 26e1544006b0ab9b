import { expect, test } from "bun:test";
import { Desks } from "./desks.ts";
import type { SessionDesk } from "./desk.ts";
import { leaseDesks } from "./leased-desks.ts";
import { apiRig } from "./testing/api-rig.ts";

/** Somebody looks and goes: nobody watches any more. */
function lookAt(desk: SessionDesk): void {
  using _there = desk.enter({ clientId: "me", face: "tui", since: 0 });
}

test("a call keeps what it has got until it is over, although the last watcher goes", async () => {
  await using rig = await apiRig([]);
  const { host } = rig;
  const hostAt = () => Promise.resolve(host);
  const desks = new Desks({ host, hostAt, face: "terminal", wishes: {} });
  const { desk } = await desks.create({ cwd: host.cwd, ephemeral: false });
  const lease = leaseDesks(desks);
  const held = await lease.desks.get(desk.id);
  lookAt(held);
  expect(held.isClosing).toBe(false);
  await held.session.append({ type: "title", title: "still open", by: "user" });
  lease[Symbol.dispose]();
  expect(held.isClosing).toBe(true);
  // One that is being let go is opened again rather than handed out.
  using other = leaseDesks(desks);
  const again = await other.desks.get(desk.id);
  expect(again).not.toBe(held);
  expect(again.isClosing).toBe(false);
  expect(again.session.state().title).toBe("still open");
  await desks.closeAll();
});

test("the twin: without a lease the session is let go under the call", async () => {
  await using rig = await apiRig([]);
  const { host } = rig;
  const hostAt = () => Promise.resolve(host);
  const desks = new Desks({ host, hostAt, face: "terminal", wishes: {} });
  const { desk } = await desks.create({ cwd: host.cwd, ephemeral: false });
  const bare = await desks.get(desk.id);
  lookAt(bare);
  expect(bare.isClosing).toBe(true);
  await desks.closeAll();
});
