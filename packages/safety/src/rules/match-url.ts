import { matchesGlob } from "./glob.ts";

/** A glob on an address. In the host a star stops at a slash, so that no path passes for a host. */
export function matchesUrl(glob: string, address: string): boolean {
  const url = parsed(address);
  if (url === null) return false;
  const plain = url.origin === "null" ? url.href : `${url.origin}${url.pathname}${url.search}`;
  const host = /^([a-z*]+:\/\/)?([^/]*)(\/.*)?$/is.exec(glob);
  if (host === null) return false;
  const [, scheme = "*://", name = "", rest = "/*"] = host;
  const [, ownScheme = "", ownName = "", ownRest = ""] =
    /^([^:]+:\/\/)([^/]*)(.*)$/s.exec(plain) ?? [];
  return (
    matchesGlob(scheme.toLowerCase(), ownScheme, "text") &&
    matchesHost(name.toLowerCase(), ownName) &&
    matchesGlob(rest, ownRest === "" ? "/" : ownRest, "text")
  );
}

/** `*.example.com` is not `example.com`, and never `evil-example.com`. */
function matchesHost(glob: string, host: string): boolean {
  return matchesGlob(glob, host, "text") || matchesGlob(glob, host.replace(/:\d+$/, ""), "text");
}

export function hostOf(address: string): string | null {
  return parsed(address)?.host ?? null;
}

function parsed(address: string): URL | null {
  try {
    const url = new URL(address);
    // A name before the host would only deceive.
    url.username = "";
    url.password = "";
    return url;
  } catch {
    return null;
  }
}
