/** An address as a number: 32 or 128 bits. */
export type Address = { readonly bits: 32 | 128; readonly value: bigint };

/** Null for anything but an address; a zone (`%eth0`) is left away. */
export function parseAddress(text: string): Address | null {
  const [plain = ""] = text.split("%");
  const { isIPv4, isIPv6 } = process.getBuiltinModule("node:net");
  if (isIPv4(plain)) return { bits: 32, value: ipv4Value(plain) };
  return isIPv6(plain) ? { bits: 128, value: ipv6Value(plain) } : null;
}

function ipv4Value(text: string): bigint {
  return text.split(".").reduce((value, part) => (value << 8n) | BigInt(Number(part)), 0n);
}

function ipv6Value(text: string): bigint {
  // The last 32 bits may be written as an IPv4 address.
  const hex = text.replace(/[\d.]+$/, (tail) => (tail.includes(".") ? hexTail(tail) : tail));
  const [head = "", tail] = hex.split("::");
  const front = groupsOf(head);
  const back = groupsOf(tail ?? "");
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => 0n);
  return [...front, ...zeros, ...back].reduce((value, group) => (value << 16n) | group, 0n);
}

function hexTail(ipv4: string): string {
  const value = ipv4Value(ipv4);
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function groupsOf(text: string): readonly bigint[] {
  return text === "" ? [] : text.split(":").map((group) => BigInt(`0x${group}`));
}

/** `10.0.0.0/8` → whether an address lies in it. */
export function inRange(address: Address, network: Address, length: number): boolean {
  if (address.bits !== network.bits) return false;
  const shift = BigInt(address.bits - length);
  return address.value >> shift === network.value >> shift;
}
