import { normalize } from "node:path/posix";
import type { TreeDisk, TreeFile, TreeFolder, TreeStat } from "../tree-disk.ts";
import { copyOfNode, folderNode, survivor, type FolderNode, type Node } from "./memory-node.ts";

/**
 * A tree of files in memory, used by one user who is not root. It can lose power: what survives is
 * the bytes and modes that were synced, and names whose folder was; a new file's name also when
 * the file itself was synced.
 */
export type MemoryTree = TreeDisk & {
  crash(): void;
  /** A second disk with the same content, all of it durable. */
  copy(): MemoryTree;
  /** Milliseconds; goes on by itself in steps of `tick`. */
  now(): number;
  /** Changes a file in place. */
  overwrite(path: string, content: string): void;
  /** Lets time pass. */
  pass(ms: number): void;
  /** 0 stops the clock: changes can then not be told by their time. */
  setTick(ms: number): void;
};

export function memoryTree(): MemoryTree {
  return new Memory(folderNode(0o755, 0), 0);
}

const MAX_LINKS = 20;

class Memory implements MemoryTree {
  #root: FolderNode;
  readonly #open = new Map<string, FolderNode>();
  #boot = 0;
  #handles = 0;
  #inodes: number;
  #time = 1_000_000;
  #tick = 10_000;

  constructor(root: FolderNode, inodes: number) {
    this.#root = root;
    this.#inodes = inodes;
  }

  crash(): void {
    this.#boot++;
    this.#open.clear();
    this.#root = survivor(this.#root);
  }

