import { afterAll, expect, test } from "bun:test";
import { createServer, type Server } from "node:http";
import { FakeClock, rejectionOf, tempWorkspace } from "@squire/testkit";
import { openDatabase } from "@squire/platform";
import { deviceCodeFlow } from "./device-code.ts";
import { login } from "./login.ts";
import { OAuthFailure, type OAuthInstructions, type OAuthPorts } from "./oauth-flow.ts";
import { openCredentialStore } from "./store.ts";

type Reply = { readonly status?: number; readonly body: unknown };
type Asked = { readonly path: string; readonly form: Record<string, string>; readonly at: number };

const DEVICE = {
  device_code: "dc",
  user_code: "ABCD-EFGH",
  verification_uri: "https://login.example/device",
  verification_uri_complete: "https://login.example/device?code=ABCD-EFGH",
  expires_in: 600,
  interval: 5,
};
const TOKENS = { access_token: "at", refresh_token: "rt", expires_in: 3600, token_type: "bearer" };
const pending: Reply = { status: 400, body: { error: "authorization_pending" } };

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A loopback login server that gives these replies in order. */
async function oauthServer(...replies: readonly Reply[]) {
  const clock = new FakeClock(0);
  const asked: Asked[] = [];
  const left = [...replies];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const form = Object.fromEntries(new URLSearchParams(body));
      asked.push({ path: request.url ?? "", form, at: clock.now() });
      const reply = left.shift() ?? { status: 500, body: { error: "out of replies" } };
      response.writeHead(reply.status ?? 200, { "content-type": "application/json" });
      response.end(typeof reply.body === "string" ? reply.body : JSON.stringify(reply.body));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const base = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  const ports: OAuthPorts = { clock, fetch: (url, init) => fetch(url, init) };
  const config = { id: "p", label: "P", clientId: "squire", scope: "all" };
  const flow = deviceCodeFlow({
    ...config,
    deviceUrl: `${base}/device`,
    tokenUrl: `${base}/token`,
  });
  return { flow, ports, clock, asked };
}

const never = new AbortController().signal;

/** Lets time pass whenever somebody sleeps, until the promise is settled. */
async function passTime<T>(clock: FakeClock, promise: Promise<T>): Promise<T> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  const waiting = () => clock.whenPending().then(() => false);
  while (!(await Promise.race([settled, waiting()]))) await clock.advance(1000);
  return promise;
}

test("MODL-22: a device login shows where to go, waits for the user and keeps the tokens", async () => {
  await using dir = await tempWorkspace();
  const { flow, ports, clock, asked } = await oauthServer({ body: DEVICE }, pending, pending, {
    body: TOKENS,
  });
  const store = openCredentialStore({
    file: dir.path("credentials.db"),
    openDatabase,
    now: () => 7,
    warn: () => {},
  });
  const shown: OAuthInstructions[] = [];
  const show = (instructions: OAuthInstructions): void => void shown.push(instructions);
  await passTime(clock, login({ flow, store, ports, show, signal: never }));

  expect(shown).toEqual([
    {
      type: "device",
      url: "https://login.example/device",
      completeUrl: "https://login.example/device?code=ABCD-EFGH",
      userCode: "ABCD-EFGH",
      expiresAt: 600_000,
    },
  ]);
  expect(store.list("p")).toMatchObject([
    { kind: "oauth", secret: "at", refresh: "rt", expiresAt: 15_000 + 3_600_000, createdAt: 7 },
  ]);
  expect(asked.map(({ path, at }) => [path, at])).toEqual([
    ["/device", 0],
    ["/token", 5000],
    ["/token", 10_000],
    ["/token", 15_000],
  ]);
  expect(asked[0]?.form).toEqual({ client_id: "squire", scope: "all" });
  expect(asked[1]?.form).toEqual({
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: "dc",
    client_id: "squire",
  });
  store.close();
});

async function finish(...replies: readonly Reply[]) {
  const server = await oauthServer({ body: DEVICE }, ...replies);
  const { finish: wait } = await server.flow.start(server.ports, never);
  return { ...server, result: () => passTime(server.clock, wait(never)) };
}

