import { streamSessions } from "@squire/gateway/testing";

export type GatewayRow = {
  readonly what: string;
  readonly value: string;
  readonly wanted: string;
};

const MB = 1024 * 1024;

/** Many sessions on one gateway, all talking at once, and what each costs while it is quiet. */
export async function measureGateway(sessions: number): Promise<readonly GatewayRow[]> {
  const { events, failures, p50, p99, idleBytes } = await streamSessions(sessions, 100);
  const idle = idleBytes === null ? "unknown" : `${(idleBytes / MB).toFixed(2)} MB`;
  return [
    { what: "sessions that talk at once", value: String(sessions), wanted: "" },
    { what: "events", value: String(events), wanted: "" },
    { what: "events of others, lost or twice", value: String(failures.length), wanted: "0" },
    { what: "from event to client, median", value: `${p50} ms`, wanted: "" },
    { what: "from event to client, p99", value: `${p99} ms`, wanted: "≤ 50 ms" },
    { what: "an idle session", value: idle, wanted: "≤ 1 MB" },
  ];
}

export function gatewayTable(rows: readonly GatewayRow[]): string {
  const lines = rows.map(({ what, value, wanted }) => `| ${what} | ${value} | ${wanted} |`);
  return ["| gateway | | wanted |", "|---|---|---|", ...lines].join("\n");
}
