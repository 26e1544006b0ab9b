export type JoinedUrl =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly problem: string };

const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?$/;

/**
 * The address of one request: the base of an endpoint and a path with a leading slash. A version
 * that both of them carry (`…/v1` and `/v1/messages`) appears once; queries are joined, the path's
 * own last.
 */
export function joinUrl(baseUrl: string, path: string): JoinedUrl {
  const base = URL.parse(baseUrl.trim());
  if (base === null || (base.protocol !== "https:" && base.protocol !== "http:")) {
    return {
      ok: false,
      problem: `The base_url “${baseUrl}” is not a web address; it must begin with https:// or http://.`,
    };
  }
  if (base.username !== "" || base.password !== "") {
    return { ok: false, problem: "The base_url must not contain a user name or a password." };
  }
  const [pathname = "", ...query] = path.split("?");
  const stem = base.pathname.replace(/\/+$/, "");
  const tail = withoutDoubledVersion(stem, pathname.startsWith("/") ? pathname : `/${pathname}`);
  const search = [base.search.slice(1), query.join("?")].filter((part) => part !== "").join("&");
  const url = `${base.origin}${stem}${tail}${search === "" ? "" : `?${search}`}`;
  return { ok: true, url };
}

function withoutDoubledVersion(stem: string, path: string): string {
  const last = stem.slice(stem.lastIndexOf("/") + 1);
  return VERSION.test(last) && path.startsWith(`/${last}/`) ? path.slice(last.length + 1) : path;
}