  copy(): MemoryTree {
    return new Memory(copyOfNode(this.#root), this.#inodes);
  }

  now(): number {
    return this.#time;
  }

  overwrite(path: string, content: string): void {
    const node = this.#node(path, "write");
    if (node.kind !== "file") throw failure("EISDIR", path);
    node.bytes = new TextEncoder().encode(content);
    node.changed = this.#stamp();
  }

  pass(ms: number): void {
    this.#time += ms;
  }

  setTick(ms: number): void {
    this.#tick = ms;
  }

  async openFolder(path: string): Promise<TreeFolder> {
    const node = this.#node(path, "open");
    if (node.kind !== "folder") throw failure("ENOTDIR", path);
    if ((node.mode & 0o400) === 0) throw failure("EACCES", path);
    const key = `fd:${++this.#handles}`;
    this.#open.set(key, node);
    const alive = this.#guard();
    return {
      at: (name) => `${key}/${name}`,
      names: alive(() => [...node.entries.keys()].sort()),
      stat: alive(() => statOf(node)),
      chmod: async (mode) => alive(() => this.#chmod(node, mode))(),
      sync: alive(() => syncFolderNode(node)),
      close: async () => void this.#open.delete(key),
    };
  }

  async openFile(path: string): Promise<TreeFile> {
    const node = this.#node(path, "open");
    if (node.kind === "link") throw failure("ELOOP", path);
    if ((node.mode & 0o400) === 0) throw failure("EACCES", path);
    return this.#file(node, path);
  }

  async createFile(path: string): Promise<TreeFile> {
    const { folder, name } = this.#place(path);
    const node: Node = { ...this.#fresh(0o600), kind: "file", bytes: new Uint8Array() };
    this.#add(folder, name, node, path);
    return this.#file(node, path, folder);
  }

  async lstat(path: string): Promise<TreeStat> {
    return statOf(this.#node(path, "lstat"));
  }

  async readlink(path: string): Promise<string> {
    const node = this.#node(path, "readlink");
    if (node.kind !== "link") throw failure("EINVAL", path);
    return node.target;
  }

  async realpath(path: string): Promise<string> {
    let [done, rest, links] = ["", path.split("/").filter(Boolean), 0];
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      const node = this.#node(`${done}/${name}`, "realpath");
      if (node.kind !== "link") {
        done = `${done}/${name}`;
        continue;
      }
      if (++links > MAX_LINKS) throw failure("ELOOP", path);
      if (node.target.startsWith("/")) done = "";
      rest = [...node.target.split("/").filter((part) => part !== "" && part !== "."), ...rest];
    }
    return done === "" ? "/" : done;
  }

  async makeFolder(path: string, mode: number): Promise<void> {
    const { folder, name } = this.#place(path);
    this.#add(folder, name, { ...folderNode(mode, 0), ...this.#fresh(mode) }, path);
  }

  async removeFolder(path: string): Promise<void> {
    const { folder, name } = this.#place(path);
    const node = this.#node(path, "rmdir");
    if (node.kind !== "folder") throw failure("ENOTDIR", path);
    if (node.entries.size > 0) throw failure("ENOTEMPTY", path);
    this.#change(folder, path, () => folder.entries.delete(name));
  }

  async symlink(target: string, path: string): Promise<void> {
    const { folder, name } = this.#place(path);
    this.#add(folder, name, { ...this.#fresh(0o777), kind: "link", target }, path);
  }

  async rename(from: string, to: string): Promise<void> {
    const [source, target] = [this.#place(from), this.#place(to)];
    const node = this.#node(from, "rename");
    const there = target.folder.entries.get(target.name);
    if (there === node) return;
    if (there?.kind === "folder" && node.kind !== "folder") throw failure("EISDIR", to);
    if (there !== undefined && there.kind !== "folder" && node.kind === "folder") {
      throw failure("ENOTDIR", to);
    }
    if (there?.kind === "folder" && there.entries.size > 0) throw failure("ENOTEMPTY", to);
    if (node.kind === "folder" && holds(node, target.folder)) throw failure("EINVAL", to);
    this.#change(source.folder, from, () => source.folder.entries.delete(source.name));
    this.#change(target.folder, to, () => target.folder.entries.set(target.name, node));
    node.changed = this.#stamp();
  }

  async unlink(path: string): Promise<void> {
    const { folder, name } = this.#place(path);
    if (this.#node(path, "unlink").kind === "folder") throw failure("EISDIR", path);
    this.#change(folder, path, () => folder.entries.delete(name));
  }

  async chmod(path: string, mode: number): Promise<void> {
    this.#chmod(this.#node(path, "chmod"), mode);
  }

  async touch(path: string, at: number): Promise<void> {
    this.#node(path, "utimes").changed = at;
  }

  #file(node: Node, path: string, folder?: FolderNode): TreeFile {
    const alive = this.#guard();
    const bytes = (): Uint8Array => {
      if (node.kind !== "file") throw failure("EISDIR", path);
      return node.bytes;
    };
    const append = (more: Uint8Array): void => {
      if (node.kind !== "file") return;
      const joined = new Uint8Array(node.bytes.length + more.length);
      joined.set(node.bytes);
      joined.set(more, node.bytes.length);
      node.bytes = joined;
      node.changed = this.#stamp();
    };
    return {
      stat: alive(() => statOf(node)),
      read: async (into, position) =>
        alive(() => {
          const part = bytes().subarray(position, position + into.length);
          into.set(part);
          return part.length;
        })(),
      append: async (more) => alive(() => append(more))(),
      chmod: async (mode) => alive(() => this.#chmod(node, mode))(),
      sync: alive(() => {
        node.durableMode = node.mode;
        if (node.kind === "file") node.durableBytes = node.bytes;
        for (const [name, entry] of folder?.entries ?? []) {
          if (entry === node) folder?.durable.set(name, node);
        }
      }),
      close: async () => {},
    };
  }

  /** A dead process has no files open. */
  #guard() {
    const boot = this.#boot;
    return <T>(run: () => T) =>
      async (): Promise<T> => {
        if (boot !== this.#boot) throw failure("EBADF", "");
        return run();
      };
  }

  #add(folder: FolderNode, name: string, node: Node, path: string): void {
    if (folder.entries.has(name)) throw failure("EEXIST", path);
    this.#change(folder, path, () => folder.entries.set(name, node));
  }

  #change(folder: FolderNode, path: string, run: () => void): void {
    if ((folder.mode & 0o300) !== 0o300) throw failure("EACCES", path);
    run();
    folder.changed = this.#stamp();
  }

  #chmod(node: Node, mode: number): void {
    node.mode = mode;
    node.changed = this.#stamp();
  }

  #fresh(mode: number) {
    return { mode, durableMode: mode, changed: this.#stamp(), ino: ++this.#inodes };
  }

  #stamp(): number {
    this.#time += this.#tick;
    return this.#time;
  }

  #node(path: string, operation: string): Node {
    if (path === "/") return this.#root;
    const { folder, name } = this.#place(path);
    const node = folder.entries.get(name);
    if (node === undefined) throw failure("ENOENT", `${operation} ${path}`);
    return node;
  }

  #place(path: string, links = 0): { readonly folder: FolderNode; readonly name: string } {
    const plain = path.includes("fd:") ? path : normalize(path);
    const names = plain.split("/").filter((name) => name !== "" && name !== ".");
    const name = names.pop() ?? "";
    let folder = this.#root;
    for (const [at, part] of names.entries()) {
      const node = part.startsWith("fd:") ? this.#open.get(part) : this.#enter(folder, part);
      if (node === undefined) throw failure("ENOENT", path);
      if (node.kind === "link") {
        if (links === MAX_LINKS) throw failure("ELOOP", path);
        const parent = node.target.startsWith("/") ? "" : `/${names.slice(0, at).join("/")}`;
        const way = [parent, node.target, ...names.slice(at + 1), name].join("/");
        return this.#place(way, links + 1);
      }
      if (node.kind !== "folder") throw failure("ENOTDIR", path);
      folder = node;
    }
    if ((folder.mode & 0o100) === 0) throw failure("EACCES", path);
    return { folder, name };
  }

  #enter(folder: FolderNode, name: string): Node | undefined {
    if ((folder.mode & 0o100) === 0) throw failure("EACCES", name);
    return folder.entries.get(name);
  }
}

function syncFolderNode(node: FolderNode): void {
  node.durableMode = node.mode;
  node.durable = new Map(node.entries);
}

function holds(outer: FolderNode, inner: FolderNode): boolean {
  if (outer === inner) return true;
  return [...outer.entries.values()].some((node) => node.kind === "folder" && holds(node, inner));
}

function statOf(node: Node): TreeStat {
  const size = node.kind === "file" ? node.bytes.length : 0;
  return {
    kind: node.kind,
    size,
    mode: node.mode,
    identity: `${node.ino}`,
    stamp: `${node.ino}:${size}:${node.changed}`,
    changedAt: node.changed,
  };
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
