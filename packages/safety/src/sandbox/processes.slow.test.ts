import { describe, expect, test } from "bun:test";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "@squire/platform";
import { processGone } from "@squire/testkit";
import {
  all,
  ENV,
  has,
  noBubblewrap,
  openGround,
  without,
  withMounts,
  type Weaken,
} from "./testing/sandbox-ground.ts";

const isRoot = process.getuid?.() === 0;

/** A process of the user with a secret in its environment. */
async function bystander(): Promise<
  Disposable & { readonly pid: number; readonly child: ChildProcess }
> {
  const child = spawn("/bin/sh", ["-c", "echo up; exec sleep 600"], {
    env: { PATH: "/usr/bin:/bin", SECRET: "canary-env" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  await once(child.stdout, "data");
  return { pid: child.pid ?? 0, child, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

/** The processes of this machine whose command line holds a word. */
function running(word: string): readonly number[] {
  return readdirSync("/proc").flatMap((name) => {
    try {
      if (!/^\d+$/.test(name)) return [];
      const isIt = readFileSync(`/proc/${name}/cmdline`, "utf8").includes(word);
      return isIt && !/\) Z /.test(readFileSync(`/proc/${name}/stat`, "utf8"))
        ? [Number(name)]
        : [];
    } catch {
      return [];
    }
  });
}

const sharedProcesses: Weaken = all(
  without("--unshare-pid"),
  without("--remount-ro", "/proc"),
  // Only one mount of /proc then shows everybody.
  (argv) => argv.with(argv.indexOf("--proc"), "--dir"),
  withMounts("--ro-bind", "/proc", "/proc"),
);

describe.skipIf(noBubblewrap !== null)(`processes (${noBubblewrap ?? "bubblewrap"})`, () => {
  test("processes of the user are out of reach: no kill, no look, no trace", async () => {
    await using ground = await openGround();
    using other = await bystander();
    const look = `cat /proc/${other.pid}/environ; ls /proc/${other.pid}/root/; kill -0 ${other.pid} && echo reached`;
    const ran = await ground.run(look);
    expect(ran.stdout).toBe("");
    await ground.run(`kill -9 ${other.pid}; kill -9 $PPID`);
    expect(other.child.exitCode ?? other.child.signalCode).toBe(null);

    const holed = await ground.run(look, sharedProcesses);
    expect(holed.stdout).toContain("reached");
    await ground.run(`kill -9 ${other.pid}`, sharedProcesses);
    expect(await processGone(other.pid)).toBe(true);
  });

  test.skipIf(!has("gdb") && !has("strace"))("nobody outside can be traced", async () => {
    await using ground = await openGround();
    using other = await bystander();
    const script = has("strace")
      ? `timeout 2 strace -p ${other.pid} -o trace; grep -c . trace`
      : `gdb -p ${other.pid} -batch -ex 'print 1'`;
    const ran = await ground.run(script);
    expect(`${ran.stdout}${ran.stderr}`).not.toMatch(/attached|\$1 = 1/);
  });

  test("a daemon does not outlive its command", async () => {
    await using ground = await openGround();
    const mark = `9${process.pid}1`;
    const script = `setsid nohup sleep ${mark} >/dev/null 2>&1 & disown; sleep 0.05; echo done`;
    expect((await ground.run(script)).stdout).toBe("done\n");
    expect(running(mark)).toEqual([]);

    await ground.run(script, all(without("--unshare-pid"), without("--die-with-parent")));
    const left = running(mark);
    expect(left.length).toBe(1);
    for (const pid of left) process.kill(pid, "SIGKILL");
  });

  test("SH-4 (part): a command that is told to end can clean up", async () => {
    await using ground = await openGround();
    const stay = await ground.sandbox.enter();
    const script = "trap 'echo cleaned; exit 7' TERM; echo up; sleep 600 & wait";
    const wrapped = ground.sandbox.wrap({
      argv: ["/bin/bash", "-c", script],
      cwd: ground.workspace,
      env: ENV,
      ownSession: true,
    });
    const [file = "", ...args] = wrapped?.argv ?? [];
    const child = spawn(file, args, {
      detached: true,
      env: ENV,
      stdio: ["ignore", "pipe", "inherit"],
    });
    using _end = { [Symbol.dispose]: () => void child.kill("SIGKILL") };
    const said: string[] = [];
    child.stdout.on("data", (chunk: Buffer) => said.push(chunk.toString()));
    await once(child.stdout, "data");
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await once(child, "close");
    await stay.leave();
    expect(said.join("")).toBe("up\ncleaned\n");
    expect(child.exitCode).toBe(7);
  });

  test("everything ends when the sandbox is killed, and when we are", async () => {
    await using ground = await openGround();
    const mark = `9${process.pid}2`;
    const wrapped = ground.sandbox.wrap({
      argv: ["/bin/bash", "-c", `trap '' TERM; echo up; (trap '' TERM; sleep ${mark}) & wait`],
      cwd: ground.workspace,
      env: ENV,
      ownSession: true,
    });
    // A parent that dies without a word, as we would under kill -9.
    const code = `
      const { spawn } = require("node:child_process");
      const [file, ...args] = ${JSON.stringify(wrapped?.argv)};
      spawn(file, args, { detached: true, stdio: ["ignore", "inherit", "inherit"] });
      setInterval(() => {}, 1_000);
    `;
    const parent = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    using _end = { [Symbol.dispose]: () => void parent.kill("SIGKILL") };
    await once(parent.stdout, "data");
    const [inside = 0] = running(mark);
    expect(inside).toBeGreaterThan(0);
    parent.kill("SIGKILL");
    expect(await processGone(inside)).toBe(true);
  });

  test("no mounts, no chroot, no namespaces, no rights to gain", async () => {
    await using ground = await openGround();
    const tries = [
      "unshare -U /bin/true && echo spaced",
      "mount -t tmpfs t /mnt && echo mounted",
      `mount -o remount,rw,bind ${ground.home} && echo mounted`,
      "umount /proc && echo mounted",
      "chroot / /bin/true && echo rooted",
      "grep -q '^CapEff:\\s*0*$' /proc/self/status || echo able",
      "grep -q '^NoNewPrivs:\\s*1' /proc/self/status || echo gaining",
    ];
    expect((await ground.run(tries.join("; "))).stdout).toBe("");

    const able: Weaken = all(without("--disable-userns"), (argv) =>
      argv.with(argv.indexOf("--cap-drop"), "--cap-add"),
    );
    const holed = await ground.run(tries.join("; "), able);
    for (const word of ["mounted", "rooted", "spaced", "able"])
      expect(holed.stdout).toContain(word);
  });

  test.skipIf(!isRoot)("a program with a setuid bit does not change who it is", async () => {
    await using ground = await openGround();
    const program = join(ground.workspace, "id");
    copyFileSync("/usr/bin/id", program);
    chownSync(program, 65_534, 65_534);
    chmodSync(program, 0o6755);
    expect((await ground.run("./id -u")).stdout).toBe("0\n");
    const free = await runProgram([program, "-u"], { env: ENV, timeoutMs: 5_000 });
    expect(free.stdout).toBe("65534\n");
  });

  test.skipIf(!isRoot || !has("setpriv"))("it holds for somebody without rights too", async () => {
    await using ground = await openGround({ "home/outside.txt": "before" });
    const open = await runProgram(["/bin/chmod", "-R", "a+rwX", join(ground.home, "..")], {
      env: ENV,
      timeoutMs: 5_000,
    });
    expect(open.exitCode).toBe(0);
    const nobody: Weaken = (argv) => [
      "/usr/bin/setpriv",
      "--reuid=65534",
      "--regid=65534",
      "--clear-groups",
      ...argv,
    ];
    const script = `id -u; echo x > inside && echo x > ${ground.home}/outside.txt`;
    const ran = await ground.run(script, nobody);
    expect(ran.stdout).toBe("65534\n");
    expect(ran.stderr).toContain("Read-only file system");
    expect(existsSync(join(ground.workspace, "inside"))).toBe(true);
    expect(readFileSync(join(ground.home, "outside.txt"), "utf8")).toBe("before");
  });

  test("without a session of its own it gets one, away from the user's terminal", async () => {
    await using ground = await openGround();
    const command = {
      argv: ["/bin/bash", "-c", "cut -d' ' -f6 /proc/self/stat"],
      cwd: ground.workspace,
      env: ENV,
    };
    const session = async (weaken: Weaken): Promise<string> => {
      const wrapped = ground.sandbox.wrap(command);
      const ran = await runProgram(weaken(wrapped?.argv ?? []), { env: ENV, timeoutMs: 5_000 });
      return ran.stdout.trim();
    };
    // 0: led by somebody outside, whom the process cannot see.
    expect(Number(await session((argv) => argv))).toBeGreaterThan(0);
    expect(await session(without("--new-session"))).toBe("0");
  });

  test("what a command chose to load is loaded inside only", async () => {
    await using ground = await openGround();
    const env = { LD_PRELOAD: "/nowhere/evil.so", LANG: "C" };
    const { stderr } = await ground.run("true", undefined, env);
    // One complaint each from `env`, bash inside; none from the programs that build the sandbox.
    expect(stderr.match(/cannot be preloaded/g)?.length).toBe(2);
    const wrapped = ground.sandbox.wrap({ argv: ["x"], cwd: "/", env });
    expect(wrapped?.env).not.toHaveProperty("LD_PRELOAD");
  });
});
