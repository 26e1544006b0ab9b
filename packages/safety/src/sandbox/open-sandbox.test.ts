import { expect, test } from "bun:test";
import { tempWorkspace } from "@squire/testkit";
import { join } from "node:path";
import { looksStopped } from "./looks-stopped.ts";
import { noSandbox } from "./no-sandbox.ts";
import { openSandbox } from "./open-sandbox.ts";
import { trustedProgram } from "./trusted-program.ts";

const command = { argv: ["ls"], cwd: "/", env: {} };

test("SBX-3: without a backend `enforce` refuses commands, `auto` runs them and says so", () => {
  const refused = noSandbox("bubblewrap is not installed", "refused");
  expect(refused.wrap(command)).toBe(null);
  expect(refused.name).toBe("commands are refused: bubblewrap is not installed");
  const free = noSandbox("bubblewrap is not installed", "run");
  expect(free.wrap(command)).toBe(command);
  expect(free).toMatchObject({ name: "none: bubblewrap is not installed", confines: false });
});

test("SBX-3: a workspace that cannot be confined is refused under `enforce`", async () => {
  await using dir = await tempWorkspace();
  const base = {
    network: false,
    allowWrite: [],
    userHome: dir.root,
    squireHome: dir.path("state"),
  };
  for (const workspace of ["/", dir.path("missing")]) {
    const refused = await openSandbox({ ...base, workspace, mode: "enforce" });
    expect(refused.wrap(command)).toBe(null);
    const free = await openSandbox({ ...base, workspace, mode: "auto" });
    expect(free.confines).toBe(false);
    expect(free.wrap(command)).toBe(command);
  }
  const off = await openSandbox({ ...base, workspace: dir.root, mode: "off" });
  expect(off).toMatchObject({ confines: false, name: "none: switched off (sandbox.bash = off)" });
});

test("SBX-3: a state folder that cannot be used is told, never ignored", async () => {
  await using dir = await tempWorkspace({ state: "a file, no folder" });
  const sandbox = await openSandbox({
    mode: "enforce",
    network: false,
    workspace: dir.root,
    allowWrite: [],
    userHome: dir.root,
    squireHome: dir.path("state"),
  });
  expect(sandbox.wrap(command)).toBe(null);
  expect(sandbox.name).toStartWith("commands are refused: ");
});

test("SBX-4 (part): a failure that the sandbox made is recognised, others are not", () => {
  const stopped = (output: string, exitCode = 1, network = false): boolean =>
    looksStopped({ exitCode, output }, { backend: "bubblewrap", network });
  expect(stopped("touch: cannot touch '/etc/x': Read-only file system")).toBe(true);
  expect(stopped("Error: EROFS: read-only file system, open '/usr/lib/x'")).toBe(true);
  expect(stopped("error: could not write config file .git/config: Device or resource busy")).toBe(
    true,
  );
  expect(stopped("curl: (6) Could not resolve host: example.com", 6)).toBe(true);
  expect(stopped("npm error code EAI_AGAIN")).toBe(true);
  expect(stopped("mkdir: cannot create directory '.squire/x': Permission denied")).toBe(true);
  expect(stopped("bwrap: Can't find source path /gone: No such file or directory")).toBe(true);

  expect(stopped("Read-only file system", 0)).toBe(false);
  expect(stopped("1 test failed")).toBe(false);
  expect(stopped("bash: ./run.sh: Permission denied", 126)).toBe(false);
  expect(stopped("curl: (7) Failed to connect to localhost port 3000: Connection refused")).toBe(
    false,
  );
  expect(stopped("Could not resolve host: example.com", 6, true)).toBe(false);
  expect(
    noSandbox("off", "run").looksStopped({ exitCode: 1, output: "Read-only file system" }),
  ).toBe(false);
  const landlock = { backend: "landlock", network: false } as const;
  expect(looksStopped({ exitCode: 1, output: "Permission denied" }, landlock)).toBe(true);
});

test("a program counts only in a folder that the administrator alone can write to", async () => {
  await using dir = await tempWorkspace({ bwrap: "#!/bin/sh\n" });
  expect(trustedProgram("no-such-program-at-all")).toBe(null);
  expect(trustedProgram("sh", ["/bin"])).toBe("/bin/sh");
  // A temporary folder is the user's own, or, for root, still writable by nobody else.
  const { chmod } = await import("node:fs/promises");
  await chmod(dir.root, 0o777);
  expect(trustedProgram("bwrap", [dir.root])).toBe(null);
  expect(trustedProgram("bwrap", [join(dir.root, "missing")])).toBe(null);
});
