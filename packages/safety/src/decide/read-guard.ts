import { matchesGlob } from "../rules/glob.ts";
import { isCredentialPath } from "./credential-path.ts";
import type { PathFact } from "./path-fact.ts";
import { isWritable, normalized } from "./paths.ts";
import type { GateWorkspace } from "./workspace.ts";

/** Files outside of the workspace that hold nothing personal. */
const HARMLESS: readonly RegExp[] = [
  /^\/dev\/(?:null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd(?:\/\d+)?)$/,
  /^\/usr\/(?:include|share|src|lib|local\/(?:include|share))(?:\/|$)/,
  /^\/etc\/(?:os-release|lsb-release|debian_version|alpine-release|redhat-release|issue|timezone|localtime|shells|services|protocols|mime\.types)$/,
  /^\/proc\/(?:cpuinfo|meminfo|version|uptime|loadavg|stat|filesystems|mounts|partitions|swaps|devices|diskstats|vmstat|modules)$/,
  /^\/sys\/(?:class|devices|block|fs\/cgroup)\//,
  /^\/System\/Library\/CoreServices\/SystemVersion\.plist$/,
];

/** Names that a pattern is tried on: does it reach for secrets? */
const SECRET_NAMES: readonly string[] = [
  ".env",
  ".env.local",
  ".env.production",
  ".netrc",
  ".npmrc",
  ".pgpass",
  ".git-credentials",
  ".ssh",
  ".aws",
  ".gnupg",
  "id_rsa",
  "id_ed25519",
  "server.pem",
  "server.key",
  "cert.p12",
  "app.keystore",
  "credentials.json",
];

/**
 * Why a command may not read this unasked; null when it may (FS-9). Looking at names and dates is
 * free; what is read must lie in the workspace or be known as harmless.
 */
export function readProblem(fact: PathFact, workspace: GateWorkspace): string | null {
  const { access, path, real, spelled } = fact;
  if (access !== "read" && access !== "list") return null;
  if (path === null || real === null) {
    return access === "list" ? null : "what it reads shows only when it runs";
  }
  if (access === "list") return null;
  if (isSecret(fact)) return `${spelled} looks like a file with credentials`;
  const place = normalized(real);
  if (isWritable(place, workspace) || isHarmless(place)) return null;
  return `${spelled} lies outside of the workspace`;
}

function isHarmless(path: string): boolean {
  return HARMLESS.some((pattern) => pattern.test(path));
}

function isSecret({ path, real, name, below }: PathFact): boolean {
  const places = [path, real].map((place) => normalized(place ?? ""));
  // `git show HEAD:.env` names a file behind the colon.
  const named = places.flatMap((place) => [place, place.replace(/[^/:]*:(?=[^/])/, "")]);
  if (named.some(isCredentialPath)) return true;
  if (!below || name === null || !/[^*?]/.test(name)) return false;
  return SECRET_NAMES.some((secret) => matchesName(name, secret));
}

/** A shell pattern on one name. A leading dot must be written. */
function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith(".") && !/^\\?\./.test(pattern)) return false;
  return matchesGlob(pattern.toLowerCase(), name, "text");
}
