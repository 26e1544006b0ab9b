import { tortureChildren } from "../../packages/tools/src/testing/children-loop.ts";
import type { Torture } from "./torture.ts";

const RUNS = 500;

/** R13: fork bombs, daemons, closed outputs and a gigabyte of output; nobody is left of them. */
export const children: Torture = {
  name: "children",
  run: (seed, scale = 1) => tortureChildren(Math.ceil(RUNS * scale), seed, { heavy: scale >= 1 }),
};
