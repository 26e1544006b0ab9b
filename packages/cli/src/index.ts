export { main } from "./program.ts";
export { outputFor } from "./output/output-for.ts";
