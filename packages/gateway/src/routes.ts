import type { Keyring, Holder } from "./keyring.ts";
import type { Lockout } from "./limits.ts";
import { jsonReply, pageReply, refusal } from "./reply.ts";

/** A file of the web face by its path without the first slash. */
export type WebFile = { readonly type: string; readonly bytes: Uint8Array };
export type WebFiles = ReadonlyMap<string, WebFile>;

export type RoutePorts = {
  readonly keyring: Keyring;
  readonly lockout: Lockout;
  readonly now: () => number;
  readonly startedAt: number;
  readonly files: () => Promise<WebFiles>;
  /** Where the socket is, as the page sees it: `ws://127.0.0.1:18789`. */
  readonly socketOrigin: string;
  readonly pageUrl: (code: string, sessionKey?: string) => string;
};

export type Asked = {
  readonly request: Request;
  readonly url: URL;
  readonly address: string;
  readonly holder: Holder;
};

/** Everything but `/health` and the files of the page needs a token (S3). */
type Route = {
  readonly method: "GET" | "POST";
  readonly path: RegExp;
  readonly answer: (asked: Asked, ports: RoutePorts) => Promise<Response> | Response;
};

const ROUTES: readonly Route[] = [
  {
    method: "POST",
    path: /^\/v1\/codes$/,
    answer: ({ holder }, { keyring, pageUrl }) => {
      if (holder !== "program") return refusal(403, "A page cannot let others in.");
      return jsonReply(200, { url: pageUrl(keyring.newCode()) });
    },
  },
];

/** Forms and plain text can be sent by any page without asking first. */
const SIMPLE = /^\s*(text\/plain|multipart\/form-data|application\/x-www-form-urlencoded)\b/i;

export async function answerHttp(
  { request, url, address }: Omit<Asked, "holder">,
  ports: RoutePorts,
): Promise<Response> {
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
  return route.answer({ request, url, address, holder }, ports);
}

/** Who has sent the right token in `Authorization: Bearer …`, or the refusal. */
function holderOf(
  request: Request,
  address: string,
  { keyring, lockout }: RoutePorts,
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
    return refusal(401, "The token is not the right one.", wanted);
  }
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
  const found = (await ports.files()).get(path);
  if (found === undefined) return refusal(404, "There is nothing here.");
  if (request.method !== "GET") return refusal(405, "Not with this method.", { allow: "GET" });
  return pageReply(found, ports.socketOrigin);
}
