import * as fc from "fast-check";

// The same cases in every run, so that a red test is red for everybody. Other cases: SQUIRE_TEST_SEED=N.
const seed = Number(process.env["SQUIRE_TEST_SEED"] ?? 20_261_115);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
