import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createHash, randomUUID } from "node:crypto";
import { createRedactor } from "./redactor.ts";
import { madeUpSecrets } from "./testing/made-up-secrets.ts";

const plain = createRedactor();

describe("SEC-1 (part): known shapes", () => {
  for (const { kind, secret } of madeUpSecrets(1)) {
    test(kind, () => {
      const mark = `[REDACTED:${kind}]`;
      for (const [before, after] of [
        ["", ""],
        ["the key is ", "."],
        ['{"a":"', '"}'],
        ["(", ")"],
        ["line\n", "\nline"],
        ["\u001b[31m", "\u001b[0m"],
      ] as const) {
        expect(plain.redact(`${before}${secret}${after}`)).toBe(`${before}${mark}${after}`);
      }
    });
  }

  test("of other seeds too, and never twice", () => {
    for (const seed of [2, 3, 4, 5]) {
      for (const { secret } of madeUpSecrets(seed)) {
        const once = plain.redact(`x ${secret} y`);
        expect(once).not.toContain(secret.slice(8));
        expect(plain.redact(once)).toBe(once);
      }
    }
  });
});

const RANDOM = "q7Zk29Lw0xTb5RfN";

describe("SEC-1 (part): by what stands before", () => {
  const cases: readonly (readonly [string, string])[] = [
    ["Authorization: Bearer abcdefgh", "Authorization: Bearer [REDACTED:authorization]"],
    ["authorization: Basic dXNlcjpwYXNz", "authorization: Basic [REDACTED:authorization]"],
    [`"Authorization": "token ${RANDOM}"`, `"Authorization": "token [REDACTED:authorization]"`],
    [`curl -H 'Authorization: ${RANDOM}'`, "curl -H 'Authorization: [REDACTED:authorization]'"],
    [`bearer ${RANDOM}`, "bearer [REDACTED:authorization]"],
    ["x-api-key: abc12345", "x-api-key: [REDACTED:api-key]"],
    ["PRIVATE-TOKEN: abc12345", "PRIVATE-TOKEN: [REDACTED:api-key]"],
    [
      `https://x.test/?a=1&access_token=${RANDOM}&b=2`,
      "https://x.test/?a=1&access_token=[REDACTED:url-secret]&b=2",
    ],
    ["postgres://app:hunter2!@db:5432/x", "postgres://app:[REDACTED:url-password]@db:5432/x"],
    ["https://:s3cr3t@host/", "https://:[REDACTED:url-password]@host/"],
    [`DB_PASSWORD=${RANDOM}`, "DB_PASSWORD=[REDACTED:secret]"],
    [`client_secret: "${RANDOM}"`, 'client_secret: "[REDACTED:secret]"'],
    [`"apiKey" : '${RANDOM}'`, `"apiKey" : '[REDACTED:secret]'`],
    [`const token = \`${RANDOM}\`;`, "const token = `[REDACTED:secret]`;"],
    [`AWS_SECRET_ACCESS_KEY=${RANDOM}/${RANDOM}+x9`, "AWS_SECRET_ACCESS_KEY=[REDACTED:secret]"],
    [`secret_key := "${"0f1e2d3c4b5a6978".repeat(2)}"`, 'secret_key := "[REDACTED:secret]"'],
  ];
  for (const [text, expected] of cases) {
    test(text.slice(0, 40), () => expect(plain.redact(text)).toBe(expected));
  }
});

