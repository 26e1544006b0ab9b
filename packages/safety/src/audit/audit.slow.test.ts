import { expect, test } from "bun:test";
import { nodeDisk } from "@squire/platform";
import { tempWorkspace } from "@squire/testkit";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readAudit, verifyAudit } from "./read-audit.ts";

const disk = nodeDisk();

const program = (path: string, name: string, count: number): string => `
  import { nodeDisk, openFileLock } from ${JSON.stringify(join(import.meta.dir, "../../../platform/src/index.ts"))};
  import { openAudit } from ${JSON.stringify(join(import.meta.dir, "audit.ts"))};
  const path = ${JSON.stringify(path)};
  const audit = openAudit({ path, disk: nodeDisk(), lock: openFileLock(path + ".lock"), now: Date.now, redact: (t) => t });
  for (let n = 1; n <= ${count}; n++) {
    await audit.append({ kind: "config", key: "${name}." + n, layer: "user" });
    console.log(n);
  }
`;

test("SEC-3: many processes write one chain, also when some are killed", async () => {
  await using dir = await tempWorkspace();
  const path = dir.path("audit.jsonl");
  const acknowledged = new Map<string, number>();
  const writers = ["one", "two", "three", "four"].map((name, index) => {
    const count = index < 2 ? 60 : 100_000;
    const child = spawn(process.execPath, ["-e", program(path, name, count)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    child.stdout.on("data", (chunk: Buffer) => {
      acknowledged.set(name, Number(chunk.toString().trim().split("\n").at(-1)));
      // In the middle of its work, without a word.
      if (index >= 2 && (acknowledged.get(name) ?? 0) >= 30) child.kill("SIGKILL");
    });
    return once(child, "close");
  });
  await Promise.all(writers);

  const { ok, problems } = await verifyAudit(disk, path);
  expect([ok, problems]).toEqual([true, []]);
  const seen = new Map<string, number>();
  for await (const entry of readAudit(disk, path)) {
    const [name = "", n = ""] = entry.kind === "config" ? entry.key.split(".") : [];
    expect(Number(n)).toBe((seen.get(name) ?? 0) + 1);
    seen.set(name, Number(n));
  }
  for (const [name, last] of acknowledged) expect(seen.get(name)).toBeGreaterThanOrEqual(last);
  expect(seen.get("one")).toBe(60);
  expect(seen.get("two")).toBe(60);
});
