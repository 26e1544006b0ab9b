/** Parameters that say how somebody came to a page, not which page it is. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|ref|ref_src|spm|yclid)$/i;

/**
 * One spelling for one page, so that a page counts once (RES-9): no fragment, no tracking, `https`, no `www.`, no
 * slash at the end, parameters in order. What is no web address stays as it is.
 */
export function canonicalUrl(url: string): string {
  const parsed = URL.parse(url.trim());
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return url.trim();
  const host = parsed.hostname.replace(/^(?:(?:www|m|amp)\.)+(?=.*\.)/, "");
  const port = parsed.port === "" ? "" : `:${parsed.port}`;
  const path = parsed.pathname.replace(/(?:\/+(?:index\.(?:html?|php))?)+$/, "");
  const kept = [...parsed.searchParams].filter(([name]) => !TRACKING.test(name));
  kept.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const query = kept.length === 0 ? "" : `?${new URLSearchParams(kept).toString()}`;
  return `https://${host}${port}${path}${query}`;
}

/** Names below which anybody can have one: `co.uk`, `github.io`. */
const SHARED = new Set(
  (
    "co.uk org.uk ac.uk gov.uk me.uk com.au net.au org.au edu.au gov.au co.nz co.jp ne.jp or.jp ac.jp go.jp co.kr " +
    "com.br com.cn com.mx com.tr co.in co.za com.sg com.hk com.tw github.io gitlab.io pages.dev vercel.app netlify.app " +
    "blogspot.com wordpress.com substack.com medium.com readthedocs.io web.app herokuapp.com"
  ).split(" "),
);

/** Whose page it is: two pages of one owner are not independent of each other. Null for what is no web address. */
export function ownerOf(url: string): string | null {
  const parsed = URL.parse(url.trim());
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  const { hostname } = parsed;
  if (/^[\d.]+$|:/.test(hostname)) return parsed.host;
  const labels = hostname.split(".");
  const take = SHARED.has(labels.slice(-2).join(".")) ? 3 : 2;
  // A server of one's own is told apart by its port.
  return labels.length === 1 ? parsed.host : labels.slice(-take).join(".");
}
