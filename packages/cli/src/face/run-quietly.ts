import { spawn } from "node:child_process";

type Env = Readonly<Record<string, string | undefined>>;

export type QuietRun =
  | { readonly type: "done"; readonly output: Buffer }
  /** There is no such program here. */
  | { readonly type: "absent" }
  /** It failed, took too long, or wrote too much. */
  | { readonly type: "failed" };

export type QuietLimits = { readonly env: Env; readonly ms: number; readonly bytes: number };

/** A program of the desktop without a shell, a screen or an input; what it writes. Never rejects. */
export function runQuietly(
  [program = "", ...args]: readonly string[],
  { env, ms, bytes }: QuietLimits,
): Promise<QuietRun> {
  return new Promise((resolve) => {
    // From the root: a `.` in PATH must not lead into the folder that is worked in.
    const child = spawn(program, args, { env, cwd: "/", stdio: ["ignore", "pipe", "ignore"] });
    const pieces: Buffer[] = [];
    let room = bytes;
    const stop = (): void => void child.kill("SIGKILL");
    const timer = setTimeout(stop, ms);
    const end = (run: QuietRun): void => {
      clearTimeout(timer);
      resolve(run);
    };
    child.stdout.on("data", (piece: Buffer) => {
      room -= piece.length;
      if (room < 0) stop();
      else pieces.push(piece);
    });
    child.on("error", (error: NodeJS.ErrnoException) => {
      end({ type: error.code === "ENOENT" ? "absent" : "failed" });
    });
    child.on("close", (code) => {
      const isWhole = code === 0 && room >= 0;
      end(isWhole ? { type: "done", output: Buffer.concat(pieces) } : { type: "failed" });
    });
  });
}
