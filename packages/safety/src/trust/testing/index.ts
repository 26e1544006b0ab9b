export type { Bait, HostileCheckout } from "./checkout.ts";
export { HOSTILE_CHECKOUTS } from "./hostile-checkouts.ts";
export { plant } from "./plant.ts";
export type { Planted } from "./plant.ts";
