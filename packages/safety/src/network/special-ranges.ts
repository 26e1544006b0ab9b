/** What a range is for; all of these are no place for a web page. */
export type SpecialRange = readonly [range: string, what: string];

/** IANA's special-purpose IPv4 addresses, and what clouds put outside of them. */
export const SPECIAL_IPV4: readonly SpecialRange[] = [
  ["0.0.0.0/8", "this machine"],
  ["10.0.0.0/8", "a private network"],
  ["100.64.0.0/10", "a carrier's network"],
  ["127.0.0.0/8", "this machine"],
  ["168.63.129.16/32", "a cloud's metadata service"],
  ["169.254.0.0/16", "the local link"],
  ["172.16.0.0/12", "a private network"],
  ["192.0.0.0/24", "a reserved range"],
  ["192.0.2.0/24", "a range for documentation"],
  ["192.88.99.0/24", "a reserved range"],
  ["192.168.0.0/16", "a private network"],
  ["198.18.0.0/15", "a range for measurements"],
  ["198.51.100.0/24", "a range for documentation"],
  ["203.0.113.0/24", "a range for documentation"],
  ["224.0.0.0/4", "a multicast range"],
  ["240.0.0.0/4", "a reserved range"],
];

/** The only IPv6 addresses that lead into the internet. */
export const GLOBAL_IPV6 = "2000::/3";

/** What is special inside of it. */
export const SPECIAL_IPV6: readonly SpecialRange[] = [
  ["2001::/23", "a reserved range"],
  ["2001:db8::/32", "a range for documentation"],
  ["2002::/16", "a 6to4 tunnel"],
  ["3fff::/20", "a range for documentation"],
];

/** Names for the rest, where there are some. */
export const OTHER_IPV6: readonly SpecialRange[] = [
  ["::/128", "this machine"],
  ["::1/128", "this machine"],
  ["fc00::/7", "a private network"],
  ["fe80::/10", "the local link"],
  ["ff00::/8", "a multicast range"],
];

/** The last 32 bits are an IPv4 address that the packet ends up at: mapped, NAT64. */
export const IPV4_INSIDE: readonly string[] = ["::ffff:0:0/96", "64:ff9b::/96"];