test("MODL-22: slow_down makes it wait five seconds longer", async () => {
  const { result, asked } = await finish({ status: 400, body: { error: "slow_down" } }, pending, {
    body: TOKENS,
  });
  await result();
  expect(asked.slice(1).map(({ at }) => at)).toEqual([5000, 15_000, 25_000]);
});

test("MODL-22: a server in trouble is asked again, later and later", async () => {
  const { result, asked } = await finish(
    { status: 503, body: "<html>" },
    { status: 200, body: "not json" },
    { body: TOKENS },
  );
  expect(await result()).toMatchObject({ secret: "at" });
  expect(asked.slice(1).map(({ at }) => at)).toEqual([5000, 15_000, 35_000]);
});

test("MODL-22: a refusal ends the login with its reason", async () => {
  const reasons = ["access_denied", "expired_token", "invalid_client"];
  for (const error of reasons) {
    const { result } = await finish(pending, {
      status: 400,
      body: { error, error_description: "because\u001b[31m" },
    });
    const failure = await rejectionOf(result());
    expect(failure).toBeInstanceOf(OAuthFailure);
    expect(failure).toMatchObject({ reason: error });
    expect(String(failure)).not.toContain("\u001b");
  }
});

test("MODL-22: nobody is asked for ever", async () => {
  const { result, asked } = await finish(...Array.from({ length: 500 }, () => pending));
  expect(await rejectionOf(result())).toMatchObject({ reason: "expired_token" });
  expect(asked.length).toBe(1 + 600 / 5);
});

test("MODL-22: the user can give up", async () => {
  const { flow, ports, clock } = await oauthServer({ body: DEVICE }, pending);
  const abort = new AbortController();
  const start = await flow.start(ports, never);
  const waiting = start.finish(abort.signal);
  await clock.whenPending();
  abort.abort(new Error("enough"));
  expect(String(await rejectionOf(waiting))).toContain("enough");
  expect(clock.pending).toBe(0);
});

test("S34: only web addresses and plain codes are passed on", async () => {
  const hostile = [
    { verification_uri: "javascript:alert(1)" },
    { verification_uri: "file:///etc/passwd" },
    { verification_uri: "--flag" },
    { verification_uri: "$(touch /tmp/x)" },
    { verification_uri: "https://me:pw@evil.example" },
    { verification_uri_complete: "data:text/html,x" },
    { user_code: "\u001b[2J" },
    { user_code: "x".repeat(1000) },
    { device_code: "" },
    { expires_in: "soon" },
    { expires_in: -1 },
  ];
  for (const part of hostile) {
    const { flow, ports } = await oauthServer({ body: { ...DEVICE, ...part } });
    expect(await rejectionOf(flow.start(ports, never))).toMatchObject({ reason: "invalid_reply" });
  }
});

test("MODL-22: refreshing sends the refresh token and understands what comes back", async () => {
  const { flow, ports, asked } = await oauthServer(
    { body: { access_token: "a2", expires_in: 60 } },
    { status: 400, body: { error: "invalid_grant" } },
    { body: { access_token: "two\nlines" } },
    { body: [] },
  );
  expect(await flow.refresh("rt", ports, never)).toEqual({ secret: "a2", expiresAt: 60_000 });
  expect(asked[0]?.form).toEqual({
    grant_type: "refresh_token",
    refresh_token: "rt",
    client_id: "squire",
    scope: "all",
  });
  expect(await rejectionOf(flow.refresh("rt", ports, never))).toMatchObject({
    reason: "invalid_grant",
  });
  expect(await rejectionOf(flow.refresh("rt", ports, never))).toMatchObject({
    reason: "invalid_reply",
  });
  expect(await rejectionOf(flow.refresh("rt", ports, never))).toMatchObject({
    reason: "invalid_reply",
  });
});

test("MODL-22: a server that cannot be reached is named", async () => {
  const { flow, ports } = await oauthServer();
  const offline = { ...ports, fetch: () => Promise.reject(new Error("ECONNREFUSED")) };
  const failure = await rejectionOf(flow.refresh("rt", offline, never));
  expect(failure).toMatchObject({ reason: "network" });
  expect(String(failure)).toContain("127.0.0.1");
});