test("SEC-1 (part): what only looks like a secret stays", () => {
  const sha = createHash("sha512").update("x").digest();
  const innocent = [
    randomUUID(),
    sha.toString("hex"),
    `sha512-${sha.toString("base64")}`,
    `"integrity": "sha512-${sha.toString("base64")}"`,
    `checksum = "${sha.toString("hex").slice(0, 64)}"`,
    `h1:${sha.toString("base64").slice(0, 43)}=`,
    `commit ${sha.toString("hex").slice(0, 40)}`,
    "js-tokens@^4.0.0:",
    "const token = await getToken(request);",
    "apiKey: process.env.OPENAI_API_KEY,",
    "password: string;",
    'api_key_env = "MOCK_KEY"',
    'password = "${DB_PASSWORD}"',
    "token: $TOKEN",
    "export API_KEY=your-api-key-here-123",
    "Authorization: Bearer ${token}",
    "Authorization: Bearer <token>",
    "https://user:password@example.com/",
    "https://example.com:8080/@scope/name",
    "git@github.com:owner/name.git",
    "tokens: 128000, maxTokens = 4096",
    "tokenizer: AutoTokenizer2024Config",
    "export type OAuth2Config = OAuth2Config2;",
    "sk-learn-pipeline-with-many-long-words-in-it",
    "npm_config_registry npm_lifecycle_event_handler_of_the_thing",
    "-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----",
    "grep -----BEGIN PRIVATE KEY----- in the files",
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "auth = SHA256_WITH_RSA",
    "[REDACTED:github-token] token=[REDACTED:secret]",
  ];
  for (const text of innocent) expect(plain.redact(text)).toBe(text);
});

test("SEC-1: loaded credentials are found wherever and however they are written", () => {
  const value = 'p"a/s+s word\n1é';
  const { redact } = createRedactor({ values: [{ value, kind: "openai" }] });
  const basic = Buffer.from(`user:${value}`).toString("base64");
  const shifted = [0, 1, 2, 3].map((n) =>
    Buffer.from(`${"x".repeat(n)}${value}tail`).toString("base64"),
  );
  for (const text of [
    value,
    JSON.stringify({ key: value }),
    `https://x.test/?k=${encodeURIComponent(value)}`,
    Buffer.from(value).toString("hex"),
    basic,
    ...shifted,
  ]) {
    const clean = redact(`a ${text} b`);
    expect(clean).toContain("[REDACTED:openai]");
    expect(
      Buffer.from(clean.replaceAll(/\[[^\]]*\]| |a |b/g, ""), "base64").toString(),
    ).not.toContain("s word");
  }
  expect(createRedactor({ values: [{ value: "short", kind: "x" }] }).redact("short")).toBe("short");
  // The twin: without the value nothing would be found.
  expect(plain.redact(`a ${basic} b`)).toBe(`a ${basic} b`);
});

test("SEC-1 (part): in JSON the name of a field tells about its text", () => {
  const value = {
    password: RANDOM,
    note: "password",
    list: [{ token: RANDOM, n: 1, ok: true, no: null }],
  };
  expect(plain.redactJson(value)).toEqual({
    password: "[REDACTED:secret]",
    note: "password",
    list: [{ token: "[REDACTED:secret]", n: 1, ok: true, no: null }],
  });
});

test("SEC-1 (part): redacting twice is redacting once; other text is not touched", () => {
  const secrets = madeUpSecrets(7).map(({ secret }) => secret);
  const piece = fc.oneof(
    fc.constantFrom(
      ...secrets,
      "token=",
      "Authorization: Bearer ",
      "\n",
      " ",
      "://u:",
      "@",
      "=",
      '"',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const once = plain.redact(pieces.join(""));
      expect(plain.redact(once)).toBe(once);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z \n.,]{0,200}$/), (text) => {
      expect(plain.redact(text)).toBe(text);
    }),
  );
});

test("SEC-1 (part): colours neither hide a secret nor cut it", () => {
  const secret = madeUpSecrets(1).find(({ kind }) => kind === "github-token")?.secret ?? "";
  const mark = "[REDACTED:github-token]";
  const red = "\u001B[01;31m\u001B[K";
  const off = "\u001B[m\u001B[K";
  expect(plain.redact(`a:${red}${secret}${off}:b`)).toBe(`a:${red}${mark}${off}:b`);
  expect(
    plain.redact(`a:${secret.slice(0, 9)}${red}${secret.slice(9, 12)}${off}${secret.slice(12)}:b`),
  ).toBe(`a:${mark}:b`);
  expect(plain.redact(`foo${red}${secret}`)).toBe(`foo${red}${mark}`);
  expect(plain.redact(`${red}plain${off}`)).toBe(`${red}plain${off}`);
});
