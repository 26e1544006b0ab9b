import type { Host } from "@squire/host";
import { isCompiled } from "@squire/platform";
import { join } from "node:path";
import type { Io } from "../io.ts";
import { VERSION } from "../version.ts";
import { compareVersions } from "./compare-versions.ts";
import { latestVersion } from "./latest-version.ts";
import { installedHow, updateAdvice } from "./update-advice.ts";

export type Update = {
  readonly current: string;
  /** Null: nobody was asked, or nobody knew. */
  readonly latest: string | null;
  readonly newer: boolean;
  readonly advice: string | null;
};

/** Asks who the settings name, and nobody else. */
export async function findUpdate(host: Host, io: Io, fresh: boolean): Promise<Update> {
  const { url } = host.loaded.settings.update;
  const latest =
    url === undefined
      ? null
      : await latestVersion({
          url,
          fresh,
          cacheFile: join(host.home, "cache", "update.json"),
          fetch: host.fetch,
          now: Date.now,
          signal: io.signal,
        });
  const newer = latest !== null && compareVersions(VERSION, latest) < 0;
  const how = installedHow(isCompiled() ? process.execPath : import.meta.filename, isCompiled());
  return { current: VERSION, latest, newer, advice: newer ? updateAdvice(how, latest) : null };
}
