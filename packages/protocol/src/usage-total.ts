import { z } from "zod";
import { costSchema, countSchema } from "./basics.ts";
import { once, type Infer } from "./once.ts";

export const usageTotalShape = once(() => ({
  requests: countSchema(),
  input: countSchema(),
  output: countSchema(),
  cacheRead: countSchema(),
  cacheWrite: countSchema(),
  costUsd: costSchema(),
}));

/** Sums over what vendors reported; `costUsd` is null when a price in it is unknown. */
export const usageTotalSchema = once(() => z.object(usageTotalShape()).readonly());

export type UsageTotal = Infer<typeof usageTotalSchema>;
