import { createHash } from "node:crypto";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, relative, sep } from "node:path";

export type TempWorkspace = AsyncDisposable & {
  /** Absolute, private to the user, gone after disposal. */
  readonly root: string;
  /** The absolute path of a file of the workspace; throws when it would leave it. */
  path(name: string): string;
  /** Creates missing folders too. */
  write(name: string, content: string | Uint8Array): Promise<void>;
  read(name: string): Promise<string>;
  /** All files and links, sorted, with `/` between folders. Empty folders end in `/`. */
  list(): Promise<readonly string[]>;
  /** Changes when any name, mode, link target or byte changes. */
  treeHash(): Promise<string>;
};

/** A fresh folder for one test: `await using dir = await tempWorkspace({ "a.txt": "1" })`. */
export async function tempWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<TempWorkspace> {
  const root = await mkdtemp(join(tmpdir(), "squire-test-"));
  const path = (name: string): string => inside(root, name);
  const write = async (name: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(path(name)), { recursive: true });
    await writeFile(path(name), content);
  };
  const workspace: TempWorkspace = {
    root,
    path,
    write,
    read: (name) => readFile(path(name), "utf8"),
    list: () => walk(root),
    treeHash: () => treeHash(root),
    [Symbol.asyncDispose]: () => remove(root),
  };
  for (const [name, content] of Object.entries(files)) await write(name, content);
  return workspace;
}

function inside(root: string, name: string): string {
  const path = join(root, name);
  const way = relative(root, path);
  if (isAbsolute(name) || way === ".." || way.startsWith(`..${sep}`)) {
    throw new Error(`${name} is outside of the temporary workspace.`);
  }
  return path;
}

async function walk(root: string, folder = ""): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) found.push(name);
    else {
      const inner = await walk(root, name);
      found.push(...(inner.length === 0 ? [`${name}/`] : inner));
    }
  }
  return found.sort();
}

async function treeHash(root: string): Promise<string> {
  const hash = createHash("sha256");
  for (const name of await walk(root)) {
    const path = join(root, name);
    const stat = await lstat(path);
    const content = stat.isSymbolicLink()
      ? await readlink(path)
      : stat.isFile()
        ? await readFile(path)
        : "";
    const inner = createHash("sha256").update(content).digest("hex");
    hash.update(`${JSON.stringify(name)} ${stat.mode.toString(8)} ${inner}\n`);
  }
  return hash.digest("hex");
}

async function remove(root: string): Promise<void> {
  const gone = { recursive: true, force: true } as const;
  try {
    await rm(root, gone);
  } catch {
    // A test may have made a folder read-only; `rm` then cannot empty it.
    await unlock(root);
    await rm(root, gone);
  }
}

async function unlock(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await unlock(join(folder, entry.name));
  }
}
