import { expect, test } from "bun:test";
import { tortureChildren, tortureTwin } from "./children-loop.ts";

const seed = Number(process.env["SQUIRE_TEST_SEED"] ?? 42);

test.if(process.platform === "linux")(
  "R13: nobody is left of two dozen commands that do their worst",
  async () => {
    const { cases, failures } = await tortureChildren(24, seed, { heavy: false });
    expect({ cases, failures }).toEqual({ cases: 24, failures: [] });
  },
);

test.if(process.platform === "linux")(
  "R13: a planted twin that ends only its own child is caught by the same loop",
  async () => {
    const { failures } = await tortureTwin(12, seed);
    expect(failures.length).toBeGreaterThan(3);
  },
);
