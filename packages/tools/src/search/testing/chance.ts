import { seededRandom } from "@squire/testkit";

/** Choices that depend on the seed alone. */
export type Chance = {
  below(limit: number): number;
  pick<T>(items: readonly T[]): T;
};

export function chance(seed: number): Chance {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return {
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
  };
}
