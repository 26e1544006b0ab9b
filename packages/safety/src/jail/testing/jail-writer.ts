import { openJail } from "../jail.ts";
import type { Writer } from "./swap-race.ts";

/** The jail itself, in the shape of the race. */
export async function jailWriter(root: string): Promise<Writer> {
  const jail = await openJail([root]);
  const { signal } = new AbortController();
  return { write: (path, bytes, was) => jail.replace(path, bytes, { was, signal }) };
}
