import type { JudgedCall } from "@squire/protocol";
import { sha256 } from "../../context/sha256.ts";
import { canonicalJson } from "../../repair/canonical-json.ts";

/** SHA-256 of the arguments as they are run, the same wherever a call is put on record. */
export function argsHashOf({ args }: Pick<JudgedCall, "args">): string {
  return sha256(canonicalJson(args));
}
