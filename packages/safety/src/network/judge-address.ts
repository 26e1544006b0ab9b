import { inRange, parseAddress, type Address } from "./address.ts";
import {
  GLOBAL_IPV6,
  IPV4_INSIDE,
  OTHER_IPV6,
  SPECIAL_IPV4,
  SPECIAL_IPV6,
  type SpecialRange,
} from "./special-ranges.ts";

/** What an address is when it is not one of the public internet; null when it is public. */
export function specialAddress(text: string): string | null {
  const address = parseAddress(text);
  return address === null ? "no address" : judge(address);
}

function judge(address: Address): string | null {
  if (address.bits === 32) return find(address, SPECIAL_IPV4);
  if (IPV4_INSIDE.some((range) => lies(address, range))) {
    return judge({ bits: 32, value: address.value & 0xffff_ffffn });
  }
  if (lies(address, GLOBAL_IPV6)) return find(address, SPECIAL_IPV6);
  return find(address, OTHER_IPV6) ?? "a reserved range";
}

function find(address: Address, ranges: readonly SpecialRange[]): string | null {
  return ranges.find(([range]) => lies(address, range))?.[1] ?? null;
}

function lies(address: Address, range: string): boolean {
  const [network = "", length = ""] = range.split("/");
  const parsed = parseAddress(network);
  return parsed !== null && inRange(address, parsed, Number(length));
}
