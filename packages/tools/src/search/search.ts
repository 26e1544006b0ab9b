import { patternError } from "./explain-pattern.ts";
import type { Found, Query } from "./query.ts";
import { PatternProblem } from "./regex/syntax.ts";
import { namesReturn } from "./rg/args.ts";
import { PatternRefused, rgSearch, RipgrepBroken } from "./rg/search.ts";
import type { Root } from "./root.ts";
import type { SearchServices } from "./services.ts";
import type { ScanLimits } from "./watch.ts";

/** Searches with ripgrep where it runs, else with our own engine (SRCH-5). Fails with `ToolError`. */
export async function search(
  query: Query,
  root: Root,
  services: SearchServices,
  limits: ScanLimits,
): Promise<Found> {
  const { pattern, ignoreCase, multiline } = query;
  const program = await services.ripgrep();
  try {
    if (program === null) {
      const { ownSearch } = await import("./own/search.ts");
      return await ownSearch({ query, root, scans: services.scans, limits });
    }
    return await rgSearch({ program, query, root, limits });
  } catch (error) {
    const options = { ignoreCase, multiline, crlf: !namesReturn(pattern) };
    if (error instanceof PatternProblem) throw patternError(pattern, options, error);
    if (error instanceof PatternRefused) throw patternError(pattern, options, error.message);
    if (!(error instanceof RipgrepBroken)) throw error;
    return search(query, root, { ...services, ripgrep: () => Promise.resolve(null) }, limits);
  }
}
