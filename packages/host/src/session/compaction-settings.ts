import type { CompactionSettings } from "@squire/agent";
import type { Host } from "../open.ts";

/** `[compaction]` as the loop wants it (CMP-17). */
export function compactionSettings({ loaded }: Host): CompactionSettings {
  const { compaction } = loaded.settings;
  return {
    enabled: compaction.enabled,
    ratio: compaction.ratio,
    reserveTokens: compaction.reserveTokens,
    keepRecentTokens: compaction.keepRecentTokens,
    autoContinue: compaction.autoContinue,
    ...(compaction.keepMessages === undefined ? {} : { keepMessages: compaction.keepMessages }),
  };
}
