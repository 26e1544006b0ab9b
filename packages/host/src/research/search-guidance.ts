import type { Host } from "../open.ts";
import type { OfferedSources } from "./mode-tools.ts";

/** What each search engine is good at (RES-4); those without a key are not named. */
const ENGINES: readonly (readonly [id: string, key: string, use: string])[] = [
  ["exa", "EXA_API_KEY", "by meaning: describe the page you hope to find"],
  ["tavily", "TAVILY_API_KEY", "facts and what is recent"],
  ["firecrawl", "FIRECRAWL_API_KEY", "extraction from known addresses"],
  ["brave", "BRAVE_API_KEY", "broad searches and news"],
];

const LOCAL = "Look in the documents at hand: the web is not wanted for this.";

/** Which engines `web_search` has here, and what to use them for. Same keys, same words. */
export function searchGuidance(
  { env, loaded }: Pick<Host, "env" | "loaded">,
  sources: OfferedSources = "all",
): string {
  const { search, research } = loaded.settings;
  if (sources === "local") return LOCAL;
  if (!search) return "";
  const usable = ENGINES.filter(([, key]) => (env[key] ?? "") !== "");
  const lines = usable.map(([id, , use]) => `- provider ${id}: ${use}`);
  const count = `Searches per question: ${research.minSearches} to ${research.maxSearches}, unless the user wants another depth.`;
  const named = lines.length < 2 ? [] : ["web_search takes a provider; auto is fine:", ...lines];
  return [count, ...named].join("\n");
}
