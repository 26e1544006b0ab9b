import { describe, expect, test } from "bun:test";
import { nodeDisk, openFileLock } from "@squire/platform";
import { inspectFolder, openTrust } from "@squire/safety";
import { HOSTILE_CHECKOUTS, plant } from "@squire/safety/testing";
import type { HostileCheckout, Planted } from "@squire/safety/testing";
import { join } from "node:path";
import { grantsOf, tryEverything } from "./testing/hostile/try-everything.ts";

// Those with something to say in the matter; the torture tries all of them.
const SAMPLE = HOSTILE_CHECKOUTS.filter(({ name }) =>
  /settings with|answers|pipe|\.env/.test(name),
);

describe.if(process.platform !== "win32")("hostile checkouts and a model that tries all", () => {
  for (const checkout of SAMPLE) {
    test(`S31, PERM-17 (part): it widens nothing: ${checkout.name}`, async () => {
      expect(await grantsOf(checkout)).toEqual([]);
    });
  }

  test("S31: the user is told what was not taken over", async () => {
    using planted = plant(named("settings with hooks and rights"));
    const { err } = await tryEverything(planted);
    for (const key of ["permissions.mode", "sandbox.bash", "hooks"]) {
      expect(err).toContain(`${key}: ignored`);
    }
    expect(err).toContain("squire.toml: has no effect until you trust this folder");
  });

  test("a planted twin: with the folder trusted, its own rules do let the calls through", async () => {
    using planted = plant(named("answers that were never given"));
    await trust(planted);
    const { done } = await tryEverything(planted);
    // Where there is a sandbox it still keeps commands inside.
    expect(done.filter((name) => name !== "bash")).toEqual(["made.txt", "made-by-bash.txt"]);
  });
});

function named(name: string): HostileCheckout {
  const found = HOSTILE_CHECKOUTS.find((checkout) => checkout.name === name);
  if (found === undefined) throw new Error(`There is no checkout "${name}".`);
  return found;
}

async function trust({ root, home }: Planted): Promise<void> {
  const path = join(home, "trust.json");
  const lock = openFileLock(`${path}.lock`);
  const folders = openTrust({ path, disk: nodeDisk(), lock, now: Date.now });
  await folders.grant(await inspectFolder(root));
}
