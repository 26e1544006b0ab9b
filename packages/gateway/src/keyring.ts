import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { tokenProblem } from "./token-file.ts";

/** What a token is good for: everything a program of the user may do, or what a page may. */
export type Holder = "program" | "page";

/** A code waits this long for the page that it was made for. */
const CODE_MS = 5 * 60_000;
const MOST_CODES = 32;

/**
 * The token of a gateway, and what follows from it. Tokens of pages are signed with it: they outlive
 * a restart, and end all at once when it changes.
 */
export class Keyring {
  #token: string;
  readonly #now: () => number;
  /** Codes by when they end. */
  readonly #codes = new Map<string, number>();

  constructor(token: string, now: () => number) {
    this.#token = checked(token);
    this.#now = now;
  }

  get token(): string {
    return this.#token;
  }

  /** False: it was this one already. From now on nothing that came from the old one is good. */
  change(token: string): boolean {
    if (token === this.#token) return false;
    this.#token = checked(token);
    this.#codes.clear();
    return true;
  }

  /** Takes as long for every wrong token. */
  holderOf(given: string): Holder | null {
    const isProgram = sameText(given, this.#token);
    const isPage = this.#isPageToken(given);
    if (isProgram) return "program";
    return isPage ? "page" : null;
  }

  /** Good once, for a few minutes: what stands in the address that a browser is opened with. */
  newCode(): string {
    const code = randomBytes(24).toString("base64url");
    this.#codes.set(code, this.#now() + CODE_MS);
    if (this.#codes.size > MOST_CODES) {
      const [oldest] = this.#codes.keys();
      if (oldest !== undefined) this.#codes.delete(oldest);
    }
    return code;
  }

  /** The token of the page that brings a code; null: it was used, is too old, or never was one. */
  takeCode(given: string): string | null {
    for (const [code, until] of this.#codes) {
      if (!sameText(code, given)) continue;
      this.#codes.delete(code);
      return this.#now() < until ? this.#pageToken() : null;
    }
    return null;
  }

  /** Shows to who knows the token that this gateway knows it too, so that none is sent to a stranger. */
  proofFor(challenge: string): string {
    return sign(this.#token, `gateway ${challenge}`);
  }

  #pageToken(): string {
    const nonce = randomBytes(18).toString("base64url");
    return `page.${nonce}.${sign(this.#token, `page ${nonce}`)}`;
  }

  #isPageToken(given: string): boolean {
    const [kind, nonce = "", signature = ""] = given.split(".");
    const isRight = sameText(signature, sign(this.#token, `page ${nonce}`));
    return kind === "page" && nonce !== "" && isRight;
  }
}

/** For who wants to be sure whom it talks to, see `Keyring.proofFor`. */
export function isProof(token: string, challenge: string, proof: string): boolean {
  return sameText(proof, sign(token, `gateway ${challenge}`));
}

function checked(token: string): string {
  const problem = tokenProblem(token);
  if (problem !== null) throw new Error(`${problem} Use a long random one.`);
  return token;
}

function sign(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Digests are compared: they are of equal length, and where two texts differ cannot be timed. */
function sameText(a: string, b: string): boolean {
  return timingSafeEqual(digest(a), digest(b));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
