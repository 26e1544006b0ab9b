import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { proxyFor } from "./proxy.ts";

const PROXY = "http://proxy.test:3128";
const API = "https://api.vendor.test/v1/chat";

test.each([
  ["no variables", API, {}, null],
  ["HTTPS_PROXY for https", API, { HTTPS_PROXY: PROXY }, PROXY],
  ["https_proxy in lower case", API, { https_proxy: PROXY }, PROXY],
  ["lower case wins", API, { https_proxy: PROXY, HTTPS_PROXY: "http://other.test" }, PROXY],
  ["an empty value is no value", API, { https_proxy: "", HTTPS_PROXY: PROXY }, PROXY],
  ["HTTP_PROXY is not for https", API, { HTTP_PROXY: PROXY }, null],
  ["HTTP_PROXY for http", "http://vendor.test/", { HTTP_PROXY: PROXY }, PROXY],
  ["ALL_PROXY for both", API, { ALL_PROXY: PROXY }, PROXY],
  ["the special one before ALL_PROXY", API, { ALL_PROXY: "socks5://x", HTTPS_PROXY: PROXY }, PROXY],
  ["web sockets as well", "wss://vendor.test/", { HTTPS_PROXY: PROXY }, PROXY],
  ["a value without a scheme", API, { HTTPS_PROXY: "proxy.test:3128" }, PROXY],
  ["localhost never", "http://localhost:11434/", { HTTP_PROXY: PROXY }, null],
  ["a name below localhost never", "http://app.localhost/", { HTTP_PROXY: PROXY }, null],
  ["127.x never", "http://127.8.8.8/", { ALL_PROXY: PROXY }, null],
  ["::1 never", "http://[::1]:8080/", { ALL_PROXY: PROXY }, null],
  ["a mapped loopback address never", "http://[::ffff:127.0.0.1]/", { ALL_PROXY: PROXY }, null],
  ["no address at all", "not a url", { ALL_PROXY: PROXY }, null],
  ["another scheme", "ftp://vendor.test/", { ALL_PROXY: PROXY }, null],
])("PROV-28: %s", (_name, url, env, expected) => {
  expect(proxyFor(url, env)).toBe(expected);
});

test.each([
  ["*", API, true],
  ["api.vendor.test", API, true],
  ["API.Vendor.Test", API, true],
  ["vendor.test", API, true],
  [".vendor.test", API, true],
  ["*.vendor.test", API, true],
  ["endor.test", API, false],
  ["other.test, vendor.test", API, true],
  ["other.test vendor.test", API, true],
  ["vendor.test:443", API, true],
  ["vendor.test:8443", API, false],
  ["vendor.test:8443", "https://vendor.test:8443/", true],
  ["vendor.test:80", "http://vendor.test/", true],
  ["vendor.test.", "https://vendor.test./", true],
  ["10.1.2.3", "https://10.1.2.3/", true],
  ["10.1.2.3", "https://10.1.2.30/", false],
  ["10.0.0.0/8", "https://10.200.0.1/", true],
  ["10.0.0.0/8", "https://11.0.0.1/", false],
  ["10.0.0.0/33", "https://10.0.0.1/", false],
  ["10.0.0.0/", "https://10.0.0.1/", false],
  ["10.0.0.0/8", "https://ten.test/", false],
  ["fd00::/8", "https://[fd00::12]/", true],
  ["[fd00::12]:8443", "https://[fd00::12]:8443/", true],
  ["fd00::12", "https://[fd00:0::12]/", true],
  ["fd00::/8", "https://[2001:db8::1]/", false],
  ["", API, false],
  [" , ,", API, false],
  [".", API, false],
])("PROV-28: NO_PROXY %j for %s excludes it: %p", (noProxy, url, excluded) => {
  expect(proxyFor(url, { ALL_PROXY: PROXY, NO_PROXY: noProxy })).toBe(excluded ? null : PROXY);
});

test("PROV-28: no value of NO_PROXY is too odd", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (noProxy, host) => {
      const proxy = proxyFor(`https://${host}/`, { HTTPS_PROXY: PROXY, NO_PROXY: noProxy });
      expect([null, PROXY]).toContain(proxy);
    }),
    { numRuns: 300 },
  );
});
