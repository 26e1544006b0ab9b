import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Io } from "../io.ts";

/** Where the token of this user's gateways is; `given` is the one of `SQUIRE_TOKEN`. */
export type TokenPlace = {
  readonly home: string;
  readonly tokenFile: string;
  readonly given: string | undefined;
};

export async function tokenPlace(
  { cwd = "." }: { readonly cwd?: string },
  io: Io,
): Promise<TokenPlace> {
  const { squireHome } = await import("@squire/host");
  const userHome = io.env["HOME"] ?? homedir();
  const home = squireHome(io.env, { userHome, cwd: resolve(io.cwd, cwd) });
  const given = io.env["SQUIRE_TOKEN"];
  return { home, tokenFile: join(home, "gateway.token"), given: given === "" ? undefined : given };
}
