import type { TempWorkspace } from "@squire/testkit";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** A small project with a bit of everything that can stand in a folder. */
export const PROJECT: Readonly<Record<string, string | Uint8Array>> = {
  "README.md": "# It\n",
  "src/index.js": 'import {a}from "./util.js"\nexport  const  b=a ;\n',
  "src/util.js": "export const   a=1;\n",
  "src/deep/nested/z.js": "export   const z=26\n",
  "bin/tool.sh": "#!/bin/sh\necho tool\n",
  "data.bin": Uint8Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256),
  "locked/readonly.txt": "do not touch\n",
  ".gitignore": "logs/\n*.tmp\n",
  ".env.local": "KEY=1\n",
  "logs/run.log": "ignored by git\n",
  "dist/out.js": "built\n",
  "node_modules/x/index.js": "installed\n",
  "tools/format.mjs": FORMATTER(),
  "tools/generate.mjs": GENERATOR(),
};

/** Squeezes spaces in every script below `src`, and says how many files it wrote. */
function FORMATTER(): string {
  return `import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
let count = 0;
const walk = (folder) => {
  for (const name of readdirSync(folder)) {
    const path = folder + "/" + name;
    if (statSync(path).isDirectory()) walk(path);
    else if (name.endsWith(".js")) {
      const text = readFileSync(path, "utf8");
      const neat = text.replace(/ +/g, " ").replace(/ ?= ?/g, " = ").replace(/ ?;? *\\n/g, ";\\n");
      if (neat !== text) { writeFileSync(path, neat); count++; }
    }
  }
};
walk("src");
console.log(count + " formatted");
`;
}

/** Makes files, folders and links, and changes modes. */
function GENERATOR(): string {
  return `import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
mkdirSync("gen/models/v1", { recursive: true });
mkdirSync("gen/empty", { recursive: true });
for (let i = 0; i < 30; i++) writeFileSync("gen/models/v1/m" + i + ".js", "export const m = " + i + ";\\n");
writeFileSync("gen/run.sh", "#!/bin/sh\\n");
chmodSync("gen/run.sh", 0o755);
symlinkSync("models/v1", "gen/current");
rmSync("latest");
symlinkSync("gen/current", "latest");
writeFileSync("data.bin", Buffer.from([0, 1, 2, 255, 254]));
chmodSync("README.md", 0o600);
`;
}

/** What files alone cannot say: links, modes, an empty folder. */
export async function furnish(work: TempWorkspace): Promise<void> {
  await symlink("src", work.path("latest"));
  await symlink("../nowhere", work.path("src/dangling"));
  await mkdir(work.path("empty"));
  await chmod(work.path("bin/tool.sh"), 0o755);
  await chmod(work.path("locked/readonly.txt"), 0o444);
  await chmod(work.path("locked"), 0o555);
}

/** Everything below a folder with modes, targets and hashes, folders and `.git` as well. */
export async function census(root: string, folder = ""): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const name of (await readdir(join(root, folder))).sort()) {
    const path = join(folder, name);
    const stat = await lstat(join(root, path));
    const mode = stat.mode.toString(8);
    if (stat.isSymbolicLink()) lines.push(`${path} -> ${await readlink(join(root, path))}`);
    else if (stat.isDirectory()) {
      lines.push(`${path}/ ${mode}`, ...(await census(root, path)));
    } else {
      const hash = createHash("sha256").update(await readFile(join(root, path)));
      lines.push(`${path} ${mode} ${hash.digest("hex")}`);
    }
  }
  return lines;
}

const run = promisify(execFile);

/** Never writes to the index: what is read must not be changed by reading. */
export async function git(root: string, ...args: readonly string[]): Promise<string> {
  const who = ["-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false"];
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_OPTIONAL_LOCKS: "0" };
  return (await run("git", ["-C", root, ...who, ...args], { env })).stdout;
}

/** A repository with a commit, a staged change, an unstaged one and an untracked file. */
export async function makeRepository(work: TempWorkspace): Promise<void> {
  await git(work.root, "init", "-q");
  await git(work.root, "add", "-A");
  await git(work.root, "commit", "-q", "-m", "first");
  await work.write("src/util.js", "export const   a=2;\n");
  await git(work.root, "add", "src/util.js");
  await work.write("src/index.js", 'import {a}from "./util.js"\nexport  const  b=a+1 ;\n');
  await work.write("notes.txt", "untracked\n");
}
