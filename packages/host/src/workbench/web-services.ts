import { systemClock } from "@squire/platform";
import { allowHosts, guardedFetch, systemNetwork } from "@squire/safety";
import type { Policy } from "@squire/safety";
import { openExtractor, pageCache } from "@squire/tools";
import type { WebServices } from "@squire/tools";
import type { Host } from "../open.ts";
import { searchAccess } from "./search-access.ts";

export type OpenWeb = { readonly services: WebServices; close(): Promise<void> };

/** What the tools of the web work with; null where the user does without (WEB-9). */
export function openWeb(host: Host, policy: () => Policy): OpenWeb | null {
  const { settings } = host.loaded;
  if (!settings.search) return null;
  const key = (name: string): string | null => host.env[name] ?? null;
  const extractor = openExtractor({ clock: systemClock });
  const services: WebServices = {
    search: {
      fetch: host.fetch,
      order: () => settings.web.searchOrder,
      access: searchAccess(host),
    },
    fetch: {
      key,
      extractor,
      cache: pageCache(),
      fetch: guardedFetch(systemNetwork(host.env), {
        allow: allowHosts(settings.web.allowHosts),
        refuse: (url) => refusalOf(policy(), url),
        offline: host.offline,
      }),
    },
  };
  return { services, close: () => extractor.close() };
}

/** A deny rule holds for every hop of a fetch, not only for the address that was asked for. */
function refusalOf({ rules }: Policy, url: string): string | null {
  const denied = rules.find(
    (rule) => rule.verdict === "deny" && rule.tool === "web_fetch" && matches(rule.glob, url),
  );
  return denied === undefined ? null : `the rule ${denied.text} forbids it`;
}

function matches(glob: string | null, url: string): boolean {
  if (glob === null) return true;
  const pattern = glob.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*");
  return new RegExp(`^${pattern}$`, "i").test(url);
}
