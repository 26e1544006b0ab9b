import { connectWebSocket, type HostClient } from "@squire/client";
import { HostError } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { LineBox } from "../face/line-box.ts";
import type { FarHost } from "../face/start-face.ts";
import { inWords } from "../gateway/in-words.ts";
import { tokenPlace, type TokenPlace } from "../gateway/token-place.ts";
import type { Io } from "../io.ts";
import { usageError, USAGE_EXIT_CODE } from "../usage-error.ts";
import { say } from "./sessions-at.ts";

type Attach = Invocation<"attach">;

/** `squire attach`: the terminal face on a session of a gateway. */
export function attachCommand({ flags, args }: Attach, io: Io): Promise<number> {
  return inWords(io, async () => {
    if (io.attended !== true || !io.stdout.isTty) {
      const { message, advice } = usageError("squire attach needs a terminal.", "attach");
      for (const line of [message, advice]) say(io, line);
      return USAGE_EXIT_CODE;
    }
    const place = await tokenPlace(flags, io);
    const { far, sessionKey } = await found(args.where, place, io);
    const { attachFace } = await import("../face/start-face.ts");
    return attachFace(far, { plain: flags.plain, sessionKey }, place.home, io);
  });
}

type Found = { readonly far: FarHost; readonly sessionKey: string | null };

async function found(where: string | undefined, place: TokenPlace, io: Io): Promise<Found> {
  if (where !== undefined && /^(wss?|https?):\/\//i.test(where)) {
    const far = await connectTo(where, place);
    return { far, sessionKey: await lastSession(far.client, io) };
  }
  return amongRunning(where, place, io);
}

/** The token in the file is for gateways of this user: it is sent to no one who does not know it. */
async function connectTo(where: string, place: TokenPlace): Promise<FarHost> {
  const { knowsToken, readOrMakeToken } = await import("@squire/gateway");
  const url = socketUrl(where);
  const httpUrl = url.origin.replace(/^ws/, "http");
  const token = place.given ?? (await readOrMakeToken(place.tokenFile));
  if (place.given === undefined && !(await knowsToken(httpUrl, token))) {
    throw failed(
      `${httpUrl} is no gateway of yours, or cannot be reached.`,
      "Set SQUIRE_TOKEN to its token: squire gateway token show, on that machine.",
    );
  }
  return connect(url.href, token);
}

async function connect(url: string, token: string): Promise<FarHost> {
  const line = new LineBox();
  const options = { url, auth: { token }, face: "tui", onState: line.tell } as const;
  return { client: await connectWebSocket(options), line };
}

function socketUrl(where: string): URL {
  if (!URL.canParse(where))
    throw failed(`"${where.slice(0, 80)}" is no address.`, "Use ws://host:port.");
  const url = new URL(where.replace(/^http/i, "ws"));
  if (url.pathname === "/") url.pathname = "/ws";
  url.hash = "";
  return url;
}

/** The session in whichever gateway has it open, else in the first that knows it. */
async function amongRunning(key: string | undefined, place: TokenPlace, io: Io): Promise<Found> {
  const { findRunning, readOrMakeToken } = await import("@squire/gateway");
  const token = place.given ?? (await readOrMakeToken(place.tokenFile));
  const running = await findRunning(place.home, token);
  if (running.length === 0) {
    throw failed("No gateway runs.", "Type /web in a session, or start one with squire gateway.");
  }
  let last: unknown = null;
  for (const { wsUrl } of running) {
    const far = await connect(wsUrl, token);
    const { client } = far;
    try {
      const sessionKey = key ?? (await lastSession(client, io));
      if (sessionKey === null) return { far, sessionKey };
      const { session } = await client.call("sessions.attach", { sessionKey });
      return { far, sessionKey: session.id };
    } catch (error) {
      last = error;
      await client.close();
    }
  }
  throw last;
}

/** The one that runs, or the last one of this folder; null: there is none. */
async function lastSession(client: HostClient, io: Io): Promise<string | null> {
  const { sessions } = await client.call("sessions.list", { limit: 100 });
  const running = sessions.find((session) => session.running);
  const here = sessions.find(({ cwd }) => cwd === io.cwd);
  return (running ?? here ?? sessions[0])?.id ?? null;
}

function failed(message: string, advice: string): HostError {
  return new HostError({ code: "config", message, advice, retryable: false });
}
