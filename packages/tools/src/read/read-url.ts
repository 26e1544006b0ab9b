import { ToolError } from "@squire/agent";
import { shownName } from "../workspace/shown-name.ts";
import { seeBytes } from "./see-bytes.ts";
import type { ReadServices } from "./services.ts";
import type { View, Wanted } from "./view.ts";

export type UrlView = { readonly view: View; readonly untrusted: boolean };

/** `artifact://…` and its kin; a Windows path has one letter before its colon. */
export function isUrl(path: string): boolean {
  return /^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

export async function readUrl(
  { resolveUrl }: Pick<ReadServices, "resolveUrl">,
  wish: Wanted & { readonly path: string },
  signal: AbortSignal,
): Promise<UrlView> {
  const found = (await resolveUrl?.(wish.path, { signal })) ?? null;
  if (found === null) throw unknown(wish.path);
  const { bytes, size = bytes.length, untrusted = false } = found;
  const view = await seeBytes({ bytes, size, name: wish.path }, wish);
  if (view.type !== "text") return { view, untrusted };
  return { view: { ...view, beyond: `grep finds lines in all of ${wish.path}` }, untrusted };
}

function unknown(url: string): ToolError {
  const advice = /^(?:https?|ftp):/i.test(url)
    ? "read takes files and internal URLs. Use web_fetch for the web."
    : "There is nothing here under a URL of this kind.";
  return new ToolError(`${shownName(url)} cannot be read: ${advice}`);
}
