import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { main } from "../../program.ts";

// A twin of the program with three well-known mistakes: it takes the `.env` of the folder, takes the
// folder's settings for the user's own, and asks git where it is.
if (existsSync(".env")) {
  for (const line of readFileSync(".env", "utf8").split("\n")) {
    const [name = "", ...value] = line.split("=");
    if (name !== "") process.env[name] = value.join("=");
  }
}
if (existsSync("squire.toml")) process.env["SQUIRE_CONFIG"] = "squire.toml";
if (existsSync(".git")) spawnSync("git", ["status", "--porcelain"]);
process.exitCode = await main(process.argv.slice(2));
