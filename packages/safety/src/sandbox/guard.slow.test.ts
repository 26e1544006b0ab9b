import { describe, expect, test } from "bun:test";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { openSandbox } from "./open-sandbox.ts";
import {
  all,
  ENV,
  noBubblewrap,
  openGround,
  withMounts,
  without,
  writable,
  type Ground,
  type Weaken,
} from "./testing/sandbox-ground.ts";

type Attempt = {
  readonly name: string;
  readonly script: string;
  /** Looked at from outside, while the names are still held. */
  readonly worked: (at: (name: string) => string) => boolean;
  readonly hole: (at: (name: string) => string) => Weaken;
};

const isFile = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
const says = (path: string, text: string): boolean =>
  isFile(path) && readFileSync(path, "utf8").includes(text);

/** A held name whose cover is taken away: the empty folder can be removed and replaced. */
const create = (name: string): Attempt => ({
  name: `create ${name}`,
  script: `rmdir ${name}; mkdir -p $(dirname ${name}) && echo planted > ${name}`,
  worked: (at) => says(at(name), "planted"),
  hole: (at) => without("--perms", "0555", "--tmpfs", at(name)),
});

const ATTEMPTS: readonly Attempt[] = [
  create(".squire"),
  create("squire.toml"),
  create(".mcp.json"),
  create(".npmrc"),
  create(".vscode"),
  create(".claude"),
  {
    name: "create .squire/hooks/pre/x inside",
    script: "mkdir -p .squire/hooks/pre && echo planted > .squire/hooks/pre/x",
    worked: (at) => says(at(".squire/hooks/pre/x"), "planted"),
    hole: (at) => without("--perms", "0555", "--tmpfs", at(".squire")),
  },
  {
    name: "a hook",
    script: "echo planted > .git/hooks/pre-commit",
    worked: (at) => says(at(".git/hooks/pre-commit"), "planted"),
    hole: (at) => writable(at(".git/hooks")),
  },
  {
    name: "git config",
    script: "git config core.fsmonitor planted || echo planted >> .git/config",
    worked: (at) => says(at(".git/config"), "planted"),
    hole: (at) => writable(at(".git/config")),
  },
  {
    name: "attributes for everybody",
    script: "echo planted > .git/info/attributes",
    worked: (at) => says(at(".git/info/attributes"), "planted"),
    hole: (at) => writable(at(".git/info")),
  },
  {
    name: "another place for git's settings",
    script: "rm -f .git/commondir; echo ../evil > .git/commondir",
    worked: (at) => says(at(".git/commondir"), "evil"),
    hole: (at) => without("--ro-bind", at(".git/commondir"), at(".git/commondir")),
  },
  {
    name: "rename a file over git config",
    script: "echo planted > t && mv -f t .git/config",
    worked: (at) => says(at(".git/config"), "planted"),
    hole: (at) => without("--ro-bind", at(".git/config"), at(".git/config")),
  },
  {
    name: "rename a folder over an existing one",
    script: "mkdir d && echo planted > d/tasks.json && rm -rf .vscode; mv -T d .vscode",
    worked: (at) => says(at(".vscode/tasks.json"), "planted"),
    hole: (at) => without("--perms", "0555", "--tmpfs", at(".vscode")),
  },
  {
    name: "move .git away and make another",
    script: "mv .git .git2 && mkdir .git && echo planted > .git/config",
    worked: (at) => says(at(".git/config"), "planted"),
    hole: (at) => without("--bind", at(".git"), at(".git")),
  },
  {
    name: "exchange the workspace itself",
    script: 'here=$PWD; cd .. && mv "$here" "$here-2"',
    worked: (at) => existsSync(`${at(".")}-2`),
    // The whole parent writable and the workspace no mount of its own.
    hole: (at) => (argv) => {
      const parent = join(at("."), "..");
      const start = argv.indexOf("--ro-bind");
      const end = argv.indexOf("--chdir");
      const mounts = ["--bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
      return [...argv.slice(0, start), ...mounts, "--chdir", parent, ...argv.slice(end + 2)].map(
        (part) => part.replace("here=$PWD", `here=${at(".")}`),
      );
    },
  },
];

async function repository(): Promise<Ground> {
  const ground = await openGround({ "ws/a.txt": "1" });
  execFileSync("git", ["init", "-q", ground.workspace], { env: ENV });
  return ground;
}

describe.skipIf(noBubblewrap !== null)(`control files (${noBubblewrap ?? "bubblewrap"})`, () => {
  for (const { name, script, worked, hole } of ATTEMPTS) {
    test(`SBX-5 (part): nobody inside can: ${name}`, async () => {
      await using ground = await repository();
      const at = (file: string): string => join(ground.workspace, file);
      const stay = await ground.sandbox.enter();
      await ground.run(script);
      expect(worked(at)).toBe(false);

      await ground.run(script, hole(at));
      expect(worked(at)).toBe(true);
      await stay.leave();
    });
  }

  test("SBX-5: git's internals, .squire and credentials are read-only inside, unless they are allowed", async () => {
    await using ground = await openGround({
      "ws/.squire/rules.md": "1",
      "ws/.env": "KEY=1\n",
      "ws/server.pem": "1",
      "ws/.env.example": "1",
      "ws/a.txt": "1",
      "home/.ssh/id_ed25519": "1",
    });
    execFileSync("git", ["init", "-q", ground.workspace], { env: ENV });
    const at = (file: string): string => join(ground.workspace, file);
    const KEPT = [
      ".git/config",
      ".git/hooks/x",
      ".squire/rules.md",
      ".squire/new",
      ".env",
      "server.pem",
    ];
    const OPEN = ["a.txt", ".env.example", "new.txt"];
    const script = [...KEPT, ...OPEN].map((file) => `echo planted >> ${file}`).join("; ");
    await ground.run(`${script}; mv .env moved; rm -f server.pem; cat .env > copied`);
    expect(KEPT.filter((file) => says(at(file), "planted"))).toEqual([]);
    expect(OPEN.filter((file) => says(at(file), "planted"))).toEqual(OPEN);
    expect([isFile(at(".env")), isFile(at("server.pem")), isFile(at("moved"))]).toEqual([
      true,
      true,
      false,
    ]);
    // Reading is the gate's matter; keys of the user are hidden altogether.
    expect(says(at("copied"), "KEY=1")).toBe(true);
    const keys = await ground.run(
      `cat ${ground.home}/.ssh/id_ed25519; echo x >> ${ground.home}/.ssh/y`,
    );
    expect(keys.stdout).not.toContain("1");
    expect(existsSync(join(ground.home, ".ssh/y"))).toBe(false);
    // The twin: through a hole in the sandbox the file can be changed.
    await ground.run("echo planted >> .env", writable(at(".env")));
    expect(says(at(".env"), "planted")).toBe(true);
    const { workspace } = ground;
    await using allowed = await openGround({}, { workspace, allowWrite: [at("server.pem")] });
    await allowed.run(`cd ${workspace} && echo planted >> server.pem`);
    expect(says(at("server.pem"), "planted")).toBe(true);
  });

  test("SBX-5 (part): git itself works inside, and nothing is left behind", async () => {
    await using ground = await repository();
    const before = readdirSync(ground.workspace).sort();
    const inGit = readdirSync(join(ground.workspace, ".git")).sort();
    const me = "-c user.name=n -c user.email=e";
    const ran = await ground.run(
      `git add -A && git ${me} commit -qm one && git checkout -qb two && echo 2 > a.txt && git ${me} commit -qam two && git stash list && git gc -q && git status --short --branch && git ls-files`,
    );
    expect(ran).toMatchObject({ exitCode: 0, stdout: "## two\na.txt\n", strays: [] });
    expect(readdirSync(ground.workspace).sort()).toEqual(before);
    const added = readdirSync(join(ground.workspace, ".git")).filter(
      (name) => !inGit.includes(name),
    );
    expect(added.sort()).toEqual(["COMMIT_EDITMSG", "index", "logs", "packed-refs"]);
  });

  test("the hole that `commondir` is: git follows it to settings that start programs", async () => {
    await using ground = await repository();
    const at = (file: string): string => join(ground.workspace, file);
    const script = `git init -q evil && git -C evil config core.fsmonitor "touch ${at("canary")};false" && rm -f .git/commondir; echo ../evil/.git > .git/commondir`;
    const look = (): void => {
      execFileSync("git", ["status"], { cwd: ground.workspace, env: ENV, stdio: "ignore" });
    };
    await ground.run(script);
    look();
    expect(existsSync(at("canary"))).toBe(false);
    await ground.run(script, without("--ro-bind", at(".git/commondir"), at(".git/commondir")));
    look();
    expect(existsSync(at("canary"))).toBe(true);
  });

  test("SBX-5 (part): programs that git's settings name are read-only", async () => {
    await using ground = await repository();
    const at = (file: string): string => join(ground.workspace, file);
    mkdirSync(at(".husky/_"), { recursive: true });
    execFileSync("git", ["-C", ground.workspace, "config", "core.hooksPath", ".husky/_"]);
    const script = "echo planted > .husky/pre-commit";
    await ground.run(script);
    expect(existsSync(at(".husky/pre-commit"))).toBe(false);
    await ground.run(script, writable(at(".husky")));
    expect(existsSync(at(".husky/pre-commit"))).toBe(true);
  });

  test("SBX-5 (part): what was allowed by name is writable", async () => {
    await using plain = await repository();
    const hooks = join(plain.workspace, ".git/hooks");
    const { workspace } = plain;
    await using ground = await openGround({}, { workspace, allowWrite: [hooks] });
    const script = `cd ${workspace} && echo mine > .git/hooks/pre-commit`;
    expect((await plain.run(script)).exitCode).not.toBe(0);
    expect((await ground.run(script)).exitCode).toBe(0);
  });

  test("SBX-5 (part): a worktree works with its repository allowed, and cannot change its hooks", async () => {
    await using main = await repository();
    const git = join(main.workspace, ".git");
    const run = (...args: readonly string[]): void => {
      const env = {
        ...ENV,
        GIT_AUTHOR_NAME: "n",
        GIT_AUTHOR_EMAIL: "e",
        GIT_COMMITTER_NAME: "n",
        GIT_COMMITTER_EMAIL: "e",
      };
      execFileSync("git", ["-C", main.workspace, ...args], { env, stdio: "ignore" });
    };
    run("commit", "--allow-empty", "-m", "one");
    run("worktree", "add", join(main.home, "tree"));
    const workspace = join(main.home, "tree");
    const script = `cd ${workspace} && echo 1 > new && git add new && git -c user.name=n -c user.email=e commit -qm two; echo x > ${git}/hooks/pre-commit; echo x >> ${git}/config; echo x > ${git}/worktrees/tree/commondir`;
    await using strict = await openGround({}, { workspace });
    await strict.run(script);
    expect(readFileSync(join(git, "logs/refs/heads/tree"), "utf8")).not.toContain("two");

    await using ground = await openGround({}, { workspace, allowWrite: [git] });
    await ground.run(script);
    expect(readFileSync(join(git, "logs/refs/heads/tree"), "utf8")).toContain("two");
    expect(existsSync(join(git, "hooks/pre-commit"))).toBe(false);
    expect(readFileSync(join(git, "config"), "utf8")).not.toContain("x\n");
    expect(readFileSync(join(git, "worktrees/tree/commondir"), "utf8")).toBe("../..\n");
  });

  test("SBX-5 (part): in the home folder the files that shells run are guarded", async () => {
    await using other = await openGround({
      "home/.bashrc": "old",
      "home/.config/git/config": "old",
    });
    const { home } = other;
    await using ground = await openGround({}, { workspace: home, userHome: home });
    const script = `cd ${home}; echo x > .bashrc; echo x > .zshrc; mv .config c2; echo x > .config/git/config; mkdir -p .ssh && echo x > .ssh/authorized_keys; echo fine > notes`;
    const ran = await ground.run(script);
    expect(readFileSync(join(home, ".bashrc"), "utf8")).toBe("old");
    expect(readFileSync(join(home, ".config/git/config"), "utf8")).toBe("old");
    expect(existsSync(join(home, ".zshrc"))).toBe(false);
    expect(readFileSync(join(home, "notes"), "utf8")).toBe("fine\n");
    expect(ran.strays).toEqual([]);
  });

  test("S24: what can only be watched is told: links, other cases, names that came", async () => {
    await using ground = await repository();
    const at = (file: string): string => join(ground.workspace, file);
    symlinkSync("elsewhere", at(".idea"));
    const { strays } = await ground.run(
      "mkdir -p .Git/hooks .VSCODE; echo x > .envrc; rm .idea; mkdir .idea; echo x > HEAD; echo x > harmless",
    );
    expect(strays).toEqual([
      { path: at(".Git"), what: "appeared" },
      { path: at(".Git/hooks"), what: "appeared" },
      { path: at(".VSCODE"), what: "appeared" },
      { path: at(".envrc"), what: "appeared" },
      { path: at(".idea"), what: "changed" },
      { path: at("HEAD"), what: "appeared" },
    ]);
  });

  test("names stay held while anybody needs them, and go with the last", async () => {
    await using one = await openGround();
    const held = (): boolean => existsSync(join(one.workspace, ".squire"));
    await using two = await openGround(
      {},
      { workspace: one.workspace, squireHome: one.squireHome },
    );
    expect(held()).toBe(false);
    const first = await one.sandbox.enter();
    const second = await two.sandbox.enter();
    expect(held()).toBe(true);
    await first.leave();
    await first.leave();
    expect(held()).toBe(true);
    await second.leave();
    expect(held()).toBe(false);
    expect(readdirSync(one.workspace)).toEqual([]);
  });

  test("names that a killed process held are free after the next start", async () => {
    await using ground = await openGround();
    const { workspace, squireHome, home } = ground;
    const input = {
      mode: "auto",
      network: false,
      workspace,
      allowWrite: [],
      userHome: home,
      squireHome,
    };
    const code = `
      import { openSandbox } from ${JSON.stringify(join(import.meta.dir, "open-sandbox.ts"))};
      const sandbox = await openSandbox(${JSON.stringify(input)});
      await sandbox.enter();
      console.log("inside");
      setInterval(() => {}, 1_000);
    `;
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    using _end = { [Symbol.dispose]: () => void child.kill("SIGKILL") };
    await once(child.stdout, "data");
    expect(readdirSync(workspace)).toContain(".squire");
    expect(readdirSync(join(squireHome, "tmp")).length).toBe(4);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(readdirSync(workspace)).toContain(".squire");

    await using _next = await openSandbox({ ...input, mode: "auto" });
    expect(readdirSync(workspace)).toEqual([]);
    // Ours, and that of the ground; each a folder and its lock.
    expect(readdirSync(join(squireHome, "tmp")).length).toBe(4);
  });

  test("what the user begins to use is not taken away", async () => {
    await using ground = await openGround();
    const stay = await ground.sandbox.enter();
    execFileSync("git", ["init", "-q", ground.workspace], { env: ENV });
    await stay.leave();
    expect(readdirSync(ground.workspace)).toEqual([".git"]);
    expect(existsSync(join(ground.workspace, ".git/HEAD"))).toBe(true);
  });

  test("the harness notices a hole that is none", () => {
    expect(() => all(without("--no-such"), withMounts())(["bwrap"])).toThrow("no --no-such");
    expect(() => writable("/nowhere")(["bwrap"])).toThrow("not read-only");
  });
});
