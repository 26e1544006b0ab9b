import { hash } from "node:crypto";

/** Lower-case hex. */
export function sha256(text: string): string {
  return hash("sha256", text, "hex");
}
