import type { Fetch } from "@squire/platform";

export const PROVIDER_IDS = [
  "searxng",
  "exa",
  "tavily",
  "brave",
  "perplexity",
  "firecrawl",
  "zai",
  "anthropic",
  "codex",
  "mojeek",
] as const;

export type ProviderId = (typeof PROVIDER_IDS)[number];

export const RECENCIES = ["day", "week", "month", "year"] as const;

export type Recency = (typeof RECENCIES)[number];

export type SearchRequest = {
  readonly query: string;
  readonly topK: number;
  /** No older than this, as far as the provider knows. */
  readonly recency: Recency | null;
};

export type SearchHit = {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  /** As the provider counts; not comparable between providers. */
  readonly score?: number;
  /** As the provider writes it. */
  readonly published?: string;
};

export type SearchAnswer = {
  readonly hits: readonly SearchHit[];
  /** What the provider itself makes of it, with the pages it names. */
  readonly answer: { readonly text: string; readonly citations: readonly string[] } | null;
};

/** Keys and addresses; the host knows where they come from. */
export type SearchAccess = {
  /** A secret or setting by the name of its variable, such as `EXA_API_KEY`. */
  readonly key: (name: string) => string | null;
  /** Where a provider is, if not at its usual place; the only place there is for `searxng`. */
  readonly baseUrl: (provider: ProviderId) => string | null;
  /** The `anthropic` provider the user has set up for models, or its login. */
  readonly anthropic?: () => Promise<VendorAccess | null>;
  /** The login to a ChatGPT subscription. */
  readonly codex?: () => Promise<VendorAccess | null>;
};

/** How a vendor of models is asked. */
export type VendorAccess = {
  readonly headers: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
  readonly model?: string;
};

export type SearchContext = {
  readonly access: SearchAccess;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** One search engine. Fails with `SearchFailure`; nothing found is an answer without hits. */
export type SearchProvider = {
  readonly id: ProviderId;
  /** What the user has to set for it. */
  readonly needs: string;
  /** Between the starts of two searches (WEB-11). */
  readonly minIntervalMs: number;
  isUsable(access: SearchAccess): boolean | Promise<boolean>;
  search(request: SearchRequest, context: SearchContext): Promise<SearchAnswer>;
};
