import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bait, HostileCheckout } from "./checkout.ts";

export type Planted = Disposable & {
  readonly root: string;
  readonly bait: Bait;
  /** For Squire's own state, outside of the checkout. */
  readonly home: string;
  /** What was run, by the canaries it left. */
  ran(): readonly string[];
};

/** Makes one hostile checkout in a fresh folder. `url` is where a listener would notice. */
export function plant(checkout: HostileCheckout, url = "http://127.0.0.1:9"): Planted {
  const base = mkdtempSync(join(tmpdir(), "squire-hostile-"));
  const [root, canaries, home] = ["checkout", "canaries", "home"].map((name) => join(base, name));
  if (root === undefined || canaries === undefined || home === undefined)
    throw new Error("no names");
  for (const folder of [root, canaries, home]) mkdirSync(folder);
  const secret = join(base, "secret", "key.txt");
  mkdirSync(join(base, "secret"));
  writeFileSync(secret, "canary-secret\n");
  const bait: Bait = { canaries, url, secret };
  checkout.plant(root, bait);
  return {
    root,
    bait,
    home,
    ran: () => readdirSync(canaries).sort(),
    [Symbol.dispose]: () => rmSync(base, { recursive: true, force: true }),
  };
}
