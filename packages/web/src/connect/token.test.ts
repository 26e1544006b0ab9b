import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parseRoute } from "../face/route.ts";
import { socketAddress } from "./connect-host.ts";
import { forgetToken, keepToken, takeCredentials, type Kept } from "./token.ts";

function memory(
  first: Readonly<Record<string, string>> = {},
): Kept & { readonly all: Map<string, string> } {
  const all = new Map(Object.entries(first));
  return {
    all,
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
  };
}

function take(hash: string, kept: Kept = memory()) {
  const replaced: string[] = [];
  const auth = takeCredentials({ hash, replace: (next) => void replaced.push(next) }, kept);
  return { auth, replaced };
}

describe("what opens the door", () => {
  test("WUI-2 (part): a code or a token behind the # is taken once and leaves the address", () => {
    expect(take("#code=abc&session=s1")).toEqual({ auth: { code: "abc" }, replaced: ["#/s/s1"] });
    expect(take("#token=abc")).toEqual({ auth: { token: "abc" }, replaced: ["#/"] });
    expect(take("#token=")).toEqual({ auth: null, replaced: ["#/"] });
    expect(take("#/s/s1")).toEqual({ auth: null, replaced: [] });
  });

  test("WUI-2 (part): the token that is kept is used, and forgotten when it is refused", () => {
    const kept = memory();
    keepToken("abc", kept);
    expect(take("#/", kept).auth).toEqual({ token: "abc" });
    forgetToken(kept);
    expect(take("#/", kept).auth).toBeNull();
    expect(kept.all.size).toBe(0);
  });

  test("S2: whatever stands in the address, the socket is the page's own and no secret stays there", () => {
    const page = { protocol: "http:", host: "127.0.0.1:18789" };
    const key = fc.constantFrom(
      "gateway",
      "gatewayUrl",
      "url",
      "ws",
      "host",
      "code",
      "token",
      "session",
    );
    const value = fc.oneof(fc.webUrl(), fc.string(), fc.constant("javascript:alert(1)"));
    const params = fc.array(fc.tuple(key, value), { maxLength: 5 });
    fc.assert(
      fc.property(params, (pairs) => {
        const hash = `#${new URLSearchParams(pairs.map(([name, text]) => [name, text])).toString()}`;
        const { auth, replaced } = take(hash);
        expect(socketAddress(page)).toBe("ws://127.0.0.1:18789/ws");
        for (const address of replaced) {
          expect(address).toMatch(/^#\/(?:s\/[\w.:-]+)?$/);
          expect(parseRoute(address).page).toBe("chat");
        }
        if (auth !== null) expect(replaced).toHaveLength(1);
      }),
    );
  });

  test("S2 (part): an encrypted page has an encrypted socket", () => {
    expect(socketAddress({ protocol: "https:", host: "squire.example" })).toBe(
      "wss://squire.example/ws",
    );
  });
});
