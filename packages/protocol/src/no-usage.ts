import type { Usage } from "./usage.ts";

export const NO_USAGE: Usage = {
  input: null,
  output: null,
  cacheRead: null,
  cacheWrite: null,
  reasoning: null,
  total: null,
};
