import type { UserFailure } from "@squire/protocol";
import { usableProviders } from "@squire/tools";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Host } from "../open.ts";
import { searchAccess } from "../workbench/search-access.ts";
import type { ResearchWish } from "./research-parts.ts";

const KEYS = "EXA_API_KEY, TAVILY_API_KEY, FIRECRAWL_API_KEY, BRAVE_API_KEY";

/** Why there would be nothing to search in; null when there is something (RES-5). */
export async function researchProblem(host: Host, wish: ResearchWish): Promise<UserFailure | null> {
  const { sources = "all", corpus } = wish;
  if (corpus !== undefined && !(await isFolder(resolve(host.cwd, corpus)))) {
    return refused(`There is no folder ${corpus}.`, "Check --corpus.");
  }
  if (sources !== "web") return null;
  const { settings } = host.loaded;
  if (!settings.search)
    return refused(
      "Searching the web is switched off.",
      "Set search = true, or use --sources local.",
    );
  if (host.offline)
    return refused("Nothing on the web can be searched with --offline.", "Use --sources local.");
  const usable = await usableProviders(settings.web.searchOrder, searchAccess(host));
  if (usable.length > 0) return null;
  return refused(
    "No search provider can be used.",
    `Set one of ${KEYS}, or let the keyless one in: web.search_order = ["mojeek"].`,
  );
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}

function refused(message: string, advice: string): UserFailure {
  return { code: "config", message, advice, retryable: false };
}
