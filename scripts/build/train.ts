import { spawn } from "node:child_process";
import { join } from "node:path";
import { call, say, startScriptedServer, tempWorkspace } from "@squire/testkit";

const STEPS = 12;

/**
 * Lets a program do what it is used for most, and gives the order in which it needed its code: laid
 * out so, it starts faster and needs less memory. `keep` gets the file before it is gone.
 */
export async function trained(program: string, keep: (order: string) => Promise<void>) {
  const calls = Array.from({ length: STEPS }, (_, at) => call("read", { path: `src/${at}.ts` }));
  await using server = await startScriptedServer([...calls, say("All was read.")]);
  const files = calls.map((_, at) => [`work/src/${at}.ts`, `export const n = ${at};\n`] as const);
  await using place = await tempWorkspace({
    ...Object.fromEntries(files),
    "home/config.toml": config(server.url),
  });
  const order = place.path("order");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: place.root,
    SQUIRE_HOME: place.path("home"),
    SQUIRE_NO_TITLE: "1",
    BUN_BYTECODE_ORDER_OUT: order,
  };
  const code = await exitCode(program, ["run", "--yes", "read it all"], {
    cwd: join(place.root, "work"),
    env,
  });
  if (code !== 0 || !(await place.list()).includes("order")) {
    throw new Error(`The program could not be tried out: it ended with ${code}.`);
  }
  await keep(order);
}

function config(url: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n`;
}

function exitCode(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", reject);
    child.once("exit", resolve);
  });
}
