/** How thoroughly to look (RES-3). */
export const DEPTHS = ["quick", "normal", "deep"] as const;
export type Depth = (typeof DEPTHS)[number];

export type ResearchLimits = {
  readonly minSearches: number;
  readonly maxSearches: number;
  /** For the whole answer (RES-6). */
  readonly timeMs: number;
  /** Searches at once (RES-12). */
  readonly parallel: number;
};

export type ResearchSettings = {
  readonly minSearches: number;
  readonly maxSearches: number;
  readonly timeoutMs: number;
  readonly parallel: number;
};

/** 2–3, as the settings say (2–7), and 5–20 searches. */
export function limitsFor(
  depth: Depth,
  settings: ResearchSettings,
  timeMs = settings.timeoutMs,
): ResearchLimits {
  const { parallel } = settings;
  switch (depth) {
    case "quick":
      return { minSearches: 2, maxSearches: 3, timeMs, parallel };
    case "deep":
      return { minSearches: 5, maxSearches: 20, timeMs, parallel };
    case "normal": {
      const maxSearches = Math.max(1, settings.maxSearches);
      const minSearches = Math.min(settings.minSearches, maxSearches);
      return { minSearches, maxSearches, timeMs, parallel };
    }
  }
}

/** The rest of the time is for writing and checking. */
const GATHERING = 0.7;

export function gatheringMs({ timeMs }: ResearchLimits): number {
  return Math.round(timeMs * GATHERING);
}
