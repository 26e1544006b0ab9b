import { mkdir, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { JailError } from "../jail-error.ts";
import { openJail } from "../jail.ts";

/** Run inside of a mount namespace: writes and moves over the edge of `mnt`, a mount in the root. */
const root = process.argv[2] ?? "";
const { signal } = new AbortController();
const jail = await openJail([root]);
const at = (name: string): string => join(root, name);
await jail.replace(at("mnt/c.txt"), Buffer.from("c"), { was: null, signal });
await jail.move(at("a.txt"), at("mnt/a.txt"), { overwrite: false, signal });
await jail.move(at("mnt/b.txt"), at("b.txt"), { overwrite: false, signal });
await mkdir(at("folder"));
const folder = await jail.move(at("folder"), at("mnt/folder"), { overwrite: false, signal }).then(
  () => null,
  (error: unknown) => (error instanceof JailError ? error.problem : String(error)),
);
await rmdir(at("folder"));
process.stdout.write(JSON.stringify({ folder }));
