import { runProgram } from "@squire/platform";
import { wrapInBubblewrap, type Bubblewrap } from "./bubblewrap.ts";
import { trustedProgram } from "./trusted-program.ts";

export type Found<T> =
  | { readonly type: "found"; readonly backend: T }
  | { readonly type: "missing"; readonly reason: string };

const PROBE_MS = 5_000;

/** Looks for bubblewrap and tries what it can do here. Starts one to three short programs. */
export async function findBubblewrap(): Promise<Found<Bubblewrap>> {
  const path = trustedProgram("bwrap");
  if (path === null) {
    return { type: "missing", reason: "bubblewrap is not installed (package `bubblewrap`)" };
  }
  const env = trustedProgram("env");
  const tries: readonly Bubblewrap[] = [
    { path, noNamespaces: true, signalEnv: env },
    { path, noNamespaces: true, signalEnv: null },
    { path, noNamespaces: false, signalEnv: null },
  ];
  let said = "";
  for (const backend of tries) {
    const ran = await runProgram(probe(backend).argv, { env: {}, timeoutMs: PROBE_MS });
    if (ran.exitCode === 0) return { type: "found", backend };
    said = ran.stderr;
  }
  return { type: "missing", reason: whyNot(said) };
}

/** With a mount that older ones do not know. */
function probe(bubblewrap: Bubblewrap) {
  const command = { argv: ["/bin/sh", "-c", ":"], cwd: "/", env: {}, ownSession: true };
  const view = [{ type: "hidden", path: "/tmp", kind: "folder" }] as const;
  return wrapInBubblewrap(command, { bubblewrap, network: false, view, emptyFile: "/dev/null" });
}

function whyNot(stderr: string): string {
  const line = stderr.trim().split("\n", 1)[0] ?? "";
  if (/namespace|permitted|denied|loopback|uid map/i.test(line)) {
    return `this system does not let bubblewrap make namespaces (${line})`;
  }
  return `bubblewrap does not work here (${line === "" ? "it says nothing" : line})`;
}
