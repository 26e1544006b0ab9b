import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { BlockList, isIPv6 } from "node:net";
import { parseAddress } from "./address.ts";
import { specialAddress } from "./judge-address.ts";
import { SPECIAL_IPV4 } from "./special-ranges.ts";

const SPECIAL = [
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.9",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::127.0.0.1",
  "::7f00:1",
  "::8.8.8.8",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:a9fe:a9fe",
  "0:0:0:0:0:ffff:7f00:1",
  "::ffff:0:127.0.0.1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b:1::8.8.8.8",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2002:808:808::1",
  "3fff::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fe80::1",
  "fe80::1%eth0",
  "fec0::1",
  "ff02::1",
  "localhost",
  "",
  "1.2.3",
];

const ORDINARY = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "93.184.216.34",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.1",
  "168.63.129.15",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700:4700::1111",
  "2a00:1450:4001:80e::200e",
  "::ffff:8.8.8.8",
  "64:ff9b::8.8.8.8",
];

describe("which addresses are public", () => {
  test.each(SPECIAL)("WEB-6 (part): %p is not", (address) => {
    expect(specialAddress(address)).toBeString();
  });

  test.each(ORDINARY)("WEB-6 (part): %p is", (address) => {
    expect(specialAddress(address)).toBeNull();
  });

  test("WEB-6 (part): agrees with the runtime's own block list on any IPv4 address", () => {
    const list = new BlockList();
    for (const [range] of SPECIAL_IPV4) {
      const [network = "", bits = ""] = range.split("/");
      list.addSubnet(network, Number(bits), "ipv4");
    }
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const mapped = `::ffff:${address}`;
        const isSpecial = list.check(address, "ipv4");
        expect(specialAddress(address) !== null).toBe(isSpecial);
        expect(specialAddress(mapped) !== null).toBe(isSpecial);
      }),
      { numRuns: 2000 },
    );
  });

  test("WEB-6 (part): every spelling of an IPv6 address is the same number", () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        // Some rare spellings are no URL for this runtime.
        const canonical = URL.parse(`http://[${text}]/`)?.hostname.slice(1, -1);
        fc.pre(isIPv6(text) && canonical !== undefined);
        expect(parseAddress(text)?.value).toBe(parseAddress(canonical ?? "")?.value ?? -1n);
      }),
      { numRuns: 2000 },
    );
  });
});
