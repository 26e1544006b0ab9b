import type { Tool } from "@squire/agent";
import { webFetchTool, type WebFetchServices } from "../web-fetch/web-fetch.ts";
import type { SearchServices } from "../web-search/run-search.ts";
import { webSearchTool } from "../web-search/web-search.ts";

export type WebServices = {
  readonly search: SearchServices;
  readonly fetch: WebFetchServices;
};

/** Both tools of the web; none where the user does without (WEB-9). */
export function webTools(services: WebServices | null): readonly Tool[] {
  return services === null ? [] : [webSearchTool(services.search), webFetchTool(services.fetch)];
}
