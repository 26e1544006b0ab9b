import type { Host } from "@squire/host";
import { say } from "../commands/sessions-at.ts";
import type { Io } from "../io.ts";
import { findUpdate } from "./find-update.ts";

/** One line about a newer version, and silence about everything else (CLI-6). */
export async function tellOfUpdate(host: Host, io: Io): Promise<void> {
  const { newer, current, latest, advice } = await findUpdate(host, io, false);
  if (newer) say(io, `version ${latest} is there, this is ${current}: ${advice}`);
}
