// Every disk call of this package goes through here.
export { nodeDisk } from "@squire/platform";
export type { Disk, DiskFile, DiskStat, OpenFlag } from "@squire/platform";

/** The `code` of a failed disk call; empty for anything else. */
export function diskCode(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const code: unknown = Object.getOwnPropertyDescriptor(error, "code")?.value;
  return typeof code === "string" ? code : "";
}

/** Null where there is nothing of that name. */
export async function ifThere<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (diskCode(error) === "ENOENT") return null;
    throw error;
  }
}
