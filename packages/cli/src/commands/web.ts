import { EXIT_CODES, HostError } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { openBrowser } from "../face/desktop.ts";
import { inWords, untilStopped } from "../gateway/in-words.ts";
import { tokenPlace } from "../gateway/token-place.ts";
import type { Io } from "../io.ts";

/** `squire web`: the browser face on a gateway that runs, or on one of its own. */
export function webCommand({ flags }: Invocation<"web">, io: Io): Promise<number> {
  return inWords(io, async () => {
    const running = flags.port === undefined ? await pageOfRunning(flags, io) : null;
    if (running !== null) {
      await show(running, flags.noOpen, io);
      return EXIT_CODES.ok;
    }
    const { openSharedHost } = await import("../gateway/open-shared-host.ts");
    const { port } = flags;
    const wish = { role: "gateway", ...(port === undefined ? {} : { port }) } as const;
    await using shared = await openSharedHost(flags, wish, io);
    await show(shared.gateway.pageUrl(), flags.noOpen, io);
    io.stdout.write("Ctrl+C ends it.\n");
    await untilStopped(io);
    return EXIT_CODES.ok;
  });
}

/** An address of a gateway that runs already; null: none does. */
async function pageOfRunning(flags: Invocation<"web">["flags"], io: Io): Promise<string | null> {
  const { findRunning, readOrMakeToken } = await import("@squire/gateway");
  const { home, tokenFile, given } = await tokenPlace(flags, io);
  const token = given ?? (await readOrMakeToken(tokenFile));
  const found = await findRunning(home, token);
  const gateway = found.find(({ role }) => role === "gateway") ?? found[0];
  if (gateway === undefined) return null;
  const reply = await fetch(`${gateway.url}/v1/codes`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    redirect: "error",
  });
  const told: unknown = reply.ok ? await reply.json() : null;
  const url: unknown = typeof told === "object" && told !== null ? Reflect.get(told, "url") : null;
  if (typeof url === "string" && url.startsWith(`${gateway.url}/`)) return url;
  throw new HostError({
    code: "network",
    message: `The gateway at ${gateway.url} gave no address for a browser.`,
    advice: "Start it again: squire gateway.",
    retryable: true,
  });
}

async function show(pageUrl: string, noOpen: boolean, io: Io): Promise<void> {
  if (!noOpen && (await openBrowser(pageUrl, io.env))) {
    io.stdout.write(`Opened ${new URL(pageUrl).origin} in the browser.\n`);
    return;
  }
  io.stdout.write(`Open this in a browser; it is good once and for a few minutes:\n${pageUrl}\n`);
}
