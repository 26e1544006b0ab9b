import type { CacheControlEphemeral } from "@anthropic-ai/sdk/resources/messages";
import type { ModelRequest } from "@squire/protocol";
import type { Target } from "./contract.ts";

const SHORT: CacheControlEphemeral = { type: "ephemeral" };
const LONG: CacheControlEphemeral = { type: "ephemeral", ttl: "1h" };

/** The breakpoint of a request, or undefined where the server knows none (PROV-23). */
export function cacheControl(
  request: ModelRequest,
  { compat }: Target,
): CacheControlEphemeral | undefined {
  if (compat.supportsCacheControl === false) return undefined;
  const long = request.cacheRetention === "long" && compat.supportsLongCache !== false;
  return long ? LONG : SHORT;
}

/** A block, given as JSON, with a breakpoint behind it. */
export function marked(block: string, control: CacheControlEphemeral): string {
  return `${block.slice(0, -1)}${markerText(control)}}`;
}

/**
 * A body without its breakpoints. They move on with every request and are not part of what a model
 * reads, so LOOP-3 speaks of bodies without them.
 */
export function withoutCacheMarkers(body: string): string {
  return body.replaceAll(markerText(SHORT), "").replaceAll(markerText(LONG), "");
}

/** Foreign JSON in other bytes of the same meaning where it could be taken for a breakpoint. */
export function unmistakable(json: string): string {
  return json.replaceAll('"cache_control"', String.raw`"\u0063ache_control"`);
}

function markerText(control: CacheControlEphemeral): string {
  return `,"cache_control":${JSON.stringify(control)}`;
}
