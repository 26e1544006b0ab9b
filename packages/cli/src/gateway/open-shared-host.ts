import { existsSync } from "node:fs";
import type { Host } from "@squire/host";
import type { HostApi } from "@squire/host/api";
import type { Gateway } from "@squire/gateway";
import { livesLong } from "@squire/platform";
import { HostError } from "@squire/protocol/values";
import type { Io } from "../io.ts";
import { openHostFor, type HostFlags } from "../open-host.ts";
import { VERSION } from "../version.ts";
import { openGateway, type GatewayWish } from "./open-gateway.ts";
import { shareAt } from "./share.ts";

export type SharedHost = AsyncDisposable & {
  readonly gateway: Gateway;
  readonly api: HostApi;
  readonly host: Host;
};

/** What is still going on then is left: its log has everything that counts (GW-12). */
const CLOSING_MS = 3_000;

/** A host for this folder and all others, with its gateway. Rejects with a `HostError`. */
export async function openSharedHost(
  flags: HostFlags,
  wish: GatewayWish,
  io: Io,
): Promise<SharedHost> {
  const [{ openHostApi }, { writeDefaultConfig }, host] = await Promise.all([
    import("@squire/host/api"),
    import("@squire/host"),
    openHostFor(flags, io),
  ]);
  if (host.fatal !== null) throw new HostError(host.fatal);
  // The first start leaves a file that explains every key (CFG-12).
  if (!existsSync(host.userFile)) await writeDefaultConfig(host.userFile);
  const api: HostApi = openHostApi({
    host,
    hostAt: (cwd) => openHostFor({ ...flags, cwd }, io),
    version: VERSION,
    face: "gateway",
    share: async (wanted) => shareAt(await opening, wanted, io),
  });
  const opening: Promise<Gateway> = openGateway({ api, host, io }, wish);
  const gateway = await opening.catch(async (error: unknown) => {
    await api.close();
    throw error;
  });
  livesLong();
  return {
    api,
    host,
    gateway,
    [Symbol.asyncDispose]: async () => {
      await gateway.close();
      await Promise.race([api.close(), after(CLOSING_MS)]);
    },
  };
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
