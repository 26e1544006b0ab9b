import { watchSession } from "@squire/client";
import type { EventEnvelope } from "@squire/protocol";
import { reader } from "@squire/host/testing";
import { call, reply, say, seededRandom } from "@squire/testkit";
import { breath, tearable } from "../cut-line.ts";
import { gatewayRig } from "../gateway-rig.ts";

export type StormFigures = {
  readonly clients: number;
  readonly lines: number;
  readonly events: number;
  readonly failures: readonly string[];
};

/** Many clients whose lines break all the time: each must have heard what one has that stayed. */
export async function weatherStorm(
  clients: number,
  turns: number,
  seed: number,
): Promise<StormFigures> {
  const script = Array.from({ length: turns }, (_, index) => [
    reply(say(`Looking ${index}. `), call("read", { path: "a" })),
    say(`That was ${index}, and it was good.`),
  ]).flat();
  await using there = await gatewayRig(script, { workspace: { a: "1\n" } });
  const random = seededRandom(seed);
  const sessionKey = await there.rig.session();
  const near = reader(there.rig.client.events(sessionKey));
  await near.next("session.restored");
  const watchers = await Promise.all(
    Array.from({ length: clients }, async () => {
      const torn = tearable();
      const client = await there.connect({ open: torn.open, wait: breath, random });
      const heard: EventEnvelope[] = [];
      const { promise: over, resolve } = Promise.withResolvers<void>();
      let ended = 0;
      const watched = watchSession(client, sessionKey, {
        onView: (_view, envelope) => {
          heard.push(envelope);
          if (envelope.event.type === "turn.finished" && ++ended === turns) resolve();
          // Who comes and goes makes events as well: those must not make a storm of their own.
          if (envelope.event.type !== "presence.changed" && random() < 0.15) torn.tear();
        },
      });
      return { torn, heard, over, watched };
    }),
  );
  for (let turn = 0; turn < turns; turn++) {
    await there.rig.client.call("chat.send", { sessionKey, message: `turn ${turn}` });
    await near.next("turn.finished");
  }
  await Promise.all(watchers.map(({ over }) => over));
  const failures = watchers.flatMap(({ heard }) => differences(heard, near.seen));
  for (const { watched } of watchers) watched.close();
  await near.close();
  return {
    clients,
    failures,
    lines: watchers.reduce((sum, { torn }) => sum + torn.opened, 0),
    events: watchers.reduce((sum, { heard }) => sum + heard.length, 0),
  };
}

/** Heard by the one who stayed, from the first event on that both have. */
function differences(
  heard: readonly EventEnvelope[],
  all: readonly EventEnvelope[],
): readonly string[] {
  const wrong = heard.findIndex((envelope, index) => envelope.seq !== index + 1);
  if (wrong !== -1) return [`event ${wrong + 1} is number ${heard[wrong]?.seq}`];
  const strange = heard.find((envelope) => {
    const same = all[envelope.seq - 1];
    return same !== undefined && JSON.stringify(same) !== JSON.stringify(envelope);
  });
  return strange === undefined ? [] : [`event ${strange.seq} is another one`];
}
