import { createHash } from "node:crypto";
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf } from "../disk-code.ts";
import { JailError } from "../jail-error.ts";
import { startFlipping } from "./flip.ts";

/** Something that claims to write only inside of a root. */
export type Writer = {
  write(path: string, bytes: Uint8Array, was: string | null): Promise<void>;
};

export type RaceResult = {
  readonly flips: number;
  readonly attempts: number;
  readonly written: number;
  /** What the writer has done to the outside; null when nothing. */
  readonly escape: string | null;
};

/** What changes places with a link to the outside while somebody writes. */
export type Swapped = "folder" | "file";

const CANARY = "untouched";

/**
 * Writes again and again to a path of a workspace while its folder, or the file itself, changes
 * places with a link to the outside. Ends after so many flips, or when the outside has changed.
 */
export async function raceSwaps(
  writerFor: (root: string) => Promise<Writer>,
  swapped: Swapped,
  most: { readonly flips: number },
): Promise<RaceResult> {
  const home = await mkdtemp(join(tmpdir(), "squire-race-"));
  try {
    const [root, outside] = [join(home, "space"), join(home, "outside")];
    await mkdir(join(root, "d"), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, "f.txt"), CANARY);
    await writeFile(join(root, "d/f.txt"), CANARY);
    const [at, link] = placesOf(root, swapped);
    await symlink(swapped === "folder" ? outside : join(outside, "f.txt"), link);
    const writer = await writerFor(root);
    await using flipper = startFlipping(at, link);
    const count = await writeUntil(writer, root, async () => {
      return flipper.flips() >= most.flips || (await escapeOf(outside)) !== null;
    });
    return { ...count, flips: flipper.flips(), escape: await escapeOf(outside) };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function placesOf(root: string, swapped: Swapped): readonly [string, string] {
  return swapped === "folder"
    ? [join(root, "d"), join(root, "l")]
    : [join(root, "d/f.txt"), join(root, "d/l.txt")];
}

async function writeUntil(
  writer: Writer,
  root: string,
  isOver: () => Promise<boolean>,
): Promise<{ readonly attempts: number; readonly written: number }> {
  let [attempts, written] = [0, 0];
  for (; attempts === 0 || !(await isOver()); attempts++) {
    // Over what is there, and beside it: both ways of putting a file in place are raced.
    const isNew = attempts % 2 === 1;
    const path = join(root, "d", isNew ? `new-${attempts}.txt` : "f.txt");
    try {
      await writer.write(path, Buffer.from(`x${attempts}`), isNew ? null : await hashOf(path));
      written++;
    } catch (error) {
      if (!(error instanceof JailError) && codeOf(error) === "") throw error;
    }
  }
  return { attempts, written };
}

async function hashOf(path: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
}

async function escapeOf(outside: string): Promise<string | null> {
  const names = await readdir(outside);
  if (names.join() !== "f.txt") return `names: ${names.join(", ")}`;
  const found = await lstat(join(outside, "f.txt"));
  if (!found.isFile()) return "f.txt was replaced";
  const text = await readFile(join(outside, "f.txt"), "utf8");
  return text === CANARY ? null : `f.txt holds ${text}`;
}
