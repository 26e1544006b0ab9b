import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { inWords, untilStopped } from "../gateway/in-words.ts";
import type { Io } from "../io.ts";

/** `squire gateway`: sessions for browsers and other programs, until it is stopped (GW-1). */
export function gatewayCommand({ flags }: Invocation<"gateway">, io: Io): Promise<number> {
  return inWords(io, async () => {
    const { openSharedHost } = await import("../gateway/open-shared-host.ts");
    const { port, host, withoutTls } = flags;
    const wish = {
      role: "gateway",
      withoutTls,
      ...(port === undefined ? {} : { port }),
      ...(host === undefined ? {} : { host }),
    } as const;
    await using shared = await openSharedHost(flags, wish, io);
    const { url, wsUrl, tokenFile } = shared.gateway;
    io.stdout.write(
      flags.json
        ? `${JSON.stringify({ url, wsUrl, tokenFile })}\n`
        : `Gateway at ${url}\nThe token is in ${tokenFile}. squire web opens a browser, Ctrl+C ends it.\n`,
    );
    await untilStopped(io);
    return EXIT_CODES.ok;
  });
}
