// For judges and measurements: the page with a host that is played.
export { openInertBench } from "./inert-bench.ts";
export type { InertBench } from "./inert-bench.ts";
export { modelSays, turnEnds, userSays } from "./events.ts";
export { inPage, openBench, showDemo } from "./test-page.ts";
