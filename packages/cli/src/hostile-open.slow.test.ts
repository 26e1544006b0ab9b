import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { HOSTILE_CHECKOUTS } from "@squire/safety/testing";
import type { HostileCheckout } from "@squire/safety/testing";
import { seededRandom } from "@squire/testkit";
import { openCheckout, OPENINGS, Watch } from "./testing/hostile/open-checkout.ts";
import type { Opening } from "./testing/hostile/open-checkout.ts";
import { carelessProgram, sealedProgram, unsealedProgram } from "./testing/hostile/programs.ts";
import { traceProblem } from "./testing/hostile/run-traced.ts";

const SEED = Number(process.env["SQUIRE_TEST_SEED"] ?? 20_261_115);
const SAMPLE = 12;

/** All of them are opened in every way by `npm run torture -- --only hostile-checkouts`. */
function sample(): readonly (readonly [HostileCheckout, Opening])[] {
  const random = seededRandom(SEED);
  const left = [...HOSTILE_CHECKOUTS];
  return Array.from({ length: SAMPLE }, (_, at) => {
    const [checkout] = left.splice(Math.floor(random() * left.length), 1);
    const opening = OPENINGS[at % OPENINGS.length];
    if (checkout === undefined || opening === undefined) throw new Error("There are too few.");
    return [checkout, opening] as const;
  });
}

function named(name: string): HostileCheckout {
  const found = HOSTILE_CHECKOUTS.find((checkout) => checkout.name === name);
  if (found === undefined) throw new Error(`There is no checkout "${name}".`);
  return found;
}

const [RUN] = OPENINGS;
if (RUN === undefined) throw new Error("There is no way to open a folder.");
const problem = traceProblem();

describe.skipIf(problem !== null)(`hostile checkouts under a trace${problem ?? ""}`, () => {
  let watch: Watch;
  beforeAll(async () => {
    watch = await Watch.start();
  });
  afterAll(() => watch[Symbol.asyncDispose]());

  test("there are at least forty, and ways to open them with and without a terminal", () => {
    expect(HOSTILE_CHECKOUTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(OPENINGS.map(({ terminal }) => terminal)).size).toBe(2);
  });

  for (const [checkout, opening] of sample()) {
    test(`S29, S30, S31: opened, it starts nothing and reaches nobody: ${checkout.name}, ${opening.name}`, async () => {
      expect(await openCheckout(checkout, opening, await sealedProgram(), watch)).toEqual([]);
    });
  }

  test("a planted twin: Bun without the launcher's flags runs what lies in the folder", async () => {
    const checkout = named("bun: a preload");
    expect(await openCheckout(checkout, RUN, await sealedProgram(), watch)).toEqual([]);
    const caught = (await openCheckout(checkout, RUN, unsealedProgram(), watch)).join("\n");
    expect(caught).toContain("the planted order ran: bunfig");
    expect(caught).toContain("/canaries/bunfig");
  });

  test("a planted twin: a program that loads the folder's .env moves its own state", async () => {
    const checkout = named("an environment that moves everything");
    const caught = (await openCheckout(checkout, RUN, await carelessProgram(), watch)).join("\n");
    expect(caught).toContain("wrote ");
    expect(caught).toContain("/canaries");
  });

  test("a planted twin: a program that trusts the folder's settings sends the key away", async () => {
    const checkout = named("settings with a provider");
    const caught = (await openCheckout(checkout, RUN, await carelessProgram(), watch)).join("\n");
    expect(caught).toMatch(/reached connect\(.*127\.0\.0\.1/);
    expect(caught).toContain("the bait was called");
    expect(caught).toContain("the model was asked 0 times");
  });

  test("a planted twin: a program that asks git runs what the repository says", async () => {
    const checkout = named("git: fsmonitor");
    const caught = (await openCheckout(checkout, RUN, await carelessProgram(), watch)).join("\n");
    expect(caught).toContain("started execve(");
    expect(caught).toContain("the planted order ran: fsmonitor");
  });
});
