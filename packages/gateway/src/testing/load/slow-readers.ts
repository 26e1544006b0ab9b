import { say, turn, type ServerScript } from "@squire/testkit";
import { frameBytes, rawSocket, UPGRADE, type RawSocket } from "../raw-socket.ts";
import { gatewayProcess, type GatewayProcess } from "./gateway-process.ts";
import { loadClient } from "./load-client.ts";
import { slowReader } from "./slow-reader.ts";

export type SlowFigures = {
  readonly readers: number;
  readonly events: number;
  /** What the slow ones have taken meanwhile. */
  readonly slowBytes: number;
  readonly failures: readonly string[];
  /** Resident memory after each round. */
  readonly memory: readonly (number | null)[];
};

const WORDS = "words that fill the line ".repeat(1600);
const script: ServerScript = () => turn(say(WORDS), { chunkBytes: 4096 });

/**
 * Some who read a byte each second and some who vanish, while one reads all: it must hear everything, and the memory of
 * the gateway must not grow from round to round.
 */
export async function readSlowly(readers: number, rounds: number): Promise<SlowFigures> {
  await using gateway = await gatewayProcess(script);
  const failures: string[] = [];
  const memory: (number | null)[] = [];
  let events = 0;
  let last = 0;
  let over = (): void => {};
  const steady = await loadClient(gateway, ({ seq, event }) => {
    events++;
    if (seq !== last + 1) failures.push(`${seq} after ${last}`);
    last = seq;
    if (event.type === "turn.finished") over();
  });
  const { sessionKey } = await steady.ask("sessions.create", { mode: "chat" });
  await steady.ask("sessions.attach", { sessionKey, events: "full" });
  const slow = await Promise.all(
    Array.from({ length: readers }, () => slowReader(gateway, String(sessionKey))),
  );
  for (let round = 0; round < rounds; round++) {
    const gone = await crowd(gateway, String(sessionKey), readers);
    const finished = new Promise<void>((resolve) => (over = resolve));
    await steady.ask("chat.send", { sessionKey, message: `round ${round}` });
    for (const socket of gone) socket.destroy();
    await finished;
    memory.push(gateway.memory());
  }
  // A reader that takes nothing would be another case.
  await Promise.all(slow.map(({ reads }) => reads));
  const slowBytes = slow.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const reader of slow) reader.destroy();
  steady.close();
  return { readers, events, slowBytes, failures, memory };
}

async function crowd(
  { url, token }: GatewayProcess,
  sessionKey: string,
  count: number,
): Promise<readonly RawSocket[]> {
  const port = Number(new URL(url).port);
  const params = { sessionKey, events: "full" };
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await rawSocket({ port, headers: UPGRADE });
      socket.write(frameBytes(JSON.stringify({ type: "auth", token })));
      await socket.frame();
      socket.write(frameBytes(JSON.stringify({ id: 1, method: "sessions.attach", params })));
      await socket.frame();
      return socket;
    }),
  );
}
