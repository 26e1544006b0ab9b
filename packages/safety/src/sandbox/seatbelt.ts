import { join } from "node:path";
import { runProgram } from "@squire/platform";
import type { Backend } from "./backend.ts";
import type { Found } from "./find-bubblewrap.ts";
import { guardedPaths } from "./guarded-paths.ts";
import { loaderVariables } from "./loader-variables.ts";
import { lookAt, namesIn, readSmallText } from "./look.ts";
import { seatbeltProfile } from "./seatbelt-profile.ts";
import { trustedProgram } from "./trusted-program.ts";

const PROBE_MS = 5_000;

/** The sandbox of macOS. */
export async function findSeatbelt(): Promise<Found<Backend>> {
  const path = trustedProgram("sandbox-exec");
  if (path === null) return { type: "missing", reason: "sandbox-exec is missing" };
  const argv = [path, "-p", "(version 1)(allow default)", "/usr/bin/true"];
  const ran = await runProgram(argv, { env: {}, timeoutMs: PROBE_MS });
  if (ran.exitCode === 0) return { type: "found", backend: seatbeltBackend(path) };
  return { type: "missing", reason: `sandbox-exec does not work here (${ran.stderr.trim()})` };
}

function seatbeltBackend(program: string): Backend {
  return {
    name: "seatbelt",
    needsHolders: false,
    gaps: ({ network }) => [
      "a command can leave processes behind",
      ...(network ? ["commands may send anything anywhere: the network is allowed"] : []),
    ],
    uncovered: () => [],
    wrap(command, plan) {
      const guarded = guardedPaths(plan, lookAt, readSmallText, namesIn);
      const profile = seatbeltProfile({ plan, look: lookAt, guarded });
      const { outside, inside } = loaderVariables({
        ...command.env,
        TMPDIR: join(plan.temp, "tmp"),
        SQUIRE_SANDBOX: "seatbelt",
      });
      const variables = Object.entries(inside).map(([name, value]) => `${name}=${value}`);
      const argv = [program, "-p", profile, "/usr/bin/env", ...variables, ...command.argv];
      return { ...command, argv, env: outside };
    },
  };
}
