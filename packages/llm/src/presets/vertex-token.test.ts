import { expect, test } from "bun:test";
import { createVerify, generateKeyPairSync } from "node:crypto";
import type { FetchPort } from "../ports.ts";
import { vertexTokens } from "./vertex-token.ts";

const { privateKey, publicKey } = generateKeyPairSync("rsa", {
  modulusLength: 1024,
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
  publicKeyEncoding: { type: "spki", format: "pem" },
});

const ACCOUNT = {
  type: "service_account",
  client_email: "bot@p.iam.gserviceaccount.com",
  private_key: privateKey,
  token_uri: "https://oauth2.example/token",
};

type Seen = { readonly url: string; readonly form: URLSearchParams };

function setUp(file: unknown, answer: () => Response) {
  const seen: Seen[] = [];
  let now = 1_000_000_000_000;
  const fetch: FetchPort = (url, init) => {
    seen.push({ url, form: new URLSearchParams(String(init.body)) });
    return Promise.resolve(answer());
  };
  const readText = () => Promise.resolve(typeof file === "string" ? file : JSON.stringify(file));
  const tokens = vertexTokens({ fetch, readText, clock: { now: () => now } });
  return {
    seen,
    ask: () => tokens("/keys/a.json", new AbortController().signal),
    pass: (ms: number) => (now += ms),
  };
}

const granted = () => Response.json({ access_token: "ya29.t", expires_in: 3600 });

test("PROV-26: a service account signs a claim that Google can verify", async () => {
  const { ask, seen } = setUp(ACCOUNT, granted);
  expect(await ask()).toEqual({ ok: true, token: "ya29.t", expiresAt: 1_000_003_600_000 });
  const [request] = seen;
  const [head = "", claim = "", signature = ""] = (request?.form.get("assertion") ?? "").split(".");
  expect(request?.url).toBe("https://oauth2.example/token");
  expect(JSON.parse(Buffer.from(claim, "base64url").toString())).toEqual({
    iss: "bot@p.iam.gserviceaccount.com",
    scope: "https://www.googleapis.com/auth/cloud-platform",
    aud: "https://oauth2.example/token",
    iat: 1_000_000_000,
    exp: 1_000_003_600,
  });
  const verify = createVerify("RSA-SHA256").update(`${head}.${claim}`);
  expect(verify.verify(publicKey, signature, "base64url")).toBe(true);
});

test("PROV-26: a user's credentials are refreshed at Google", async () => {
  const user = { type: "authorized_user", client_id: "i", client_secret: "s", refresh_token: "r" };
  const { ask, seen } = setUp(user, granted);
  await ask();
  expect(seen[0]?.url).toBe("https://oauth2.googleapis.com/token");
  expect(Object.fromEntries(seen[0]?.form ?? [])).toEqual({
    grant_type: "refresh_token",
    client_id: "i",
    client_secret: "s",
    refresh_token: "r",
  });
});

test("PROV-26: a token is reused until five minutes before its end", async () => {
  const { ask, seen, pass } = setUp(ACCOUNT, granted);
  await ask();
  pass(54 * 60_000);
  await ask();
  expect(seen).toHaveLength(1);
  pass(60_000);
  await ask();
  expect(seen).toHaveLength(2);
});

test("PROV-26: whatever goes wrong becomes a message, and is tried again next time", async () => {
  const refused = setUp(ACCOUNT, () =>
    Response.json({ error: "invalid_grant", error_description: "Bad key" }, { status: 400 }),
  );
  expect(await refused.ask()).toMatchObject({
    ok: false,
    message: expect.stringContaining("Google refused the credentials (400): Bad key"),
  });
  await refused.ask();
  expect(refused.seen).toHaveLength(2);

  const files = ["{", [], { type: "external_account" }, { ...ACCOUNT, private_key: "no key" }];
  for (const file of files) {
    const { ask, seen } = setUp(file, granted);
    expect(await ask()).toMatchObject({ ok: false });
    expect(seen).toEqual([]);
  }
  const html = setUp(ACCOUNT, () => new Response("<html>"));
  expect(await html.ask()).toMatchObject({ ok: false });
});

test("PROV-26: a claim is never sent in clear text", async () => {
  const { ask, seen } = setUp({ ...ACCOUNT, token_uri: "http://oauth2.example/token" }, granted);
  expect(await ask()).toMatchObject({ ok: false });
  expect(seen).toEqual([]);
});
