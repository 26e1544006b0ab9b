import type { ToolContext } from "@squire/agent";
import type { Processes } from "@squire/platform";
import type { Sandbox } from "@squire/safety";
import { delimiter } from "node:path";
import { shellPath } from "./shell-path.ts";

type Variables = Readonly<Record<string, string>>;

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 1024 * 1024;
/** What every shell sets for itself. */
const OWN = new Set(["PATH", "PWD", "OLDPWD", "SHLVL", "_"]);

/**
 * What the user's login shell adds to the environment (SH-8). It is asked once: commands then have
 * the same without waiting for profile files each time, and without what those print.
 */
export class LoginEnv {
  readonly #ports: {
    readonly processes: Processes;
    readonly sandbox: Sandbox;
    readonly passesEnv: (name: string) => boolean;
  };
  #asked: Promise<Variables> | undefined;

  constructor(ports: {
    readonly processes: Processes;
    readonly sandbox: Sandbox;
    readonly passesEnv: (name: string) => boolean;
  }) {
    this.#ports = ports;
  }

  /** The environment with the additions; what is set already stays. Never rejects. */
  async addTo(
    env: Variables,
    { cwd, clock }: Pick<ToolContext, "cwd" | "clock">,
  ): Promise<Variables> {
    this.#asked ??= this.#ask(env, { cwd, clock });
    return withLogin(env, await this.#asked, this.#ports.passesEnv);
  }

  async #ask(
    env: Variables,
    { cwd, clock }: Pick<ToolContext, "cwd" | "clock">,
  ): Promise<Variables> {
    const { processes, sandbox } = this.#ports;
    // Profile files may print; the variables come behind a line of our own.
    const line = `squire-${crypto.randomUUID()}`;
    const argv = [shellPath(), "-l", "-c", `printf '%s\\0' ${line}; env -0`];
    const command = sandbox.wrap({ argv, cwd, env });
    if (command === null) return {};
    const [file = "", ...args] = command.argv;
    const chunks: Uint8Array[] = [];
    let room = MOST_BYTES;
    const { end, exitCode } = await processes.run(
      { file, args },
      {
        env: command.env,
        cwd: command.cwd,
        clock,
        timeoutMs: TIMEOUT_MS,
        onOutput(chunk, from) {
          if (from !== "stdout") return;
          chunks.push(chunk.subarray(0, room));
          room = Math.max(0, room - chunk.length);
        },
      },
    );
    if (end !== "exited" || exitCode !== 0) return {};
    return variablesBehind(`${line}\0`, Buffer.concat(chunks).toString("utf8"));
  }
}

function variablesBehind(line: string, text: string): Variables {
  const start = text.indexOf(line);
  if (start === -1) return {};
  const pairs = text.slice(start + line.length).split("\0");
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const at = pair.indexOf("=");
      return at > 0 ? [[pair.slice(0, at), pair.slice(at + 1)]] : [];
    }),
  );
}

/** Only adds: what this process was started with is nearer to what the user wants now. */
export function withLogin(
  env: Variables,
  login: Variables,
  passesEnv: (name: string) => boolean,
): Variables {
  const added = Object.entries(login).filter(
    ([name]) => !(name in env) && !OWN.has(name) && passesEnv(name),
  );
  const known = placesIn(env);
  const more = placesIn(login).filter((place) => place !== "" && !known.includes(place));
  const path = [...known, ...new Set(more)].join(delimiter);
  return { ...Object.fromEntries(added), ...env, PATH: path };
}

function placesIn({ PATH: path = "" }: Variables): readonly string[] {
  return path === "" ? [] : path.split(delimiter);
}
