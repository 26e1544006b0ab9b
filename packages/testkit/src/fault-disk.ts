import { diskError } from "./disk.ts";
import type { Disk, DiskFile } from "@squire/platform";

/** The calls that are counted; reading and closing cannot lose data and are not. */
export type DiskOperation =
  | "open"
  | "append"
  | "write"
  | "fsync"
  | "fsyncDir"
  | "truncate"
  | "rename"
  | "unlink"
  | "remove"
  | "mkdir";

export type DiskCode = "ENOSPC" | "EIO" | "EROFS" | "EDQUOT" | "EACCES" | "EMFILE";

/** What happens at the `at`-th counted call, from 1. With `on`, only calls of that kind count. */
export type DiskFault = { readonly at: number; readonly on?: DiskOperation } & (
  | {
      readonly type: "fail";
      readonly code: DiskCode;
      /** True = every later counted call fails too: a disk that stays full. */
      readonly lasting?: boolean;
    }
  /** Only the first `bytes` of a write arrive; then it fails, or the process dies. */
  | { readonly type: "tear"; readonly bytes: number; readonly end: DiskCode | "crash" }
  /** The process dies before the call does anything. */
  | { readonly type: "crash" }
);

export type DiskCall = { readonly operation: DiskOperation; readonly path: string };

export type FaultDisk = Disk & {
  /** Every counted call in order, also those that failed. */
  readonly calls: readonly DiskCall[];
  /** True after a `crash`: nothing reaches the disk any more. */
  readonly crashed: boolean;
};

/** What a call on a disk throws once its process is dead. Code under test must not swallow it. */
export class DiskCrash extends Error {
  constructor({ operation, path }: DiskCall) {
    super(`The process died at ${operation} '${path}'.`);
  }
}

/**
 * Injects faults into any disk. To try every place a sequence can break, count its calls once with
 * an empty plan, then run it again with a fault at 1, 2, … `calls.length`. For a power cut, crash
 * the `memoryDisk` underneath afterwards.
 */
export function faultDisk(disk: Disk, plan: readonly DiskFault[] = []): FaultDisk {
  const line = new Line(plan);
  const passed =
    <Args extends readonly [string, ...unknown[]], Result>(
      operation: DiskOperation,
      run: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      line.pass({ operation, path: args[0] });
      return run(...args);
    };
  const uncounted =
    <Result>(run: (path: string) => Promise<Result>) =>
    async (path: string): Promise<Result> => {
      line.assertAlive();
      return run(path);
    };
  return {
    get calls() {
      return line.calls;
    },
    get crashed() {
      return line.crashed;
    },
    open: passed("open", async (path, flag) => faultFile(await disk.open(path, flag), path, line)),
    mkdir: passed("mkdir", (path) => disk.mkdir(path)),
    rename: passed("rename", (from, to) => disk.rename(from, to)),
    unlink: passed("unlink", (path) => disk.unlink(path)),
    remove: passed("remove", (path) => disk.remove(path)),
    truncate: passed("truncate", (path, size) => disk.truncate(path, size)),
    fsyncDir: passed("fsyncDir", (path) => disk.fsyncDir(path)),
    readFile: uncounted((path) => disk.readFile(path)),
    readNow: (path, position, target) => {
      line.assertAlive();
      return disk.readNow(path, position, target);
    },
    readdir: uncounted((path) => disk.readdir(path)),
    stat: uncounted((path) => disk.stat(path)),
  };
}

function faultFile(file: DiskFile, path: string, line: Line): DiskFile {
  const put = async (
    operation: "append" | "write",
    bytes: Uint8Array,
    run: (bytes: Uint8Array) => Promise<void>,
  ): Promise<void> => {
    const torn = line.pass({ operation, path });
    if (!torn) return run(bytes);
    await run(bytes.subarray(0, torn.bytes));
    line.end(torn.end, { operation, path });
  };
  return {
    async read(position, length) {
      line.assertAlive();
      return file.read(position, length);
    },
    append: (bytes) => put("append", bytes, (part) => file.append(part)),
    write: (bytes, position) => put("write", bytes, (part) => file.write(part, position)),
    async truncate(size) {
      line.pass({ operation: "truncate", path });
      await file.truncate(size);
    },
    async fsync() {
      line.pass({ operation: "fsync", path });
      await file.fsync();
    },
    // Also after a crash: a dead process leaks no handle of the real disk.
    close: () => file.close(),
  };
}

type Tear = Extract<DiskFault, { type: "tear" }>;

/** Every counted call goes through here, one at a time. */
class Line {
  readonly calls: DiskCall[] = [];
  readonly #plan: readonly DiskFault[];
  #death: DiskCrash | undefined;

  constructor(plan: readonly DiskFault[]) {
    this.#plan = plan;
  }

  get crashed(): boolean {
    return this.#death !== undefined;
  }

  /** Counts a call; throws if it fails, and gives the tear if it is a write that tears. */
  pass(call: DiskCall): Tear | undefined {
    this.assertAlive();
    this.calls.push(call);
    const fault = this.#plan.find((planned) => this.#isDue(planned, call));
    if (fault?.type === "fail") throw diskError(fault.code, call.operation, call.path);
    if (fault?.type === "crash") this.end("crash", call);
    if (fault?.type !== "tear") return undefined;
    if (call.operation === "append" || call.operation === "write") return fault;
    return this.end(fault.end, call);
  }

  end(how: DiskCode | "crash", call: DiskCall): never {
    if (how !== "crash") throw diskError(how, call.operation, call.path);
    this.#death = new DiskCrash(call);
    throw this.#death;
  }

  assertAlive(): void {
    if (this.#death) throw this.#death;
  }

  #isDue(fault: DiskFault, { operation }: DiskCall): boolean {
    if (fault.on !== undefined && fault.on !== operation) return false;
    const count = this.calls.filter(
      (call) => (fault.on ?? call.operation) === call.operation,
    ).length;
    const lasting = fault.type === "fail" && fault.lasting === true;
    return lasting ? count >= fault.at : count === fault.at;
  }
}
