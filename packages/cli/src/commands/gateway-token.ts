import { EXIT_CODES } from "@squire/protocol/values";
import type { Invocation } from "../args.ts";
import { tokenPlace } from "../gateway/token-place.ts";
import type { Io } from "../io.ts";
import { printJson, say } from "./sessions-at.ts";

/** `squire gateway token show|rotate` (S8). A gateway that runs sends everybody away with the old one. */
export async function tokenCommand(
  { args, flags }: Invocation<"gateway token">,
  io: Io,
): Promise<number> {
  const { newToken, readOrMakeToken, writeToken } = await import("@squire/gateway");
  const { tokenFile, given } = await tokenPlace(flags, io);
  if (given !== undefined && args.action === "rotate") {
    say(io, "The token comes from SQUIRE_TOKEN.");
    say(io, "Change it where it is set, and start the gateway again.");
    return EXIT_CODES.error;
  }
  if (args.action === "rotate") await writeToken(tokenFile, newToken());
  const token = given ?? (await readOrMakeToken(tokenFile));
  if (flags.json) printJson(io, { token, tokenFile });
  else io.stdout.write(`${token}\n`);
  return EXIT_CODES.ok;
}
