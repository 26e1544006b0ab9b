import { readSlowly } from "../src/testing/load/slow-readers.ts";
import { weatherStorm } from "../src/testing/load/storm.ts";
import { streamSessions } from "../src/testing/load/streaming-sessions.ts";

/** A long loop behind a sample that the tests run. `scale` 1 is what a nightly run can afford. */
export type GatewayTorture = {
  readonly name: string;
  run(
    seed: number,
    scale?: number,
  ): Promise<{
    readonly cases: number;
    readonly failures: readonly string[];
    readonly notes: readonly string[];
  }>;
};

const MB = 1024 * 1024;

export const GATEWAY_TORTURES: readonly GatewayTorture[] = [
  {
    name: "gateway-sessions",
    async run(_seed, scale = 1) {
      const count = Math.ceil(1000 * scale);
      const { events, failures, p50, p99, idleBytes } = await streamSessions(count, 100);
      const idle = idleBytes === null ? "unknown" : `${(idleBytes / MB).toFixed(2)} MB`;
      const notes = [`${events} events, p50 ${p50} ms, p99 ${p99} ms, ${idle} per idle session`];
      const heavy = idleBytes !== null && idleBytes > MB ? [`an idle session costs ${idle}`] : [];
      return { cases: count, failures: [...failures, ...heavy], notes };
    },
  },
  {
    name: "gateway-slow",
    async run(_seed, scale = 1) {
      const readers = Math.ceil(100 * scale);
      const { events, failures, memory, slowBytes } = await readSlowly(readers, 8);
      const megabytes = memory.map((bytes) => (bytes === null ? null : Math.round(bytes / MB)));
      const [first, last] = [memory[1] ?? null, memory.at(-1) ?? null];
      const hasGrown = first !== null && last !== null && last > first * 1.25;
      return {
        cases: readers * 9,
        failures: [...failures, ...(hasGrown ? [`memory grew: ${megabytes.join(" ")} MB`] : [])],
        notes: [
          `${events} events to who reads, ${slowBytes} bytes to who reads slowly, memory after each round: ${megabytes.join(" ")} MB`,
        ],
      };
    },
  },
  {
    name: "gateway-storm",
    async run(seed, scale = 1) {
      const clients = Math.ceil(40 * scale);
      const { lines, events, failures } = await weatherStorm(clients, 20, seed);
      return { cases: clients, failures, notes: [`${events} events over ${lines} lines`] };
    },
  },
];
