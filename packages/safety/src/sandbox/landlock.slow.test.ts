import { describe, expect, test } from "bun:test";
import { createServer } from "node:net";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "@squire/platform";
import { findLandlockBackend } from "./landlock.ts";
import { selfTest } from "./self-test.ts";
import { ENV, openGround, without, type Ground, type Weaken } from "./testing/sandbox-ground.ts";

const found = process.platform === "linux" ? await findLandlockBackend() : null;
const missing = found?.type === "found" ? null : (found?.reason ?? "Landlock is for Linux");

const open = (files: Readonly<Record<string, string>> = {}): Promise<Ground> =>
  openGround(files, { ladder: [findLandlockBackend] });

/** One more rule than there should be. */
const rule =
  (...parts: readonly string[]): Weaken =>
  (argv) => {
    const at = argv.indexOf("d");
    return [...argv.slice(0, at), ...parts, ...argv.slice(at)];
  };

describe.skipIf(missing !== null)(`second rung (${missing ?? "Landlock"})`, () => {
  test("SBX-2 (part): it says what it is and what it cannot do", async () => {
    await using ground = await open();
    expect(ground.sandbox.name).toBe("landlock, no network");
    expect(ground.sandbox.gaps.join()).toContain("processes behind");
    const { workspace, home, squireHome, sandbox } = ground;
    const checks = await selfTest({
      sandbox,
      workspace,
      userHome: home,
      squireHome,
      network: false,
    });
    expect(checks.filter(({ ok }) => !ok)).toEqual([]);
  });

  test("SBX-2 (part): nothing outside can be written, made, moved or emptied", async () => {
    await using ground = await open({ "home/outside.txt": "before" });
    const { home } = ground;
    const script = `echo x > ${home}/outside.txt; : > ${home}/outside.txt; rm ${home}/outside.txt; mv ${home}/outside.txt here; mkdir ${home}/new; ln -sf ${home}/outside.txt l; echo x > l; ln ${home}/outside.txt h && echo x > h`;
    await ground.run(script);
    expect(readFileSync(join(home, "outside.txt"), "utf8")).toBe("before");
    expect(existsSync(join(home, "new"))).toBe(false);
    await ground.run(script, rule("w", home));
    expect(existsSync(join(home, "new"))).toBe(true);
  });

  test("keys are hidden, everything else is readable", async () => {
    await using ground = await open({ "home/.ssh/id": "canary-ssh", "home/plain": "canary-plain" });
    const script = `cat ${ground.home}/.ssh/id ${ground.home}/plain /etc/passwd`;
    const ran = await ground.run(script);
    expect(ran.stdout).toContain("canary-plain");
    expect(ran.stdout).not.toContain("canary-ssh");
    const holed = await ground.run(script, rule("r", join(ground.home, ".ssh")));
    expect(holed.stdout).toContain("canary-ssh");
  });

  test("S18: no sockets at all, except with a hole", async () => {
    await using ground = await open();
    let reached = 0;
    const server = createServer((socket) => void (reached++, socket.destroy()));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const script = `exec 3<>/dev/tcp/127.0.0.1/${port}`;
    const udp = `exec 3<>/dev/udp/127.0.0.1/${port} && echo sent`;
    await ground.run(script);
    expect((await ground.run(udp)).stdout).toBe("");
    expect(reached).toBe(0);
    await ground.run(script, without("n", "off"));
    expect((await ground.run(udp, without("n", "off"))).stdout).toBe("sent\n");
    // Landlock itself stops no datagram, so the filter alone is proven here.
    server.close();
  });

  test("no rights: no signals to others, no mounts, no kernel switches", async () => {
    await using ground = await open();
    const tries = `kill -0 ${process.pid} && echo killed; mount -t tmpfs t /mnt && echo mounted; (exec 9>>/proc/sys/kernel/core_pattern) && echo opened; grep -q '^CapEff:\\s*0*$' /proc/self/status || echo able`;
    expect((await ground.run(tries)).stdout).toBe("");
    const free = await runProgram(["/bin/bash", "-c", `kill -0 ${process.pid} && echo killed`], {
      env: ENV,
      timeoutMs: 5_000,
    });
    expect(free.stdout).toBe("killed\n");
  });

  test("S24: control files that change are told", async () => {
    await using ground = await open();
    mkdirSync(join(ground.workspace, ".git/hooks"), { recursive: true });
    const { strays } = await ground.run(
      "echo x > .git/hooks/pre-commit; mkdir .squire; echo x > a",
    );
    expect(strays).toEqual([
      { path: join(ground.workspace, ".git/hooks/pre-commit"), what: "appeared" },
      { path: join(ground.workspace, ".squire"), what: "appeared" },
    ]);
  });

  test("it never runs a command less confined than asked", async () => {
    await using ground = await open();
    const broken: Weaken = (argv) =>
      argv.map((part) => (part === "317" || part === "277" ? "9999" : part));
    const ran = await ground.run("echo ran", broken);
    expect(ran.stdout).toBe("");
    expect(ran.stderr).toStartWith("squire sandbox: filter");
    expect(ground.sandbox.looksStopped({ exitCode: 126, output: ran.stderr })).toBe(true);
  });
});
