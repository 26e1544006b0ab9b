import type { ProgramSpec } from "../programs/spec.ts";

/** A program that starts the command behind its own options. */
export type Wrapper = ProgramSpec & {
  /** Operands of its own before the command. */
  readonly skip?: number;
  /** `NAME=value` may stand before the command. */
  readonly assigns?: true;
  /** What it reads is put behind the command's own words. */
  readonly appends?: true;
  /** With one of these it starts nothing. */
  readonly only?: string;
  /** The rest is text for a shell, unless one of these is given. */
  readonly textUnless?: string;
  /** Options that change the folder. */
  readonly moves?: string;
  /** It stays in the same process: `cd` behind it moves the shell. */
  readonly shell?: true;
};

export const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: {
    effect: "read",
    options: "-0v -C=/ --null --debug --chdir=/",
    // What is set for safety must stay set.
    executes: "-i -u= --ignore-environment --unset=",
    assigns: true,
    moves: "-C --chdir",
    about: "runs a command with another environment",
  },
  nice: { effect: "read", options: "-n= --adjustment= -#" },
  ionice: {
    effect: "read",
    options: "-tc=n= -c= -n= --class= --classdata= --ignore",
    only: "-p -P -u",
  },
  timeout: {
    effect: "read",
    options: "-v -k= -s= --kill-after= --signal= --foreground --preserve-status --verbose",
    skip: 1,
  },
  nohup: { effect: "write", about: "writes nohup.out" },
  setsid: { effect: "read", options: "-cfw --ctty --fork --wait" },
  stdbuf: { effect: "read", options: "-i= -o= -e= --input= --output= --error=" },
  time: {
    effect: "read",
    options: "-pvq -f= --portability --verbose --quiet --format=",
    writes: "-o=> -a --output=> --append",
  },
  command: { effect: "read", options: "-p", only: "-v -V", shell: true },
  builtin: { effect: "read", shell: true },
  exec: { effect: "read", options: "-l -a=", executes: "-c", shell: true },
  taskset: { effect: "read", options: "-ac", skip: 1, only: "-p --pid" },
  caffeinate: { effect: "read", options: "-disu -t=", only: "-w" },
  watch: {
    effect: "read",
    options:
      "-n= -q= -bcCdegrtwx --interval= --equexit= --beep --color --no-color --differences[=] --errexit --chgexit --no-rerun --no-title --no-wrap --exec --precise -p",
    textUnless: "-x --exec",
  },
  xargs: {
    effect: "read",
    options:
      "-0rtx -n= -L= -l[=] -P= -s= -d= -E= -e[=] -I= -i[=] -a=< --null --no-run-if-empty --verbose --exit --max-args= --max-lines[=] --max-procs= --max-chars= --delimiter= --eof[=] --replace[=] --arg-file=<",
    appends: true,
  },
  busybox: { effect: "read", only: "--list --help --list-full" },
  toybox: { effect: "read", only: "--list --help" },
  sudo: {
    effect: "unknown",
    options:
      "-nEHSbPkA -u= -g= -p= -C= -h= -T= -R= -D= --user= --group= --non-interactive --preserve-env[=] --set-home --stdin --prompt= --chdir=/ --askpass",
    assigns: true,
    moves: "-D --chdir",
    about: "runs with the rights of another user",
  },
  doas: {
    effect: "unknown",
    options: "-n -u= -C=<",
    about: "runs with the rights of another user",
  },
  run0: { effect: "unknown", about: "runs with the rights of another user" },
  pkexec: { effect: "unknown", options: "--user=", about: "runs with the rights of another user" },
};

/** Shells whose language is parsed here; `-c` and the text behind it. */
export const SHELLS: Readonly<Record<string, ProgramSpec>> = {
  sh: {
    effect: "read",
    options: "-ceuxvhfnl -o=",
    needs: "-n",
    otherwise: "execute",
    operands: "read",
    suspect: "^[+]",
    prints: "--version",
    about: "runs a script",
  },
  bash: {
    effect: "read",
    options: "-ceuxvhfnl -o= --norc --noprofile --posix --login",
    needs: "-n",
    otherwise: "execute",
    operands: "read",
    suspect: "^[+]",
    prints: "--version --help",
    about: "runs a script",
  },
  dash: {
    effect: "read",
    options: "-ceuxvhfn -o=",
    needs: "-n",
    otherwise: "execute",
    operands: "read",
    suspect: "^[+]",
    about: "runs a script",
  },
  ash: { effect: "execute", options: "-ceuxvhfn -o=", about: "runs a script" },
};
