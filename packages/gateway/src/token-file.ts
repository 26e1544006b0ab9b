import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Shorter ones can be guessed; these words are what a script sends that forgot to set its variable. */
const LEAST_LENGTH = 8;
const PLACEHOLDERS: ReadonlySet<string> = new Set([
  "undefined",
  "null",
  "none",
  "nan",
  "false",
  "true",
  "[object object]",
  "changeme",
  "change-me",
  "password",
  "your-token",
  "yourtoken",
  "token123",
  "12345678",
]);

/** Why a token cannot be used; null: it can (S8). */
export function tokenProblem(token: string): string | null {
  if (!/^[\x21-\x7e]*$/.test(token)) {
    return "The token has other characters in it than letters, digits and signs.";
  }
  if (PLACEHOLDERS.has(token.toLowerCase())) return `The token is the word "${token}".`;
  if (token.length < LEAST_LENGTH) return `The token has fewer than ${LEAST_LENGTH} characters.`;
  return null;
}

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The token in a file, made when there is none that can be used. Only its owner can read the file. */
export async function readOrMakeToken(file: string): Promise<string> {
  const kept = await readToken(file);
  if (kept !== null) return kept;
  const token = newToken();
  await writeToken(file, token);
  return token;
}

/** Null: there is none, it cannot be used, or somebody else may have read it. */
export async function readToken(file: string): Promise<string | null> {
  try {
    const { mode } = await stat(file);
    if (process.platform !== "win32" && (mode & 0o077) !== 0) return null;
    const token = (await readFile(file, "utf8")).trim();
    return tokenProblem(token) === null ? token : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Whole or not at all: whoever reads it meanwhile gets the old one. */
export async function writeToken(file: string, token: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomBytes(6).toString("hex")}`;
  const handle = await open(fresh, "wx", 0o600);
  try {
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(fresh, file);
}
