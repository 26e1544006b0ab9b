import { z } from "zod";
import { printable } from "../settings/problem.ts";
import { OAuthFailure, type OAuthFlow, type OAuthPorts, type OAuthStart } from "./oauth-flow.ts";
import type { Tokens } from "./store.ts";

/** A server that speaks the device authorization grant (RFC 8628). */
export type DeviceCodeConfig = {
  readonly id: string;
  readonly label: string;
  readonly clientId: string;
  readonly scope?: string;
  /** Where a login starts. */
  readonly deviceUrl: string;
  readonly tokenUrl: string;
};

const GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const DEFAULT_INTERVAL = 5;
const MAX_REPLY = 256 * 1024;

const seconds = z.coerce.number().min(0).max(31_536_000);

const DeviceReply = z.object({
  device_code: z.string().min(1),
  user_code: z.string().regex(/^[A-Za-z0-9 -]{1,64}$/),
  verification_uri: z.string(),
  verification_uri_complete: z.string().optional(),
  expires_in: seconds,
  interval: seconds.optional(),
});

const TokenReply = z.object({
  access_token: z.string().regex(/^[!-~]+$/),
  refresh_token: z.string().min(1).optional(),
  expires_in: seconds.optional(),
});

const ErrorReply = z.object({ error: z.string(), error_description: z.string().optional() });

/** A login flow from nothing but addresses and a client id. */
export function deviceCodeFlow(config: DeviceCodeConfig): OAuthFlow {
  const { id, label, clientId, scope } = config;
  return {
    id,
    label,
    start: (ports, signal) => startDevice(config, ports, signal),
    async refresh(refreshToken, ports, signal) {
      const form = {
        grant_type: "refresh_token",
        refresh_token: refreshToken,
        client_id: clientId,
      };
      const scoped = scope === undefined ? form : { ...form, scope };
      return toTokens(await post(config.tokenUrl, scoped, ports, signal), ports);
    },
  };
}

async function startDevice(
  config: DeviceCodeConfig,
  ports: OAuthPorts,
  signal: AbortSignal,
): Promise<OAuthStart> {
  const { clientId, scope, deviceUrl } = config;
  const form = { client_id: clientId, ...(scope === undefined ? {} : { scope }) };
  const reply = read(DeviceReply, await post(deviceUrl, form, ports, signal));
  const complete = reply.verification_uri_complete;
  const expiresAt = ports.clock.now() + reply.expires_in * 1000;
  return {
    type: "device",
    url: webAddress(reply.verification_uri),
    ...(complete === undefined ? {} : { completeUrl: webAddress(complete) }),
    userCode: reply.user_code,
    expiresAt,
    finish: (finishSignal) =>
      poll(
        { config, ports, deviceCode: reply.device_code, expiresAt },
        reply.interval ?? DEFAULT_INTERVAL,
        finishSignal,
      ),
  };
}

type Pending = {
  readonly config: DeviceCodeConfig;
  readonly ports: OAuthPorts;
  readonly deviceCode: string;
  readonly expiresAt: number;
};

/** Asks until the user has answered, never more often than the server wants. */
async function poll(pending: Pending, interval: number, signal: AbortSignal): Promise<Tokens> {
  const { config, ports, deviceCode, expiresAt } = pending;
  const form = { grant_type: GRANT, device_code: deviceCode, client_id: config.clientId };
  // At least a second: a server that says 0 must not make us a storm.
  let wait = Math.max(1, interval);
  while (ports.clock.now() < expiresAt) {
    await ports.clock.sleep(wait * 1000, signal);
    try {
      return toTokens(await post(config.tokenUrl, form, ports, signal), ports);
    } catch (error) {
      signal.throwIfAborted();
      wait = nextWait(error, wait);
    }
  }
  throw new OAuthFailure("expired_token", "The login took too long; start it again.");
}

/** How long to wait after a refusal that is none; throws what really is one. */
function nextWait(error: unknown, wait: number): number {
  if (!(error instanceof OAuthFailure)) throw error;
  switch (error.reason) {
    case "authorization_pending":
      return wait;
    case "slow_down":
      return wait + 5;
    case "network":
      return Math.min(wait * 2, 60);
    case "expired_token":
      throw new OAuthFailure("expired_token", "The login took too long; start it again.");
    case "access_denied":
      throw new OAuthFailure("access_denied", "The login was refused in the browser.");
    default:
      throw error;
  }
}

function toTokens(reply: unknown, { clock }: OAuthPorts): Tokens {
  const { access_token, refresh_token, expires_in } = read(TokenReply, reply);
  return {
    secret: access_token,
    ...(refresh_token === undefined ? {} : { refresh: refresh_token }),
    ...(expires_in === undefined ? {} : { expiresAt: clock.now() + expires_in * 1000 }),
  };
}

async function post(
  url: string,
  form: Readonly<Record<string, string>>,
  { fetch }: OAuthPorts,
  signal: AbortSignal,
): Promise<unknown> {
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  };
  const body = new URLSearchParams(form).toString();
  const response = await fetch(url, { method: "POST", headers, body, signal }).catch((cause) => {
    signal.throwIfAborted();
    throw new OAuthFailure("network", `${new URL(url).host} cannot be reached.`, { cause });
  });
  const reply = await readReply(response, url);
  const refusal = ErrorReply.safeParse(reply);
  if (refusal.success) throw refused(refusal.data);
  if (response.ok) return reply;
  // A gateway's error page says nothing about the login: it may work the next time.
  const reason = response.status >= 500 ? "network" : "invalid_reply";
  throw new OAuthFailure(reason, `${new URL(url).host} answered with status ${response.status}.`);
}

async function readReply(response: Response, url: string): Promise<unknown> {
  try {
    const text = await response.text();
    return text.length > MAX_REPLY ? undefined : JSON.parse(text);
  } catch (cause) {
    if (!response.ok) return undefined;
    throw new OAuthFailure("network", `${new URL(url).host} gave no readable answer.`, { cause });
  }
}

function refused({ error, error_description }: z.output<typeof ErrorReply>): OAuthFailure {
  const words = printable(error_description ?? error);
  return new OAuthFailure(error, `The login server refused: ${words}.`);
}

function read<T>(schema: z.ZodType<T>, reply: unknown): T {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return parsed.data;
  throw new OAuthFailure("invalid_reply", "The login server's answer is not understood.");
}

/** What a server sends is shown and opened: it has to be a web address and nothing else (S34). */
function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "") return url.href;
  throw new OAuthFailure("invalid_reply", "The login server gave no web address to open.");
}
