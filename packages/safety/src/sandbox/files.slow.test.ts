import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  noBubblewrap,
  openGround,
  withMounts,
  without,
  type Ground,
  type Weaken,
} from "./testing/sandbox-ground.ts";

type Escape = {
  readonly name: string;
  readonly script: (ground: Ground) => string;
  /** Whether it worked, looked at from outside. */
  readonly worked: (ground: Ground, output: string) => boolean;
  /** The hole through which it works. */
  readonly hole: (ground: Ground) => Weaken;
};

const OUTSIDE = "outside.txt";
const outside = ({ home }: Ground): string => join(home, OUTSIDE);
const changedOutside = (ground: Ground): boolean =>
  readFileSync(outside(ground), "utf8") !== "before";
const homeWritable = ({ home }: Ground): Weaken => withMounts("--bind", home, home);
const wholeDisk = ({ home }: Ground): Weaken =>
  withMounts("--bind", join(home, ".."), join(home, ".."));

const ESCAPES: readonly Escape[] = [
  {
    name: "a file outside of the roots",
    script: (ground) => `echo x > ${outside(ground)}`,
    worked: changedOutside,
    hole: homeWritable,
  },
  {
    name: "the same through /proc/self/root and ..",
    script: (ground) =>
      `echo x > /proc/self/root${outside(ground)} || echo x > ../home/${OUTSIDE} || echo x > /proc/self/cwd/../home/${OUTSIDE}`,
    worked: changedOutside,
    hole: homeWritable,
  },
  {
    name: "a symbolic link that leads out",
    script: (ground) => `ln -sfn ${outside(ground)} link && echo x > link`,
    worked: changedOutside,
    hole: homeWritable,
  },
  {
    name: "a hard link to a file outside",
    script: (ground) => `ln ${outside(ground)} hard && echo x > hard`,
    worked: changedOutside,
    hole: wholeDisk,
  },
  {
    name: "moving a file outside into the workspace",
    script: (ground) => `mv ${outside(ground)} here && echo x > here; mv here ${outside(ground)}`,
    worked: changedOutside,
    hole: wholeDisk,
  },
  {
    name: "the user's own keys",
    script: ({ home }) => `cat ${home}/.ssh/id_ed25519`,
    worked: (_, output) => output.includes("canary-ssh"),
    hole: ({ home }) => withMounts("--ro-bind", join(home, ".ssh"), join(home, ".ssh")),
  },
  {
    name: "a credential that is a file",
    script: ({ home }) => `cat ${home}/.netrc`,
    worked: (_, output) => output.includes("canary-netrc"),
    hole: ({ home }) => withMounts("--ro-bind", join(home, ".netrc"), join(home, ".netrc")),
  },
  {
    name: "Squire's own folder",
    script: ({ squireHome }) =>
      `cat ${squireHome}/credentials.db; echo x > ${squireHome}/audit.jsonl`,
    worked: (_, output) => output.includes("canary-state"),
    hole: ({ squireHome }) => withMounts("--bind", squireHome, squireHome),
  },
  {
    name: "files of others in /tmp",
    script: () => `cat /tmp/squire-canary-${process.pid}`,
    worked: (_, output) => output.includes("canary-tmp"),
    hole: () => withMounts("--bind", "/tmp", "/tmp"),
  },
  {
    name: "shared memory of the system",
    script: () => `echo x > /dev/shm/squire-canary-${process.pid}`,
    worked: () => existsSync(`/dev/shm/squire-canary-${process.pid}`),
    hole: () => withMounts("--dev-bind", "/dev/shm", "/dev/shm"),
  },
];

afterAll(() => {
  for (const folder of ["/tmp", "/dev/shm"]) {
    rmSync(`${folder}/squire-canary-${process.pid}`, { force: true });
  }
});

async function plantedGround(): Promise<Ground> {
  const ground = await openGround({
    "home/outside.txt": "before",
    "home/.ssh/id_ed25519": "canary-ssh",
    "home/.netrc": "canary-netrc",
    "state/credentials.db": "canary-state",
  });
  writeFileSync(`/tmp/squire-canary-${process.pid}`, "canary-tmp");
  return ground;
}

describe.skipIf(noBubblewrap !== null)(`files (${noBubblewrap ?? "bubblewrap"})`, () => {
  for (const escape of ESCAPES) {
    test(`SBX-2 (part): out of reach: ${escape.name}`, async () => {
      await using ground = await plantedGround();
      const ran = await ground.run(escape.script(ground));
      expect(escape.worked(ground, ran.stdout)).toBe(false);

      // The same attempt through a planted hole: the test can fail.
      const holed = await ground.run(escape.script(ground), escape.hole(ground));
      expect(escape.worked(ground, holed.stdout)).toBe(true);
    });
  }

  test("SBX-2 (part): the workspace, allowed folders, /tmp and caches are writable", async () => {
    await using ground = await openGround({ "home/.cache/pip/x": "", "home/.cargo/bin/x": "" });
    const more = join(ground.home, "more");
    mkdirSync(more);
    await using wider = await openGround({}, { allowWrite: [more] });
    const script = (home: string): string =>
      `echo 1 > a && mkdir -p b/c && mv a b/c/a && echo 1 > /tmp/x && echo 1 > /var/tmp/x && echo 1 > ${home}/.cache/pip/y && ! echo 1 > ${home}/.cargo/bin/y`;
    expect(await ground.run(script(ground.home))).toMatchObject({ exitCode: 0, strays: [] });
    expect(readFileSync(join(ground.workspace, "b/c/a"), "utf8")).toBe("1\n");
    expect(existsSync(join(ground.home, ".cargo/bin/y"))).toBe(false);

    expect(await wider.run(`echo 1 > ${more}/x`)).toMatchObject({ exitCode: 0 });
    expect(await ground.run(`echo 1 > ${more}/y`)).not.toMatchObject({ exitCode: 0 });
    expect(existsSync(join(more, "y"))).toBe(false);
  });

  test("SBX-2 (part): temporary files last for the session and go with it", async () => {
    let temp = "";
    {
      await using ground = await openGround();
      await ground.run("echo kept > /tmp/file");
      temp = join(ground.squireHome, "tmp");
      expect(await ground.run("cat /tmp/file")).toMatchObject({ stdout: "kept\n" });
      expect(existsSync("/tmp/file")).toBe(false);
    }
    expect(existsSync(temp)).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "for root too: no switch of the kernel can be set",
    async () => {
      await using ground = await openGround();
      // Opened, never written: the twin must not change the machine.
      const script = "exec 9>>/proc/sys/kernel/core_pattern && echo opened";
      expect((await ground.run(script)).stdout).toBe("");
      const holed = await ground.run(script, without("--remount-ro", "/proc"));
      expect(holed.stdout).toBe("opened\n");

      expect((await ground.run("wc -c < /etc/shadow")).stdout).toBe("0\n");
    },
  );
});
