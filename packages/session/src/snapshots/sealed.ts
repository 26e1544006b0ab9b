import { isHash } from "./path-state.ts";
import { makeFolders, readWhole, sha256, writeWhole, type Writing } from "./private-files.ts";
import type { TreeDisk, TreePorts } from "./tree-disk.ts";

/** A JSON file that carries the hash of its own body, so that damage shows. */
export type Sealed =
  | { readonly kind: "found"; readonly body: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "damaged" };

const OPENING = '{"sha256":"';
const MIDDLE = '","body":';
const HASH_LENGTH = 64;
const BODY_START = OPENING.length + HASH_LENGTH + MIDDLE.length;

export async function writeSealed(ports: TreePorts, to: Writing, body: unknown): Promise<void> {
  const text = JSON.stringify(body);
  const sealed = `${OPENING}${sha256(text)}${MIDDLE}${text}}`;
  await makeFolders(ports.disk, to.folder);
  await writeWhole(ports, to, new TextEncoder().encode(sealed));
}

/** Never throws for what is in the file. */
export async function readSealed(disk: TreeDisk, path: string): Promise<Sealed> {
  const bytes = await readWhole(disk, path);
  if (bytes === null) return { kind: "missing" };
  const text = new TextDecoder().decode(bytes);
  const hash = text.slice(OPENING.length, OPENING.length + HASH_LENGTH);
  const body = text.slice(BODY_START, -1);
  const whole = isHash(hash) && text === `${OPENING}${hash}${MIDDLE}${body}}`;
  if (!whole || sha256(body) !== hash) return { kind: "damaged" };
  try {
    return { kind: "found", body: JSON.parse(body) };
  } catch {
    return { kind: "damaged" };
  }
}
