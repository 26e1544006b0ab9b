import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { secretsInContext } from "./in-context.ts";

/** Every name that the patterns know, with what stands between it and the value. */
const NAMED = [
  "Authorization: Bearer |authorization=token |AUTHORIZATION: |Bearer |x-api-key: |api-key: ",
  "X-Goog-Api-Key: |x-auth-token: |x-access-token: |private-token: |x-gitlab-token: ",
  "x-vault-token: |x-amz-security-token: |?access_token=|&refresh_token=|?id_token=",
  "&auth_token=|?token=|&api_key=|?apikey=|&key=|?client_secret=|&secret=|?password=",
  "&passwd=|?sig=|&signature=|?X-Amz-Signature=|&x-amz-security-token=|?x-goog-signature=",
  "secret = |TOKEN: |password=|passwd := |passphrase => |pwd: |apiKey = |access-key: ",
  "private_key=|signing_key: |encryptionKey = |AccountKey=|credential: |CREDENTIALS_X=",
  "auth = ",
].flatMap((line) => line.split("|"));

const VALUE = "x7Kq9Tz2Vb4Wm6Rd8Yp3";
const around = fc.stringMatching(/^[A-Za-z0-9 .,\n]{0,40}$/);

test("SEC-1: whatever names a secret lets its pattern be tried, in any case", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...NAMED),
      around,
      fc.constantFrom<(text: string) => string>(
        (text) => text,
        (text) => text.toLowerCase(),
        (text) => text.toUpperCase(),
      ),
      (name, before, spelled) => {
        const start = `${before}\n ${spelled(name)}`;
        const found = secretsInContext(`${start}${VALUE}\n`);
        expect(found.some((span) => span.start === start.length)).toBe(true);
      },
    ),
    { numRuns: 600 },
  );
});
