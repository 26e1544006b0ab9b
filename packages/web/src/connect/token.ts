const KEY = "squire.token";

/** What the page keeps while its tab is open. */
export type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** The parts of an address and a history that the token may be in. */
export type AddressBar = {
  readonly hash: string;
  /** Puts another address without the token in its place; nothing is loaded. */
  replace(address: string): void;
};

/**
 * The token that came behind `#` of the address, or the one that is kept. It is taken out of the
 * address at once. Nothing else is ever read from the address: the host is where the page is from.
 */
export function takeToken(bar: AddressBar, kept: Kept): string | null {
  const fragment = bar.hash.replace(/^#/, "");
  const given = fragment.startsWith("token=") ? decode(fragment.slice("token=".length)) : null;
  if (fragment.startsWith("token=")) bar.replace("#/");
  if (given === null || given === "") return kept.getItem(KEY);
  kept.setItem(KEY, given);
  return given;
}

export function keepToken(token: string, kept: Kept): void {
  kept.setItem(KEY, token);
}

export function forgetToken(kept: Kept): void {
  kept.removeItem(KEY);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
