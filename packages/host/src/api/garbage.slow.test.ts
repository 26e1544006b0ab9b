import { expect, test } from "bun:test";
import type { HostConnection, MethodName, MethodParams } from "@squire/protocol";
import { HostError } from "@squire/protocol/values";
import { isMethodName, methodSchemas, parseResult } from "@squire/protocol/wire";
import { say } from "@squire/testkit";
import * as fc from "fast-check";
import { apiRig } from "./testing/api-rig.ts";

const NAMES = Object.keys(methodSchemas).filter(isMethodName);

/** The words that params are made of, so that garbage comes further than the first check. */
const KEYS = NAMES.flatMap((name) => Object.keys(methodSchemas[name].params().unwrap().shape));

/** These act outside of the session by what they are told: they only get sessions that are not there. */
const ACTING: ReadonlySet<MethodName> = new Set<MethodName>(["shell.run", "sessions.export"]);

/** What such words may hold. */
const value = fc.oneof(
  fc.constantFrom("", "none", "..", "mock/m", "code", "review", "all", "\u0000", "é".repeat(300)),
  fc.integer(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -1, 0.5, 1e308),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 2 }),
);

const garbage = (sessionKey: string): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 5 }),
    fc
      .dictionary(fc.constantFrom(...KEYS), value, { maxKeys: 5 })
      .map((params) => ({ ...params, sessionKey })),
  );

/** Sends it as it is: that it does not have the type is its whole point. */
async function sent(client: HostConnection, name: MethodName, params: unknown): Promise<unknown> {
  return client.call(name, params as MethodParams<typeof name>).then(
    (result) => parseResult(name, result).kind,
    (error: unknown) => error,
  );
}

test("GW-8 (part): for every method, garbage gets a failure in words, and the session goes on", async () => {
  await using rig = await apiRig(() => say("Yes."), { a: "1\n" });
  const { client } = rig;
  let sessionKey = await rig.session();
  for (const name of NAMES) {
    await fc.assert(
      fc.asyncProperty(garbage(ACTING.has(name) ? "nobody" : sessionKey), async (params) => {
        const answer = await sent(client, name, params);
        if (answer === "known") return;
        expect(answer).toBeInstanceOf(HostError);
        const code = answer instanceof HostError ? answer.failure.code : "";
        expect([name, code, params]).not.toEqual([name, "internal", params]);
      }),
      { numRuns: 25, seed: 16 },
    );
    const alive = await sent(client, "sessions.attach", { sessionKey });
    // Only what is there to delete a session may have done so.
    if (name === "sessions.delete" && alive !== "known") sessionKey = await rig.session();
    else expect([name, alive]).toEqual([name, "known"]);
  }
});
