import type { Contestant } from "./measure.ts";

/** Squire and the null agent, set up to talk to one address. */
export type Contestants = (baseUrl: string) => readonly [Contestant, Contestant];

export type Row = {
  readonly what: string;
  readonly unit: "ms" | "MB";
  readonly squire: number;
  readonly nullAgent: number;
  readonly limit: string;
};
