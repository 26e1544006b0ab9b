import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isProof } from "./keyring.ts";

/** A gateway of this user, as others on this machine find it. */
export type RunningGateway = {
  readonly pid: number;
  readonly url: string;
  readonly wsUrl: string;
  /** `gateway`: it runs for itself; `shared`: a terminal shares its session. */
  readonly role: "gateway" | "shared";
};

const FOLDER = "run";
const NAME = /^gateway-\d+\.json$/;
const PATIENCE_MS = 2_000;

/** Tells others where it is, until this is disposed of. */
export async function announce(home: string, gateway: RunningGateway): Promise<AsyncDisposable> {
  const folder = join(home, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `gateway-${gateway.pid}.json`);
  await writeFile(file, `${JSON.stringify(gateway)}\n`, { mode: 0o600 });
  return { [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}

/**
 * The gateways that run now and know this token. Nothing secret is sent to find out: the port of one
 * that is gone may belong to somebody else by now.
 */
export async function findRunning(home: string, token: string): Promise<readonly RunningGateway[]> {
  const folder = join(home, FOLDER);
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.filter((name) => NAME.test(name)).map((name) => alive(join(folder, name), token)),
  );
  return found.flatMap((gateway) => (gateway === null ? [] : [gateway]));
}

/** Whether whoever listens there knows the token. */
export async function knowsToken(url: string, token: string): Promise<boolean> {
  const challenge = randomBytes(24).toString("base64url");
  try {
    const reply = await fetch(`${url}/health`, {
      headers: { "x-squire-challenge": challenge },
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const told: unknown = await reply.json();
    const proof = typeof told === "object" && told !== null ? Reflect.get(told, "proof") : null;
    return typeof proof === "string" && isProof(token, challenge, proof);
  } catch {
    return false;
  }
}

async function alive(file: string, token: string): Promise<RunningGateway | null> {
  const gateway = await readRecord(file);
  if (gateway !== null && isProcess(gateway.pid)) {
    return (await knowsToken(gateway.url, token)) ? gateway : null;
  }
  await rm(file, { force: true });
  return null;
}

async function readRecord(file: string): Promise<RunningGateway | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is RunningGateway {
  if (typeof value !== "object" || value === null) return false;
  const { pid, url, wsUrl, role } = value as Partial<Record<keyof RunningGateway, unknown>>;
  const isPlace = typeof url === "string" && /^https?:\/\//.test(url) && typeof wsUrl === "string";
  return Number.isInteger(pid) && isPlace && (role === "gateway" || role === "shared");
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
