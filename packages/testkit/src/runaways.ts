import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Commands that leave somebody behind who tries not to be found. Each has `tag` in the arguments of
 * all that stays, and leaves at least one such process.
 */
export const RUNAWAYS: Readonly<Record<string, (tag: string) => string>> = {
  background: (tag) => `sleep 60.${tag} & true`,
  "holds the pipe, deaf": (tag) =>
    `sh -c "trap '' TERM HUP INT; sleep 60.${tag}; sleep 60.${tag}" & true`,
  nohup: (tag) => `nohup sleep 60.${tag} >/dev/null 2>&1 &`,
  session: (tag) => `setsid sleep 60.${tag} & true`,
  "session, closed": (tag) => `setsid -f sleep 60.${tag} <&- >&- 2>&-`,
  "no environment": (tag) => `env -i setsid -f sleep 60.${tag} >/dev/null 2>&1`,
  daemon: (tag) =>
    `perl -e 'use POSIX; fork and exit; POSIX::setsid(); fork and exit; chdir "/"; POSIX::close($_) for 0..20; %ENV = (); exec "sleep", "60.${tag}"'`,
  "many generations": (tag) =>
    `setsid sh -c 'setsid sh -c "setsid sleep 60.${tag} & setsid sleep 60.${tag} & sleep 60.${tag}" & sleep 60.${tag}' >/dev/null 2>&1 & true`,
  "always another": (tag) =>
    `setsid bash -c 'f() { sleep 0.003; f & }; f; : ${tag}' >/dev/null 2>&1 & sleep 0.05`,
  "always another session": (tag) =>
    `setsid sh -c 'sleep 0.01; exec setsid -f sh -c "$0" "$0" 60.${tag}' 'sleep 0.01; exec setsid -f sh -c "$0" "$0" 60.${tag}' >/dev/null 2>&1 & sleep 0.05`,
  "a small bomb": (tag) =>
    `b() { [ $1 = 0 ] && exec sleep 60.${tag}; b $(($1 - 1)) & b $(($1 - 1)) & wait; }; b 6 & sleep 0.1`,
};

/** The processes that run and have a text in their arguments, except ourselves. */
export function runningWith(text: string): readonly number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter(
      (pid) => Number.isInteger(pid) && pid !== process.pid && argumentsOf(pid).includes(text),
    );
}

function argumentsOf(pid: number): string {
  try {
    // The dead have none.
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

/** Cleans up behind a test that has left somebody behind on purpose. */
export async function endAllWith(text: string): Promise<void> {
  for (let left = runningWith(text); left.length > 0; left = runningWith(text)) {
    for (const pid of left) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It was quicker.
      }
    }
    await pause(1);
  }
}
