import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { astParsers, findRipgrep } from "@squire/tools";
import type { Host } from "../open.ts";
import { listTools } from "../workbench/tool-list.ts";
import { ok, warn, type Check } from "./check.ts";

type Program = { readonly names: readonly string[]; readonly without: string };

/** Programs that are used where they are. */
const PROGRAMS: readonly Program[] = [
  { names: ["git"], without: "history and changes of a repository cannot be shown" },
];

/** Which tools a model is offered, which are missing and why (TOOL-12), and the programs they use. */
export async function checkTools(host: Host): Promise<readonly Check[]> {
  const { tools, absent } = await listTools(host);
  return [
    ok("tools", `${tools.length} tools: ${tools.map(({ name }) => name).join(", ")}`),
    await checkRipgrep(host),
    checkParsers(host),
    ...absent.map(({ name, reason }) => warn(`tool ${name}`, `It is missing: ${reason}.`)),
    ...(await Promise.all(
      PROGRAMS.map((program) => checkProgram(program, host.env["PATH"] ?? "")),
    )),
  ];
}

async function checkRipgrep({ home }: Host): Promise<Check> {
  const path = await findRipgrep(join(home, "cache"))();
  return path === null
    ? warn("search", "There is no ripgrep here: a slower engine of our own stands in.")
    : ok("search", path);
}

function checkParsers({ home }: Host): Check {
  const reason = astParsers(join(home, "cache")).unavailable();
  return reason === null
    ? ok("structural search", "the parsers are there")
    : warn("structural search", `There is none: ${reason}`);
}

async function checkProgram({ names, without }: Program, path: string): Promise<Check> {
  const [name = ""] = names;
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  for (const place of folders.flatMap((folder) => names.map((one) => join(folder, one)))) {
    if (await isRunnable(place)) return ok(`program ${name}`, place);
  }
  return warn(`program ${name}`, `It is not on the path: ${without}.`);
}

function isRunnable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
