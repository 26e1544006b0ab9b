import type { Host } from "@squire/host";
import type { JsonValue } from "@squire/protocol";
import { EXIT_CODES } from "@squire/protocol/values";
import { writeFile } from "node:fs/promises";
import { arch, availableParallelism, homedir, platform, release, totalmem } from "node:os";
import { resolve } from "node:path";
import type { Invocation } from "../args.ts";
import { readErrors } from "../debug/error-log.ts";
import { hider } from "../debug/hide.ts";
import { lastFailures } from "../debug/last-failures.ts";
import type { Io } from "../io.ts";
import { VERSION } from "../version.ts";
import { exportText } from "./export-text.ts";
import { say, withSessions } from "./sessions-at.ts";
import type { SessionsAt } from "./sessions-at.ts";

type Report = Invocation<"debug report">;

/** CLI-10: one file for whoever looks for a fault. Nothing is sent. */
export function debugReportCommand({ flags }: Report, io: Io): Promise<number> {
  return withSessions(flags, io, async (at) => {
    const hide = hider(at.host, io.env["HOME"] ?? homedir());
    const report = hide(plain(await collect(flags, at, io)));
    if (io.signal.aborted) return EXIT_CODES.aborted;
    const text = `${JSON.stringify(report, null, 2)}\n`;
    if (flags.out === "-") {
      io.stdout.write(text);
      return EXIT_CODES.ok;
    }
    const stamp = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
    return write(resolve(at.cwd, flags.out ?? `squire-report-${stamp}.json`), text, io);
  });
}

async function write(path: string, text: string, io: Io): Promise<number> {
  try {
    // Never over something: whoever names a file by mistake keeps it.
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    say(io, `could not write ${path}: ${why}. Name another file with --out.`);
    return EXIT_CODES.error;
  }
  io.stdout.write(`${path}\n`);
  say(io, "read it before you send it to anybody: what looks like a key was taken out.");
  return EXIT_CODES.ok;
}

async function collect(flags: Report["flags"], at: SessionsAt, io: Io): Promise<object> {
  const { host, home, store } = at;
  const [{ listKeys }, { diagnose }] = await Promise.all([
    import("@squire/host"),
    import("@squire/host/workbench"),
  ]);
  const options = { online: false, offline: true, signal: io.signal };
  return {
    report: 1,
    at: new Date().toISOString(),
    versions: versions(),
    system: system(io),
    settings: listKeys(host.loaded).flatMap(({ key, value, layer }) =>
      value === undefined || layer === "defaults" ? [] : [{ key, value, layer }],
    ),
    settingsProblems: [...host.loaded.problems, ...host.loaded.warnings],
    environment: environment(host, io),
    checks: await diagnose(host, options),
    errors: await readErrors(home),
    failedReplies: await lastFailures(store),
    ...(flags.inSession === undefined ? {} : { session: await sessionPart(flags.inSession, at) }),
  };
}

function versions(): object {
  const { bun, node } = process.versions;
  return { squire: VERSION, bun: bun ?? null, node };
}

function system({ env, stderr }: Io): object {
  return {
    platform: platform(),
    release: release(),
    arch: arch(),
    cpus: availableParallelism(),
    memoryMb: Math.round(totalmem() / 1024 / 1024),
    term: env["TERM"] ?? null,
    locale: env["LC_ALL"] ?? env["LANG"] ?? null,
    terminal: stderr.isTty,
  };
}

/** Of variables with a key only the names. */
function environment({ env, models }: Host, io: Io): object {
  const keys = new Set(models.registry.providers.flatMap(({ keyEnv = [] }) => keyEnv));
  const own = Object.entries(io.env).filter(([name]) => name.startsWith("SQUIRE_"));
  return {
    squire: Object.fromEntries(own),
    keys: [...keys].filter((name) => (env[name] ?? "") !== "").sort(),
    proxies: ["HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY"].filter(
      (name) => (env[name] ?? env[name.toLowerCase()] ?? "") !== "",
    ),
  };
}

async function sessionPart(key: string, { store, cwd, host }: SessionsAt): Promise<unknown> {
  const { header, tree, problems } = await store.read(key, cwd);
  const text = await exportText({ header, branch: tree.branch() }, "json", { env: host.env });
  return { problems, export: JSON.parse(text) as unknown };
}

/** A round trip leaves plain JSON. */
function plain(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue;
}
