import type { Credentials } from "@squire/client";

const KEY = "squire.token";

/** What the page keeps while its tab is open. */
export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The part of an address that is sent to nobody, and how to change it without loading anything. */
export type AddressBar = { readonly hash: string; replace(hash: string): void };

/**
 * What to show at the door: a code or a token that came behind the `#`, or the token that is kept.
 * It is taken out of the address at once; of what stands there besides, only the id of a session
 * stays. Nothing says where the host is: it is where the page came from.
 */
export function takeCredentials(bar: AddressBar, kept: Kept): Credentials | null {
  const given = new URLSearchParams(/^#(?:code|token)=/.test(bar.hash) ? bar.hash.slice(1) : "");
  const [code, token, session] = [given.get("code"), given.get("token"), given.get("session")];
  if (code !== null || token !== null) {
    bar.replace(session !== null && /^[\w.:-]{1,200}$/.test(session) ? `#/s/${session}` : "#/");
  }
  if (code !== null && code !== "") return { code };
  if (token !== null && token !== "") return { token };
  const old = kept.getItem(KEY);
  return old === null ? null : { token: old };
}

export function keepToken(token: string, kept: Kept): void {
  kept.setItem(KEY, token);
}

export function forgetToken(kept: Kept): void {
  kept.removeItem(KEY);
}
