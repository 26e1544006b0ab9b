import { openSandbox, selfTest } from "@squire/safety";
import type { Sandbox } from "@squire/safety";
import type { Host } from "../open.ts";
import { sandboxInputOf } from "../safety/sandbox-input.ts";
import { fail, ok, warn, type Check } from "./check.ts";

const INSTALL =
  process.platform === "linux"
    ? "Install bubblewrap (bwrap) with your package manager."
    : "Set sandbox.bash to enforce to refuse commands instead.";

/** What confines commands here, proved by trying to get out (SBX-6). */
export async function checkSandbox(host: Host): Promise<readonly Check[]> {
  const input = sandboxInputOf(host);
  await using sandbox = await openSandbox(input);
  if (!sandbox.confines) return [unconfined(sandbox, input.mode)];
  const tries = await selfTest({ ...input, sandbox });
  return [
    ok("sandbox", sandbox.name),
    ...tries.map(({ name, ok: held, problem }) =>
      held
        ? ok("sandbox self-test", name)
        : fail("sandbox self-test", `Not so: ${name} (${problem ?? "no reason"}).`, DISTRUST),
    ),
    ...sandbox.gaps.map((gap) => warn("sandbox gap", gap)),
  ];
}

const DISTRUST = "Do not rely on the sandbox; set sandbox.bash to enforce and report this.";

function unconfined({ name }: Sandbox, mode: "enforce" | "auto" | "off"): Check {
  if (mode === "enforce") return fail("sandbox", name, INSTALL);
  if (mode === "auto")
    return warn("sandbox", `${name}: commands run with all of your rights`, INSTALL);
  return warn("sandbox", name, "Set sandbox.bash to auto to confine commands.");
}
