import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Env } from "./settings/env.ts";

/** Variables that tell one terminal window or pane from another, the most exact first. */
const NAMES = [
  "TMUX_PANE",
  "ZELLIJ_PANE_ID",
  "KITTY_WINDOW_ID",
  "WEZTERM_PANE",
  "WT_SESSION",
  "TERM_SESSION_ID",
  "ITERM_SESSION_ID",
] as const;

/** What tells this terminal from others, or null where nothing does (SES-10). */
export function terminalId(env: Env): string | null {
  const parts = NAMES.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === "" ? [] : [`${name}=${value}`];
  });
  // Two tmux servers both have a pane %0: the socket tells them apart.
  const server = env["TMUX"]?.split(",", 1)[0];
  const [first] = parts;
  if (first === undefined) return null;
  return server === undefined ? first : `${first} ${server}`;
}

type Step = { readonly terminal: string; readonly cwd: string; readonly sessionId: string };

const MOST = 200;

/** The session last used in this terminal and folder; null when there is none. */
export async function lastHere(home: string, env: Env, cwd: string): Promise<string | null> {
  const terminal = terminalId(env);
  if (terminal === null) return null;
  const trail = await readTrail(home);
  const last = trail.findLast((step) => step.terminal === terminal && step.cwd === cwd);
  return last?.sessionId ?? null;
}

/** Notes that a session was used in this terminal. A convenience: never rejects. */
export async function leaveTrail(
  home: string,
  env: Env,
  { cwd, sessionId }: Omit<Step, "terminal">,
): Promise<void> {
  const terminal = terminalId(env);
  if (terminal === null) return;
  try {
    const others = (await readTrail(home)).filter(
      (step) => step.terminal !== terminal || step.cwd !== cwd,
    );
    const trail = [...others, { terminal, cwd, sessionId }].slice(-MOST);
    await mkdir(home, { recursive: true, mode: 0o700 });
    const beside = join(home, `.terminals-${process.pid}.tmp`);
    await writeFile(beside, JSON.stringify(trail), { mode: 0o600 });
    await rename(beside, trailFile(home));
  } catch {
    // `--continue` then takes the newest session of the folder.
  }
}

function trailFile(home: string): string {
  return join(home, "terminals.json");
}

async function readTrail(home: string): Promise<readonly Step[]> {
  try {
    const value: unknown = JSON.parse(await readFile(trailFile(home), "utf8"));
    return Array.isArray(value) ? value.filter(isStep) : [];
  } catch {
    return [];
  }
}

function isStep(value: unknown): value is Step {
  if (typeof value !== "object" || value === null) return false;
  const { terminal, cwd, sessionId } = value as Partial<Record<keyof Step, unknown>>;
  return [terminal, cwd, sessionId].every((part) => typeof part === "string");
}
