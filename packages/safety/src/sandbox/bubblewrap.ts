import { assertNever } from "@squire/protocol/values";
import type { Spot } from "./file-view.ts";
import { loaderVariables } from "./loader-variables.ts";
import type { Command } from "./sandbox.ts";

/** What is known of the bubblewrap of this machine. */
export type Bubblewrap = {
  readonly path: string;
  /** It can forbid user namespaces inside (since 0.8). */
  readonly noNamespaces: boolean;
  /** A GNU `env` that can set signals to be ignored (since 8.31), or null. */
  readonly signalEnv: string | null;
};

export type WrapInput = {
  readonly bubblewrap: Bubblewrap;
  readonly network: boolean;
  readonly view: readonly Spot[];
  /** An empty file, seen in the place of those that are hidden. */
  readonly emptyFile: string;
};

/** Signals that are for the command alone: the bubblewrap around it would die of them. */
const PASSED_ON = "TERM,INT,HUP,QUIT";

/**
 * The command line that runs a command inside bubblewrap. Everything in it dies with it: it has a
 * process space of its own, whose first process ends with bubblewrap, which ends with us.
 */
export function wrapInBubblewrap(command: Command, input: WrapInput): Command {
  const { bubblewrap } = input;
  const { outside, inside } = loaderVariables(insideEnv(command.env));
  const passesSignals = command.ownSession === true && bubblewrap.signalEnv !== null;
  const argv = [
    ...(passesSignals ? [bubblewrap.signalEnv ?? "", `--ignore-signal=${PASSED_ON}`] : []),
    bubblewrap.path,
    ...spaces(input),
    // Without a session of its own it could type into the user's terminal.
    ...(command.ownSession === true ? [] : ["--new-session"]),
    ...files(input),
    ...Object.entries(inside).flatMap(([name, value]) => ["--setenv", name, value]),
    "--chdir",
    command.cwd,
    "--",
    ...(passesSignals ? [bubblewrap.signalEnv ?? "", `--default-signal=${PASSED_ON}`] : []),
    ...command.argv,
  ];
  // Outside of the sandbox nothing depends on the folder: it may not even be visible there.
  return { argv, cwd: "/", env: outside, contained: true, ...own(command) };
}

function own({ ownSession }: Command): { readonly ownSession?: boolean } {
  return ownSession === undefined ? {} : { ownSession };
}

function spaces({ bubblewrap, network }: WrapInput): readonly string[] {
  return [
    "--unshare-user",
    ...(bubblewrap.noNamespaces ? ["--disable-userns"] : []),
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-cgroup-try",
    ...(network ? [] : ["--unshare-net"]),
    "--die-with-parent",
    "--cap-drop",
    "ALL",
  ];
}

function files({ view, emptyFile }: WrapInput): readonly string[] {
  return [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    ...view.flatMap((spot) => mount(spot, emptyFile)),
    // For root, /proc/sys is writable without any capability, and leads out of every sandbox.
    "--remount-ro",
    "/proc",
  ];
}

function mount(spot: Spot, emptyFile: string): readonly string[] {
  switch (spot.type) {
    case "write":
      return ["--bind", spot.path, spot.path];
    case "read":
      return ["--ro-bind", spot.path, spot.path];
    case "instead":
      return ["--bind", spot.from, spot.path];
    case "hidden":
      // Nobody inside has the right to write where the permissions do not allow it.
      return spot.kind === "folder"
        ? ["--perms", "0555", "--tmpfs", spot.path]
        : ["--ro-bind", emptyFile, spot.path];
    default:
      return assertNever(spot);
  }
}

/** Where temporary files go inside; sockets of the user's session are not there. */
function insideEnv(env: Command["env"]): Command["env"] {
  const { XDG_RUNTIME_DIR: _sockets, ...rest } = env;
  const temp = ["TMPDIR", "TMP", "TEMP"].filter((name) => Object.hasOwn(env, name));
  return {
    ...rest,
    ...Object.fromEntries(temp.map((name) => [name, "/tmp"])),
    SQUIRE_SANDBOX: "bubblewrap",
  };
}
