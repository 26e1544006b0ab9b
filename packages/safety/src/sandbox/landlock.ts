import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProgram } from "@squire/platform";
import type { Backend } from "./backend.ts";
import { fileView, type Spot } from "./file-view.ts";
import type { Found } from "./find-bubblewrap.ts";
import { KERNEL_NUMBERS, LANDLOCK_SCRIPT, type KernelNumbers } from "./landlock-script.ts";
import { loaderVariables } from "./loader-variables.ts";
import { lookAt } from "./look.ts";
import { isWithin, type SandboxPlan } from "./plan.ts";
import type { Command } from "./sandbox.ts";
import { trustedProgram } from "./trusted-program.ts";

/** What is known of the Landlock of this machine. */
type Landlock = { readonly perl: string; readonly numbers: KernelNumbers };

const PROBE_MS = 5_000;

/** Tries it once: the kernel may have it, and a container may forbid it. */
export async function findLandlockBackend(): Promise<Found<Backend>> {
  const found = await findLandlock();
  return found.type === "found" ? { ...found, backend: landlockBackend(found.backend) } : found;
}

async function findLandlock(): Promise<Found<Landlock>> {
  const numbers = KERNEL_NUMBERS[process.arch];
  if (process.platform !== "linux" || numbers === undefined) {
    return { type: "missing", reason: "Landlock is not known on this machine" };
  }
  const perl = trustedProgram("perl");
  if (perl === null) return { type: "missing", reason: "Landlock needs perl, which is missing" };
  const landlock = { perl, numbers };
  const argv = [...helper(landlock), "r", "/", "n", "off", "d", "/", "--", "/bin/sh", "-c", ":"];
  const ran = await runProgram(argv, { env: {}, timeoutMs: PROBE_MS });
  if (ran.exitCode === 0) return { type: "found", backend: landlock };
  const said = ran.stderr.trim().split("\n", 1)[0] ?? "";
  return { type: "missing", reason: `Landlock does not work here (${said})` };
}

function helper({ perl, numbers }: Landlock): readonly string[] {
  const { auditArch, prctl, capset, seccomp, socket } = numbers;
  const known = [auditArch, prctl, capset, seccomp, socket].map(String);
  return [perl, "-e", LANDLOCK_SCRIPT, "--", ...known];
}

/** Devices that are no way to a disk. */
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts", "shm", "fd"];

/**
 * The second rung: the kernel keeps a list of what a process may write and read, and it cannot be
 * said of a part of a folder that it is excepted. So control files in the workspace are only
 * watched, and processes are not kept together.
 */
function landlockBackend(landlock: Landlock): Backend {
  return {
    name: "landlock",
    needsHolders: false,
    gaps: ({ network, workspace, allowWrite, userHome }) => [
      ...([workspace, ...allowWrite].some((root) => isWithin(root, userHome))
        ? ["keys and settings in your home folder, which is writable here, are not protected"]
        : []),
      "control files in the workspace (.git/hooks, .squire, editor settings) can be changed; changes are reported",
      "a command can leave processes behind",
      ...(network ? ["commands may send anything anywhere, also to services on this machine"] : []),
    ],
    uncovered: (guarded) => guarded,
    wrap: (command, plan) => wrapInLandlock(command, plan, landlock),
  };
}

function wrapInLandlock(command: Command, plan: SandboxPlan, landlock: Landlock): Command {
  const temp = join(plan.temp, "tmp");
  const view = fileView({ plan, look: lookAt, guarded: [], isHeld: () => false, sockets: [] });
  const write = view.flatMap(({ type, path }) => (type === "write" ? [path] : []));
  const { outside, inside } = loaderVariables({
    ...command.env,
    TMPDIR: temp,
    SQUIRE_SANDBOX: "landlock",
  });
  const argv = [
    ...helper(landlock),
    ...[...write, temp].flatMap((path) => ["w", path]),
    ...DEVICES.flatMap((name) => ["w", `/dev/${name}`]),
    ...readable(view).flatMap((path) => ["r", path]),
    ...(plan.network ? [] : ["n", "off"]),
    ...Object.entries(inside).flatMap(([name, value]) => ["e", `${name}=${value}`]),
    "d",
    command.cwd,
    "--",
    ...command.argv,
  ];
  const { ownSession } = command;
  return { argv, cwd: "/", env: outside, ...(ownSession === undefined ? {} : { ownSession }) };
}

/**
 * Everything but what is hidden, in as few places as possible: a folder that holds something hidden
 * is left out, and its other entries are named one by one.
 */
function readable(view: readonly Spot[]): readonly string[] {
  const hidden = view.flatMap(({ type, path }) => (type === "hidden" ? [path] : []));
  // Raw disks would show what the files on them hide.
  hidden.push("/dev");
  const split = (folder: string): readonly string[] =>
    namesIn(folder).flatMap((name) => {
      const path = join(folder, name);
      if (hidden.includes(path) || lookAt(path) === "link") return [];
      return hidden.some((secret) => isWithin(path, dirname(secret))) ? split(path) : [path];
    });
  return split("/");
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
