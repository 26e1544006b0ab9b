import { connectWebSocket } from "@squire/client";
import type { HostClient, SocketOptions } from "@squire/client";
import { apiRig, type ApiRig } from "@squire/host/testing";
import type { ServerScript } from "@squire/testkit";
import { readFile } from "node:fs/promises";
import { startGateway, type Gateway, type GatewayInput } from "../start-gateway.ts";

export type GatewayRig = AsyncDisposable & {
  readonly rig: ApiRig;
  readonly gateway: Gateway;
  readonly token: string;
  /** Another program of the user. */
  connect(options?: Partial<SocketOptions>): Promise<HostClient>;
};

type Options = Partial<Omit<GatewayInput, "api">> & {
  readonly files?: GatewayInput["files"];
  readonly workspace?: Readonly<Record<string, string>>;
};

/** A user's machine with a gateway on a port of its own. */
export async function gatewayRig(script: ServerScript, options: Options = {}): Promise<GatewayRig> {
  const { workspace = {}, ...given } = options;
  const rig = await apiRig(script, workspace);
  const gateway = await startGateway({
    api: rig.api,
    host: "127.0.0.1",
    port: 0,
    tokenFile: rig.home.path("home/gateway.token"),
    ...given,
  });
  const token = given.token ?? (await readFile(gateway.tokenFile, "utf8")).trim();
  const clients: HostClient[] = [];
  return {
    rig,
    gateway,
    token,
    async connect(more = {}) {
      const base = { url: gateway.wsUrl, auth: { token }, face: "sdk" } as const;
      const client = await connectWebSocket({ ...base, ...more });
      clients.push(client);
      return client;
    },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      await gateway.close();
      await rig[Symbol.asyncDispose]();
    },
  };
}
