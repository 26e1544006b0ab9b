import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editorCommand } from "@squire/tui";

type Env = Readonly<Record<string, string | undefined>>;

/** Opens a text in `VISUAL` or `EDITOR`, as a shell would start it; null: it was left alone. */
export async function editText(text: string, env: Env): Promise<string | null> {
  const command = editorCommand(env) ?? (process.platform === "win32" ? "notepad" : "vi");
  const folder = await mkdtemp(join(tmpdir(), "squire-edit-"));
  const file = join(folder, "prompt.md");
  try {
    await writeFile(file, text, { mode: 0o600 });
    // The command may have arguments of its own; the file comes in as one that no shell reads again.
    const code = await (process.platform === "win32"
      ? exitOf("cmd", ["/c", `${command} "${file}"`])
      : exitOf("/bin/sh", ["-c", `${command} "$1"`, "sh", file]));
    const edited = await readFile(file, "utf8");
    return code === 0 && edited !== text ? edited : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function exitOf(program: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit" });
    child.on("error", reject);
    child.on("close", resolve);
  });
}

const CLIPBOARDS: readonly (readonly [
  when: (env: Env) => boolean,
  program: string,
  ...string[],
])[] = [
  [() => process.platform === "darwin", "pbcopy"],
  [() => process.platform === "win32", "clip.exe"],
  [(env) => env["WAYLAND_DISPLAY"] !== undefined, "wl-copy"],
  [(env) => env["DISPLAY"] !== undefined, "xclip", "-selection", "clipboard"],
  [(env) => env["DISPLAY"] !== undefined, "xsel", "--clipboard", "--input"],
];

/** Hands a text to the first clipboard program that takes it; false: there is none (TUI-13). */
export async function copyText(text: string, env: Env): Promise<boolean> {
  for (const [when, program, ...args] of CLIPBOARDS) {
    if (when(env) && (await feeds(program, args, text))) return true;
  }
  return false;
}

function feeds(program: string, args: readonly string[], text: string): Promise<boolean> {
  return new Promise((resolve) => {
    // From the root: a `.` in PATH must not lead into the folder that is worked in.
    const child = spawn(program, args, { cwd: "/", stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
    child.stdin.on("error", () => resolve(false));
    child.stdin.end(text);
  });
}

const BROWSERS: readonly (readonly [when: () => boolean, program: string, ...args: string[]])[] = [
  [() => process.platform === "darwin", "open"],
  [() => process.platform === "win32", "rundll32", "url.dll,FileProtocolHandler"],
  [() => true, "xdg-open"],
];

/** Opens a page of ours in the user's browser, without a shell in between (S34); false: there is none. */
export async function openBrowser(url: string, env: Env): Promise<boolean> {
  if (!/^https?:\/\/[^\s"'<>]+$/.test(url)) return false;
  const hasScreen = process.platform !== "linux" || hasDisplay(env);
  const [, program, ...args] = BROWSERS.find(([when]) => when()) ?? [];
  if (!hasScreen || program === undefined) return false;
  return new Promise((resolve) => {
    // From the root: a `.` in PATH must not lead into the folder that is worked in.
    const quiet = { env, cwd: "/", stdio: "ignore", detached: true } as const;
    const child = spawn(program, [...args, url], quiet);
    child.on("error", () => resolve(false));
    child.on("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}

function hasDisplay(env: Env): boolean {
  return env["DISPLAY"] !== undefined || env["WAYLAND_DISPLAY"] !== undefined;
}
