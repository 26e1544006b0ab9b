import type { Role } from "@squire/protocol";

/** How much model a session may use (MODL-13). */
export type Tier = {
  readonly name: "auto" | "flash" | "pro";
  /** The role whose model does the work. */
  readonly role: Role;
  /** May hard steps go to the `escalation` role? */
  readonly escalates: boolean;
};

const AUTO: Tier = { name: "auto", role: "smol", escalates: true };
const FLASH: Tier = { name: "flash", role: "smol", escalates: false };
const PRO: Tier = { name: "pro", role: "slow", escalates: false };

export const TIERS: readonly Tier[] = [AUTO, FLASH, PRO];

const OLD_NAMES: ReadonlyMap<string, Tier> = new Map([
  ["fast", FLASH],
  ["smart", AUTO],
  ["max", PRO],
]);

/** A preset by its name, or by the name it had before. */
export function tierNamed(name: string): Tier | undefined {
  const wanted = name.trim().toLowerCase();
  return TIERS.find((tier) => tier.name === wanted) ?? OLD_NAMES.get(wanted);
}
