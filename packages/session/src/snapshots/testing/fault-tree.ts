import type { TreeDisk, TreeFile, TreeFolder } from "../tree-disk.ts";

/** What happens at the `at`-th call, from 1; calls that only look count too. */
export type TreeFault = {
  readonly at: number;
  /** The process dies, or the call fails: once, or from then on. */
  readonly type: "crash" | "fail" | "fail_from_then_on";
  readonly code?: string;
  /** Only calls of these names count. */
  readonly on?: readonly string[];
};

export type FaultTree = TreeDisk & {
  /** Every counted call so far, by its name. */
  readonly calls: readonly string[];
  readonly crashed: boolean;
};

/** The calls that change something, or make it durable. */
export const CHANGING_CALLS: readonly string[] = [
  "createFile",
  "append",
  "chmod",
  "sync",
  "makeFolder",
  "removeFolder",
  "symlink",
  "rename",
  "unlink",
  "touch",
];

export class TreeCrash extends Error {}

/** Injects one fault into any tree disk. */
export function faultTree(disk: TreeDisk, fault?: TreeFault): FaultTree {
  const calls: string[] = [];
  let dead = false;
  const pass = (name: string): void => {
    if (dead) throw new TreeCrash(`dead at ${name}`);
    if (fault?.on !== undefined && !fault.on.includes(name)) return;
    calls.push(name);
    if (fault === undefined || calls.length < fault.at) return;
    if (calls.length > fault.at && fault.type !== "fail_from_then_on") return;
    if (fault.type === "crash") {
      dead = true;
      throw new TreeCrash(`the process dies at ${name}`);
    }
    const code = fault.code ?? "EIO";
    throw Object.assign(new Error(`${code}: ${name}`), { code });
  };
  return {
    get calls() {
      return calls;
    },
    get crashed() {
      return dead;
    },
    ...guarded(disk, pass),
    openFolder: async (path) => {
      pass("openFolder");
      return guardedFolder(await disk.openFolder(path), pass);
    },
    openFile: async (path) => {
      pass("openFile");
      return guardedFile(await disk.openFile(path), pass);
    },
    createFile: async (path) => {
      pass("createFile");
      return guardedFile(await disk.createFile(path), pass);
    },
  };
}

type Pass = (name: string) => void;

function guarded(disk: TreeDisk, pass: Pass) {
  const call =
    <Args extends readonly unknown[], T>(name: string, run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      pass(name);
      return run(...args);
    };
  return {
    lstat: call("lstat", (path: string) => disk.lstat(path)),
    readlink: call("readlink", (path: string) => disk.readlink(path)),
    realpath: call("realpath", (path: string) => disk.realpath(path)),
    makeFolder: call("makeFolder", (path: string, mode: number) => disk.makeFolder(path, mode)),
    removeFolder: call("removeFolder", (path: string) => disk.removeFolder(path)),
    symlink: call("symlink", (target: string, path: string) => disk.symlink(target, path)),
    rename: call("rename", (from: string, to: string) => disk.rename(from, to)),
    unlink: call("unlink", (path: string) => disk.unlink(path)),
    chmod: call("chmod", (path: string, mode: number) => disk.chmod(path, mode)),
    touch: call("touch", (path: string, at: number) => disk.touch(path, at)),
  };
}

function guardedFolder(folder: TreeFolder, pass: Pass): TreeFolder {
  const call = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    pass(name);
    return run();
  };
  return {
    at: (name) => folder.at(name),
    names: () => call("names", () => folder.names()),
    stat: () => call("stat", () => folder.stat()),
    chmod: (mode) => call("chmod", () => folder.chmod(mode)),
    sync: () => call("sync", () => folder.sync()),
    close: () => folder.close(),
  };
}

function guardedFile(file: TreeFile, pass: Pass): TreeFile {
  const call = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    pass(name);
    return run();
  };
  return {
    stat: () => call("stat", () => file.stat()),
    read: (into, position) => call("read", () => file.read(into, position)),
    append: (bytes) => call("append", () => file.append(bytes)),
    chmod: (mode) => call("chmod", () => file.chmod(mode)),
    sync: () => call("sync", () => file.sync()),
    close: () => file.close(),
  };
}
