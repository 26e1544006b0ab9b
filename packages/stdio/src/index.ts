export { serveStdio } from "./serve-stdio.ts";
export type { StdioEnd, StdioInput } from "./serve-stdio.ts";
