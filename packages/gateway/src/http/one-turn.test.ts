import { expect, test } from "bun:test";
import { reader } from "@squire/host/testing";
import { hang, reply, say } from "@squire/testkit";
import { gatewayRig } from "../testing/gateway-rig.ts";
import { oneTurn, type TurnPiece } from "./one-turn.ts";

/** So many who come and go make more events than a feed holds. */
const VISITS = 4_200;

for (const how of ["is over", "goes on"]) {
  test(`GW-13 (part): who reads so slowly that something is lost is told, when the turn ${how}`, async () => {
    await using there = await gatewayRig([reply(say("First."), hang())]);
    const { client } = there.rig;
    const sessionKey = await there.rig.session();
    const near = reader(client.events(sessionKey));
    await near.next("session.restored");
    const { signal } = new AbortController();
    const message = [{ type: "text", text: "go" }] as const;
    const turn = oneTurn(client, { sessionKey, message, signal });
    expect((await turn.next()).value).toEqual({ type: "text", text: "First." });
    if (how === "is over") {
      await client.call("chat.abort", { sessionKey });
      await near.next("turn.aborted");
    }
    const visitor = there.rig.api.connect({ face: "sdk" });
    for (let visit = 0; visit < VISITS; visit++) {
      const stream = visitor.events(sessionKey)[Symbol.asyncIterator]();
      await stream.next();
      await stream.return?.();
    }
    const pieces: TurnPiece[] = [];
    for await (const piece of turn) pieces.push(piece);
    expect(pieces).toMatchObject([
      { type: "turn.failed", failure: { message: expect.stringContaining("too slowly") } },
    ]);
    // It goes on for nobody.
    if (how === "goes on") await near.next("turn.aborted");
    await near.close();
  });
}
