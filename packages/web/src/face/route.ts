/** What the middle of the page shows. */
export type Route =
  | { readonly page: "chat"; readonly sessionKey: string | null }
  | { readonly page: "usage" }
  | { readonly page: "settings" };

/** Only a page and the id of a session are read from the address, nothing that could lead elsewhere. */
export function parseRoute(hash: string): Route {
  const [, page = "", id = ""] = /^#\/(\w*)\/?([\w.:-]{1,200})?$/.exec(hash) ?? [];
  if (page === "usage" || page === "settings") return { page };
  return { page: "chat", sessionKey: page === "s" && id !== "" ? id : null };
}

export function routeHash(route: Route): string {
  if (route.page !== "chat") return `#/${route.page}`;
  return route.sessionKey === null ? "#/" : `#/s/${route.sessionKey}`;
}
