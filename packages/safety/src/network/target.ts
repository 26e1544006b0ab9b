import { parseAddress } from "./address.ts";
import { NetworkError } from "./network-error.ts";

/** Where a request goes, in one spelling only. */
export type Target = {
  /** As it is sent: no fragment, no dot behind the host. */
  readonly url: URL;
  /** Lower case, ASCII, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** The host is an address already. */
  readonly isAddress: boolean;
};

const MOST_URL_CHARS = 8192;

/** Reads a URL as browsers do, but refuses the spellings that people and machines read differently. */
export function targetOf(text: string): Target {
  if (text.length > MOST_URL_CHARS) {
    throw bad(`longer than ${MOST_URL_CHARS} characters`, `${text.slice(0, 80)}…`);
  }
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme !== "http" && scheme !== "https") throw bad("not http:// or https://", text);
  if (!/^https?:\/\/[^/\\]/i.test(text)) throw bad("without a host behind //", text);
  // oxlint-disable-next-line no-control-regex
  if (/[\0-\x20\x7f]/.test(text)) throw bad("with spaces or control characters in it", text);
  if (/^[^?#]*\\/.test(text)) throw bad("with a backslash in it", text);
  const url = URL.parse(text);
  if (url === null) throw bad("not valid", text);
  if (url.username !== "" || url.password !== "" || /^https?:\/\/[^/?#]*@/i.test(text)) {
    throw bad("with a user name or password in it; leave that away", url.host);
  }
  return canonical(url);
}

/** Where a redirect leads, as seen from the page that sent it. */
export function redirectTarget(location: string, from: Target): Target {
  const url = URL.parse(location, from.url);
  if (url === null) throw bad("not valid", location);
  return targetOf(url.href);
}

function canonical(url: URL): Target {
  url.hash = "";
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  if (url.hostname.endsWith(".")) url.hostname = name;
  const isAddress = parseAddress(name) !== null;
  if (!isAddress && !isName(name)) throw bad("without a proper host name", url.href);
  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  return { url, host: name, port, secure, isAddress };
}

/** Labels of letters, digits, `-` and `_`. */
function isName(name: string): boolean {
  return name.length <= 253 && name.split(".").every((label) => /^[a-z\d_-]{1,63}$/.test(label));
}

function bad(what: string, text: string): NetworkError {
  return new NetworkError(
    "bad_url",
    `The address is ${what}: ${JSON.stringify(text.slice(0, 200))}`,
  );
}
