import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseRoute, routeHash } from "./route.ts";

test("a route survives the address bar", () => {
  for (const hash of ["#/", "#/usage", "#/settings", "#/s/01HXYZ-a_b"]) {
    expect(routeHash(parseRoute(hash))).toBe(hash);
  }
});

test("S2 (part): any other address is the first page", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const route = parseRoute(`#${text}`);
      if (route.page === "chat" && route.sessionKey !== null) {
        expect(route.sessionKey).toMatch(/^[\w.:-]{1,200}$/);
      }
    }),
  );
});
