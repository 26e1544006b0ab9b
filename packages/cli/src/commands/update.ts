import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import type { Io } from "../io.ts";
import { openHostFor } from "../open-host.ts";
import { findUpdate } from "../update/find-update.ts";
import { printJson, say } from "./sessions-at.ts";

/** Asks now, since somebody wants to know (CLI-6). */
export async function updateCommand({ flags }: Invocation<"update">, io: Io): Promise<number> {
  const host = await openHostFor(flags, io);
  const { url } = host.loaded.settings.update;
  const update = await findUpdate(host, io, true);
  if (flags.json) printJson(io, update);
  if (io.signal.aborted) return EXIT_CODES.aborted;
  if (url === undefined) {
    say(
      io,
      "nobody is asked for updates: set update.url, with squire config set update.url <address>",
    );
    return EXIT_CODES.usage;
  }
  if (update.latest === null) {
    say(io, `${url} gave no version. Check the address, the network and --offline.`);
    return EXIT_CODES.error;
  }
  if (flags.json) return EXIT_CODES.ok;
  const { newer, current, latest, advice } = update;
  io.stdout.write(
    newer ? `${latest} is there, this is ${current}\n` : `${current} is the newest\n`,
  );
  if (newer) say(io, `${advice}`);
  return EXIT_CODES.ok;
}
