import { anthropic } from "./providers/anthropic.ts";
import { brave } from "./providers/brave.ts";
import { codex } from "./providers/codex.ts";
import { exa } from "./providers/exa.ts";
import { firecrawl } from "./providers/firecrawl.ts";
import { mojeek } from "./providers/mojeek.ts";
import { perplexity } from "./providers/perplexity.ts";
import { searxng } from "./providers/searxng.ts";
import { tavily } from "./providers/tavily.ts";
import { zai } from "./providers/zai.ts";
import type { ProviderId, SearchProvider } from "./search-provider.ts";

/** All there are; which comes first is another question. */
export const PROVIDERS: Readonly<Record<ProviderId, SearchProvider>> = {
  anthropic,
  brave,
  codex,
  exa,
  firecrawl,
  mojeek,
  perplexity,
  searxng,
  tavily,
  zai,
};
