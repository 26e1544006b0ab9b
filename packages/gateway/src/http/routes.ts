import type { HostConnection, WhoConnects } from "@squire/protocol";
import type { Keyring, Holder } from "../keyring.ts";
import { REQUESTS_PER_SECOND, type Lockout } from "../limits.ts";
import type { AuthAttempt } from "../served-client.ts";
import { artifactReply } from "./artifact.ts";
import { calledReply, hostFailure } from "./called.ts";
import { completionReply } from "./completions.ts";
import type { PageFiles } from "./page-files.ts";
import { jsonReply, refusal } from "./reply.ts";
import type { Visitors } from "./visitors.ts";

export type RoutePorts = {
  readonly keyring: Keyring;
  readonly lockout: Lockout;
  readonly now: () => number;
  readonly startedAt: number;
  readonly files: PageFiles;
  /** Where the socket is, as the page sees it: `ws://127.0.0.1:18789`. */
  readonly socketOrigin: string;
  readonly onAuth?: ((attempt: AuthAttempt) => void) | undefined;
  readonly visitors: Visitors;
  readonly connect: (who: WhoConnects) => HostConnection;
  readonly pageUrl: (code: string, sessionKey?: string) => string;
};

export type Asked = {
  readonly request: Request;
  readonly url: URL;
  readonly address: string;
  /** A page asks, or somebody on another machine. */
  readonly isPage: boolean;
  /** The answer comes bit by bit. */
  readonly takesLong: () => void;
};

/** With a token. */
type Known = Asked & { readonly holder: Holder };

/** Everything but `/health` and the files of the page needs a token (S3). */
type Route = {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly answer: (asked: Known, ports: RoutePorts) => Promise<Response> | Response;
};

const ARTIFACT = /^\/v1\/artifacts\/([^/]+)\/([^/]+)$/;

const ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: /^\/v1\/codes$/,
    answer: ({ holder }, { keyring, pageUrl }) => {
      if (holder !== "program") return refusal(403, "A page cannot let others in.");
      return jsonReply(200, { url: pageUrl(keyring.newCode()) });
    },
  },
  {
    method: "POST",
    path: /^\/v1\/call$/,
    answer: (asked, ports) => {
      // Some methods take as long as a turn.
      asked.takesLong();
      return withBody(asked, (body) =>
        asClient(asked, ports, (client) => calledReply(client, body)),
      );
    },
  },
  {
    method: "POST",
    path: /^\/v1\/chat\/completions$/,
    answer: (asked, ports) => {
      asked.takesLong();
      return withBody(asked, (body) =>
        asClient(asked, ports, (client) =>
          completionReply(client, { body, now: ports.now(), signal: asked.request.signal }),
        ),
      );
    },
  },
  {
    method: "GET",
    path: ARTIFACT,
    answer: (asked, ports) => {
      const [, session = "", artifact = ""] = ARTIFACT.exec(asked.url.pathname) ?? [];
      const wanted = { sessionKey: textOf(session), artifactId: textOf(artifact) };
      return asClient(asked, ports, (client) => artifactReply(client, wanted));
    },
  },
];

async function withBody(
  { request }: Asked,
  run: (body: unknown) => Promise<Response>,
): Promise<Response> {
  const body: unknown = await request.json().catch(() => undefined);
  return body === undefined ? refusal(400, "Send JSON.") : run(body);
}

/** As a client of the host, for this one request. A stream that is still read keeps it. */
async function asClient(
  { holder, isPage }: Known,
  { connect }: RoutePorts,
  run: (client: HostConnection) => Promise<Response>,
): Promise<Response> {
  const client = connect({ face: "sdk", reach: isPage || holder === "page" ? "page" : "program" });
  try {
    const answer = await run(client);
    if (!isStream(answer)) await client.close();
    return answer;
  } catch (error) {
    await client.close();
    return hostFailure(error);
  }
}

function isStream(answer: Response): boolean {
  const type = answer.headers.get("content-type") ?? "";
  return answer.body !== null && !type.startsWith("application/json");
}

/** What stands in an address; one that cannot be read names nothing. */
function textOf(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "";
  }
}

/** Forms and plain text can be sent by any page without asking first. */
const SIMPLE = /^\s*(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

export async function answerHttp(asked: Asked, ports: RoutePorts): Promise<Response> {
  const { request, url, address } = asked;
  if (url.pathname === "/health") return health(request, ports);
  if (!url.pathname.startsWith("/v1/")) return file(request, url, ports);
  if (SIMPLE.test(request.headers.get("content-type") ?? "")) {
    return refusal(403, "Send JSON, with content-type application/json.");
  }
  const holder = holderOf(request, address, ports);
  if (holder instanceof Response) return holder;
  const fitting = ROUTES.filter(({ path }) => path.test(url.pathname));
  if (fitting.length === 0) return refusal(404, "There is nothing here.");
  const route = fitting.find(({ method }) => method === request.method);
  if (route === undefined) {
    return refusal(405, "Not with this method.", {
      allow: fitting.map((one) => one.method).join(", "),
    });
  }
  // Of what is stored a page may want many at once: they are only read.
  if (route.method === "POST" && !ports.visitors.take(holder)) {
    const message = `At most ${REQUESTS_PER_SECOND} requests per second.`;
    return refusal(429, message, { "retry-after": "1" });
  }
  return route.answer({ ...asked, holder }, ports);
}

/** Who has sent the right token in `Authorization: Bearer …`, or the refusal. */
function holderOf(
  request: Request,
  address: string,
  { keyring, lockout, onAuth, visitors }: RoutePorts,
): Holder | Response {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  const wanted = { "www-authenticate": "Bearer" };
  if (token === undefined) return refusal(401, "A token is needed.", wanted);
  const holder = keyring.holderOf(token);
  if (lockout.isLocked(address)) {
    return refusal(429, "Too many wrong tokens: wait a minute.", { "retry-after": "60" });
  }
  if (holder === null) {
    lockout.fail(address);
    onAuth?.({ ok: false, by: address });
    return refusal(401, "The token is not the right one.", wanted);
  }
  lockout.succeed(address);
  visitors.cameIn(holder, address);
  return holder;
}

function health(request: Request, { keyring, now, startedAt }: RoutePorts): Response {
  if (request.method !== "GET") return refusal(405, "Not with this method.", { allow: "GET" });
  const challenge = request.headers.get("x-squire-challenge");
  const isFit =
    challenge !== null && /^[\w-]{16,100}$/.test(challenge) && keyring.token.length >= 32;
  return jsonReply(200, {
    status: "ok",
    uptime: Math.max(0, now() - startedAt) / 1000,
    ...(isFit ? { proof: keyring.proofFor(challenge) } : {}),
  });
}

async function file(request: Request, url: URL, ports: RoutePorts): Promise<Response> {
  const path = url.pathname === "/" ? "index.html" : url.pathname.slice(1);
  const found = await ports.files.answer(path, request, ports.socketOrigin);
  if (found === null) return refusal(404, "There is nothing here.");
  if (request.method !== "GET") return refusal(405, "Not with this method.", { allow: "GET" });
  return found;
}
