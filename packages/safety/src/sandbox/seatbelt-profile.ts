import { join } from "node:path";
import { fileView } from "./file-view.ts";
import type { Guarded } from "./guarded-paths.ts";
import { isWithin, type Look, type SandboxPlan } from "./plan.ts";

export type SeatbeltInput = {
  readonly plan: SandboxPlan;
  readonly look: Look;
  readonly guarded: readonly Guarded[];
};

/** Services that ordinary programs cannot do without; none of them starts programs or holds keys. */
const SERVICES = [
  "com.apple.FSEvents",
  "com.apple.bsd.dirhelper",
  "com.apple.diagnosticd",
  "com.apple.logd",
  "com.apple.system.DirectoryService.libinfo_v1",
  "com.apple.system.logger",
  "com.apple.system.notification_center",
  "com.apple.system.opendirectoryd.libinfo",
  "com.apple.system.opendirectoryd.membership",
];

const NETWORK_SERVICES = [
  "com.apple.SystemConfiguration.configd",
  "com.apple.dnssd.service",
  "com.apple.networkd",
  "com.apple.trustd",
  "com.apple.trustd.agent",
];

const DEVICES = ["null", "zero", "random", "urandom", "tty", "ptmx", "dtracehelper"];

/**
 * The profile for `sandbox-exec`: nothing is allowed but what is named, and of two rules that fit
 * the later one counts. Here a name can be forbidden that does not exist, in any case. Pure.
 */
export function seatbeltProfile(input: SeatbeltInput): string {
  const { plan } = input;
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec*)",
    "(allow process-fork)",
    "(allow process-info* (target same-sandbox))",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow user-preference-read)",
    "(allow ipc-posix-sem)",
    "(allow pseudo-tty)",
    '(allow file-ioctl (regex #"^/dev/(tty|pty)"))',
    `(allow mach-lookup ${(plan.network ? [...SERVICES, ...NETWORK_SERVICES] : SERVICES).map((name) => `(global-name ${quoted(name)})`).join(" ")})`,
    "(allow file-read*)",
    `(allow file-write* ${DEVICES.map((name) => `(literal "/dev/${name}")`).join(" ")} (regex #"^/dev/(tty|fd/)"))`,
    ...fileRules(input),
    ...networkRules(plan),
    "",
  ].join("\n");
}

function fileRules({ plan, look, guarded }: SeatbeltInput): readonly string[] {
  const temp = join(plan.temp, "tmp");
  const view = fileView({ plan, look, guarded: [], isHeld: () => false, sockets: [] });
  const write = view.flatMap(({ type, path }) => (type === "write" ? [path] : []));
  const hidden = view.flatMap(({ type, path }) => (type === "hidden" ? [path] : []));
  return [
    ...[...write, temp].map((path) => `(allow file-write* (subpath ${quoted(path)}))`),
    ...hidden.map((path) => `(deny file-read* file-write* (subpath ${quoted(path)}))`),
    ...guarded.flatMap(guardRules),
    // What was allowed by name goes before all that is guarded or hidden.
    ...[...plan.allowWrite, plan.workspace, temp]
      .filter((path) => isBelow(path, [...hidden, ...guarded.map((item) => item.path)]))
      .map((path) => `(allow file-read* file-write* (subpath ${quoted(path)}))`),
  ];
}

function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isWithin(folder, path));
}

/** Neither the file nor anything in it, and no folder on the way to it may be moved or made. */
function guardRules({ path, root }: Guarded): readonly string[] {
  const parts = path.slice(root.length + 1).split("/");
  const start = `^${escaped(root)}/`;
  const ways = parts.slice(0, -1).map((_, index) => anyCase(parts.slice(0, index + 1).join("/")));
  return [
    `(deny file-write* (regex #"${start}${anyCase(parts.join("/"))}(/|$)"))`,
    ...ways.map((way) => `(deny file-write-unlink file-write-create (regex #"${start}${way}$"))`),
  ];
}

function networkRules({ network, workspace, temp }: SandboxPlan): readonly string[] {
  if (network) return ["(allow network*)", "(allow system-socket)"];
  const places = [workspace, join(temp, "tmp")].map((path) => `(subpath ${quoted(path)})`);
  // Sockets that are files, among the commands themselves.
  return [`(allow network-bind network-inbound network-outbound ${places.join(" ")})`];
}

function quoted(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\"]/g, (char) => (char === '"' ? "." : `\\${char}`));
}

/** The disk of a Mac does not tell upper from lower case. */
function anyCase(text: string): string {
  return text.replaceAll(/./gsu, (char) => {
    const [low, high] = [char.toLowerCase(), char.toUpperCase()];
    return low === high ? escaped(char) : `[${low}${high}]`;
  });
}
