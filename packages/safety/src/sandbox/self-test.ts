import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { runProgram } from "@squire/platform";
import { realPath } from "./look.ts";
import type { Sandbox } from "./sandbox.ts";

/** One attempt to get out, made for real. */
export type SelfCheck = {
  readonly name: string;
  readonly ok: boolean;
  /** What was seen, when it is not as it should be. */
  readonly problem: string | null;
};

export type SelfTestInput = {
  readonly sandbox: Sandbox;
  readonly workspace: string;
  readonly userHome: string;
  readonly squireHome: string;
  /** Whether commands may use the network. */
  readonly network: boolean;
};

const TIMEOUT_MS = 10_000;

type Try = (script: string) => Promise<{ readonly exitCode: number | null; readonly text: string }>;

/**
 * Tries to break out of the sandbox that is in force (SBX-6): only what really fails counts. Leaves
 * nothing behind. Never rejects.
 */
export async function selfTest(input: SelfTestInput): Promise<readonly SelfCheck[]> {
  const { sandbox } = input;
  if (!sandbox.confines) return [failed("commands are confined", sandbox.name)];
  const stay = await sandbox.enter();
  const attempt: Try = async (script) => {
    const wrapped = sandbox.wrap({
      argv: ["/bin/sh", "-c", script],
      cwd: input.workspace,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
      ownSession: true,
    });
    if (wrapped === null) return { exitCode: null, text: sandbox.name };
    const { cwd, env } = wrapped;
    const ran = await runProgram(wrapped.argv, { cwd, env, timeoutMs: TIMEOUT_MS });
    return { exitCode: ran.exitCode, text: `${ran.stdout}${ran.stderr}`.trim() };
  };
  try {
    const checks = [await runsInside(input, attempt)];
    // Where nothing runs, everything "fails to get out".
    if (checks.some(({ ok }) => !ok)) return checks;
    checks.push(await writesOutside(input, attempt), await readsSecrets(input, attempt));
    if (!input.network) checks.push(await connects(attempt));
    return checks;
  } catch (error) {
    return [failed("the test itself", error instanceof Error ? error.message : String(error))];
  } finally {
    await stay.leave();
  }
}

function failed(name: string, problem: string): SelfCheck {
  return { name, ok: false, problem };
}

function verdict(name: string, problem: string | null): SelfCheck {
  return { name, ok: problem === null, problem };
}

const NAME = ".squire-self-test-";

async function runsInside({ workspace }: SelfTestInput, attempt: Try): Promise<SelfCheck> {
  const name = `${NAME}${randomUUID()}`;
  const { exitCode, text } = await attempt(`echo 1 > ${name} && rm ${name} && echo done`);
  rmSync(join(workspace, name), { force: true });
  const fine = exitCode === 0 && text === "done";
  return verdict("commands run and write to the workspace", fine ? null : text);
}

async function writesOutside({ userHome }: SelfTestInput, attempt: Try): Promise<SelfCheck> {
  const path = join(realPath(userHome), `${NAME}${randomUUID()}`);
  const name = "writing outside of the workspace fails";
  await attempt(`echo 1 > ${quoted(path)}`);
  if (!existsSync(path)) return verdict(name, null);
  rmSync(path, { force: true });
  return failed(name, `a file could be written to ${userHome}`);
}

async function readsSecrets({ squireHome }: SelfTestInput, attempt: Try): Promise<SelfCheck> {
  const folder = realPath(squireHome);
  const path = join(folder, `${NAME}${randomUUID()}`);
  const secret = randomUUID();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(path, secret, { mode: 0o600 });
  try {
    const { text } = await attempt(`cat ${quoted(path)}`);
    return verdict(
      "Squire's own folder is hidden",
      text.includes(secret) ? "a file in it could be read" : null,
    );
  } finally {
    rmSync(path, { force: true });
  }
}

async function connects(attempt: Try): Promise<SelfCheck> {
  const name = "the network is out of reach";
  let reached = false;
  const server = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  const port = await listen(server);
  try {
    // Whatever of these is there; one that is missing cannot reach anybody either.
    await attempt(
      `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}' 2>/dev/null; curl -s -m 2 http://127.0.0.1:${port}/; perl -MIO::Socket::INET -e 'IO::Socket::INET->new(PeerAddr=>"127.0.0.1:${port}")'; true`,
    );
    return verdict(name, reached ? "a connection was made" : null);
  } finally {
    server.close();
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
