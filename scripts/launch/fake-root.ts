import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const SCRIPTS = dirname(import.meta.dir);

export type Run = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A small repository of its own around a copy of the launcher, so that tests never touch this one. */
export class FakeRoot implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), "squire-launch-"));

  constructor() {
    cpSync(join(SCRIPTS, "launch.mjs"), this.path("scripts/launch.mjs"));
    cpSync(join(SCRIPTS, "bunfig.toml"), this.path("scripts/bunfig.toml"));
    cpSync(join(SCRIPTS, "launch"), this.path("scripts/launch"), {
      recursive: true,
      filter: (path) => !path.endsWith(".ts"),
    });
    this.write("package.json", JSON.stringify({ devDependencies: { tool: "1.0.0" } }));
    this.write("package-lock.json", LOCKFILE);
    this.write("tsconfig.json", "{}");
    this.write("scripts/test-setup.ts", "");
  }

  path(name: string): string {
    return join(this.root, name);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  /** As after a successful install, with the Bun that runs the tests. */
  install(): void {
    this.write("node_modules/.squire-lock", createHash("sha256").update(LOCKFILE).digest("hex"));
    this.write("node_modules/tool/package.json", JSON.stringify({ bin: { "a-tool": "run.js" } }));
    this.write("node_modules/tool/run.js", "console.log('tool', process.argv[2])");
    mkdirSync(this.path("node_modules/bun/bin"), { recursive: true });
    symlinkSync(process.execPath, this.path("node_modules/bun/bin/bun.exe"));
  }

  /** Stands in for npm: the launcher runs the npm that `npm_execpath` names. */
  npm(script: string): Record<string, string> {
    this.write("npm-cli.cjs", script);
    return { npm_execpath: this.path("npm-cli.cjs") };
  }

  launch(args: readonly string[], options: LaunchOptions = {}): Promise<Run> {
    const child = this.spawn(args, options);
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk: Buffer) => (output.stdout += chunk.toString("utf8")));
    child.stderr.on("data", (chunk: Buffer) => (output.stderr += chunk.toString("utf8")));
    return new Promise((resolve) => {
      child.once("close", (code) => resolve({ code: code ?? -1, ...output }));
    });
  }

  spawn(args: readonly string[], { cwd = this.root, env = {} }: LaunchOptions = {}) {
    const { npm_execpath: _npm, INIT_CWD: _cwd, ...inherited } = process.env;
    return spawn("node", [this.path("scripts/launch.mjs"), ...args], {
      cwd,
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

type LaunchOptions = { readonly cwd?: string; readonly env?: Record<string, string> };

const LOCKFILE = JSON.stringify({ packages: { "node_modules/tool": { version: "1.0.0" } } });
