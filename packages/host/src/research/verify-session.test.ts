import { expect, test } from "bun:test";
import type { Entry } from "@squire/protocol";
import { tempWorkspace } from "@squire/testkit";
import { symlink, truncate } from "node:fs/promises";
import { verifySession } from "./verify-session.ts";

const QUOTE = "the lamp is green";

function named(source: string): Entry<"citation"> {
  return {
    type: "citation",
    id: `e-${source}`,
    parentId: null,
    prev: "",
    h: "",
    ts: 0,
    quote: QUOTE,
    source,
    line: 1,
    start: 0,
    end: QUOTE.length,
    status: "verified",
  };
}

test("LOOP-25 (part): places are looked up in the folder only, whatever leads out of it, and in no endless file", async () => {
  await using home = await tempWorkspace({
    "work/a.txt": QUOTE,
    "work/sub/..b.txt": QUOTE,
    "work/large.txt": QUOTE,
    "secret.txt": QUOTE,
    "far/secret.txt": QUOTE,
  });
  await symlink(home.path("secret.txt"), home.path("work/link.txt"));
  await symlink(home.path("far"), home.path("work/folder"));
  await truncate(home.path("work/large.txt"), 17 * 1024 * 1024);
  const inside = ["a.txt", "sub/..b.txt", "sub/../a.txt"];
  const outside = ["../secret.txt", "link.txt", "folder/secret.txt", home.path("secret.txt")];
  const branch = [...inside, ...outside, "large.txt", "sub"].map(named);
  const verdict = await verifySession({ branch, logPath: null, cwd: home.path("work") });
  const states = new Map(verdict?.citations.map(({ source, status }) => [source, status]));
  for (const name of inside) expect(states.get(`${name}:1`)).toBe("verified");
  for (const name of [...outside, "large.txt", "sub"]) {
    expect(states.get(`${name}:1`)).toBe("unreachable");
  }
});
