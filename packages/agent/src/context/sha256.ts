import { createHash } from "node:crypto";

/** Lower-case hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
