import type { ChildProcess } from "node:child_process";
import type { Marks } from "./marks.ts";

/**
 * Reads which groups run, and ends them with all that is marked once nobody can write to it any
 * more. `$1` is how our marks begin, `$2` how our limits begin.
 */
const SCRIPT = `
groups=" "
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
pass=0
quiet=0
while [ $pass -lt 50 ] && [ $quiet -lt 5 ]; do
  pass=$((pass + 1))
  quiet=$((quiet + 1))
  if [ -r /proc/self/environ ]; then
    for file in $(grep -alsF "$1" /proc/[0-9]*/environ) \\
      $([ -n "$2" ] && grep -ls "^Max file locks  *$2" /proc/[0-9]*/limits); do
      pid=\${file#/proc/}
      kill -s KILL "\${pid%%/*}" && quiet=0
    done
  fi
  for group in $groups; do kill -s KILL -- "-$group" && quiet=0; done
  groups=
  sleep 0.01
done
`;

/**
 * A shell that sleeps until this process is gone, however it went, and then ends what it has left
 * running (SH-14): a killed process has no chance to do it itself.
 */
export class Guard {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
    child.on("error", () => undefined);
    child.stdin?.on("error", () => undefined);
    child.unref();
  }

  /** Null where there are no process groups, or no shell. */
  static start(marks: Marks): Guard | null {
    if (process.platform === "win32") return null;
    try {
      const { spawn } = process.getBuiltinModule("node:child_process");
      const args = ["-c", SCRIPT, "squire-guard", marks.owner, marks.lockDigits ?? ""];
      const child = spawn("/bin/sh", args, {
        // Out of reach of what ends our own group.
        detached: true,
        cwd: "/",
        env: { PATH: "/usr/bin:/bin" },
        stdio: ["pipe", "ignore", "ignore"],
      });
      return new Guard(child);
    } catch {
      return null;
    }
  }

  add(group: number): void {
    this.#child.stdin?.write(`+ ${group}\n`);
  }

  remove(group: number): void {
    this.#child.stdin?.write(`- ${group}\n`);
  }

  /** It looks once more whether anybody is left, and goes. */
  end(): void {
    this.#child.stdin?.end();
  }
}
