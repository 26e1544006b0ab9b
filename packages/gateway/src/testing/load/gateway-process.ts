import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startScriptedServer, tempWorkspace, type ServerScript } from "@squire/testkit";

const MAIN = join(import.meta.dirname, "../../../../cli/src/main.ts");

/** The real gateway in a process of its own, at a scripted model. */
export type GatewayProcess = AsyncDisposable & {
  readonly wsUrl: string;
  readonly url: string;
  readonly token: string;
  /** Resident memory of the process, in bytes; null where the system does not tell. */
  memory(): number | null;
};

export async function gatewayProcess(script: ServerScript): Promise<GatewayProcess> {
  const server = await startScriptedServer(script);
  const home = await tempWorkspace({ "work/.keep": "", "home/config.toml": configFor(server.url) });
  const child = spawn(process.execPath, [MAIN, "gateway", "--port", "0", "--json"], {
    cwd: home.path("work"),
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: home.path("home"),
      SQUIRE_HOME: home.path("home"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  const [first] = (await Promise.race([once(child.stdout, "data"), closed.then(() => ["{}"])])) as [
    Buffer | string,
  ];
  const { wsUrl, url, tokenFile } = JSON.parse(first.toString()) as {
    readonly wsUrl: string;
    readonly url: string;
    readonly tokenFile: string;
  };
  return {
    wsUrl,
    url,
    token: readFileSync(tokenFile, "utf8").trim(),
    memory: () => residentOf(child.pid),
    async [Symbol.asyncDispose]() {
      child.kill("SIGINT");
      await closed;
      await server.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

function residentOf(pid: number | undefined): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "utf8");
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(text) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

function configFor(url: string): string {
  return `default_model = "mock/m"\n[[providers]]\nname = "mock"\nkind = "openai"\nbase_url = "${url}/v1"\nauth = "none"\nmodels = ["m"]\ncontext_window = 100000\n`;
}
