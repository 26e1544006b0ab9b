import type { BackendName } from "./backend.ts";

/** What programs say when each kind of sandbox stops them. */
const SIGNS: Readonly<Record<BackendName, readonly RegExp[]>> = {
  bubblewrap: [
    /Read-only file system|\bEROFS\b/i,
    /Device or resource busy|\bEBUSY\b/,
    /Operation not permitted|\bEPERM\b/,
    /cross-device link|\bEXDEV\b/,
    /no new privileges/,
    // A name that is held; elsewhere it is a matter of ordinary permissions.
    /(?:\.squire|squire\.toml|\.mcp\.json|\.claude|\.codex|\.gemini|\.cursor|\.opencode|\.vscode|\.npmrc|\.git)\b[^\n]*(?:Permission denied|EACCES)|EACCES[^\n]*\/\.(?:squire|claude|vscode|git)\b/i,
    /^bwrap: /m,
  ],
  landlock: [
    /Permission denied|\bEACCES\b/,
    /Operation not permitted|\bEPERM\b/,
    /cross-device link|\bEXDEV\b/,
    /no new privileges/,
    /^squire sandbox: /m,
  ],
  seatbelt: [/Operation not permitted|\bEPERM\b/, /^sandbox-exec: /m],
};

/** The same for the network, when there is none inside. */
const NETWORK_SIGNS: readonly RegExp[] = [
  /Could not resolve host|name resolution|Name or service not known|unable to resolve/i,
  /Network is unreachable|\bENETUNREACH\b|\bENETDOWN\b|Network is down/i,
  /\bEAI_AGAIN\b|getaddrinfo|failed to lookup address|no such host|nodename nor servname/i,
  // A service on this machine that does not run is no matter of the sandbox.
  /Failed to connect to (?!localhost\b|127\.|\[?::1)/i,
];

const LAST_CHARS = 20_000;

/**
 * A guess, good enough to offer a second try (SBX-4): a failure that names what the sandbox does to
 * programs. Success never counts, whatever was printed.
 */
export function looksStopped(
  { exitCode, output }: { readonly exitCode: number; readonly output: string },
  { backend, network }: { readonly backend: BackendName; readonly network: boolean },
): boolean {
  if (exitCode === 0) return false;
  const end = output.slice(-LAST_CHARS);
  const signs = network ? SIGNS[backend] : [...SIGNS[backend], ...NETWORK_SIGNS];
  return signs.some((sign) => sign.test(end));
}
