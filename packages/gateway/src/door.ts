import { isIP } from "node:net";

/** Who may knock: by which names this gateway is called, and which pages may call it. */
export type Door = {
  readonly isLoopback: boolean;
  readonly port: number;
  readonly scheme: "http" | "https";
  /** Pages from elsewhere that the user has listed, e.g. `https://squire.example.net`. */
  readonly origins: readonly string[];
};

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** An address that only this machine can reach. */
export function isLoopbackHost(host: string): boolean {
  const bare = host
    .replace(/^\[|\]$/g, "")
    .toLowerCase()
    .replace(/^::ffff:/, "");
  return bare === "localhost" || bare === "::1" || /^127(\.\d{1,3}){3}$/.test(bare);
}

/**
 * A name that leads here by a foreign DNS answer is somebody else's page in our place (S7). An
 * address cannot be led elsewhere, so on a wider door every address is taken.
 */
export function isOurHost(
  { isLoopback, port, scheme, origins }: Door,
  header: string | null,
): boolean {
  if (header === null) return false;
  const host = header.toLowerCase();
  const [, name = "", given] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(host) ?? [];
  if (name === "") return false;
  const isOurPort = Number(given ?? (scheme === "http" ? 80 : 443)) === port;
  if (isOurPort && LOOPBACK.has(name)) return true;
  if (isLoopback) return false;
  if (isOurPort && isIP(name.replace(/^\[|\]$/g, "")) !== 0) return true;
  return origins.some((origin) => hostOf(origin) === host);
}

/** Absent: no page asks, a program does. Anything else has to be our own page, or a listed one (S1). */
export function isOurOrigin(door: Door, origin: string | null, host: string | null): boolean {
  if (origin === null) return true;
  const given = origin.toLowerCase();
  if (door.origins.some((listed) => trimmed(listed) === given)) return true;
  const [scheme, rest = ""] = given.split("://", 2);
  if (scheme !== door.scheme || !isOurHost(door, rest)) return false;
  return door.isLoopback || rest === host?.toLowerCase();
}

function trimmed(origin: string): string {
  return origin.toLowerCase().replace(/\/+$/, "");
}

function hostOf(origin: string): string {
  return trimmed(origin).replace(/^[a-z]+:\/\//, "");
}
