import type { Gateway } from "@squire/gateway";
import type { Host } from "@squire/host";
import type { HostApi, Share } from "@squire/host/api";
import { openBrowser } from "../face/desktop.ts";
import type { Io } from "../io.ts";

export type Sharing = {
  readonly share: Share;
  close(): Promise<void>;
};

/** `/web`: the gateway of this process over the host that it has, started when it is first wanted. */
export function sharing(
  at: () => { readonly api: HostApi; readonly host: Host; readonly io: Io },
): Sharing {
  let opening: Promise<Gateway> | null = null;
  const opened = async (): Promise<Gateway> => {
    const { openGateway } = await import("./open-gateway.ts");
    opening ??= openGateway(at(), { role: "shared" });
    try {
      return await opening;
    } catch (error) {
      opening = null;
      throw error;
    }
  };
  return {
    share: async (wanted) => shareAt(await opened(), wanted, at().io),
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}

/** An address for a browser of a gateway that is there, and the browser if it is wanted. */
export async function shareAt(
  gateway: Gateway,
  { open = false, sessionKey }: Parameters<Share>[0],
  io: Io,
): ReturnType<Share> {
  const pageUrl = gateway.pageUrl(sessionKey);
  const isOpened = open && (await openBrowser(pageUrl, io.env));
  return { url: gateway.url, pageUrl, opened: isOpened };
}
