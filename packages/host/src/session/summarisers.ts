import { modelSummariser, remoteSummariser } from "@squire/agent";
import type { Summariser } from "@squire/agent";
import type { Usage } from "@squire/protocol";
import type { OpenSession } from "@squire/session";
import type { Host } from "../open.ts";
import type { CurrentModel } from "./current-model.ts";
import { recordedSummariser } from "./recorded-summariser.ts";

export type SummariserSource = {
  readonly host: Host;
  readonly session: OpenSession;
  readonly current: CurrentModel;
  readonly costOf: (model: string, usage: Usage) => number | null;
};

/**
 * Who is asked for a summary, in this order: the endpoint of the settings (CMP-9), the model of the
 * role `summary`, the session's own (CMP-8). When all fail, the loop takes extracts (CMP-18);
 * scout could do no better with the words alone, so it is not asked.
 */
export async function summarisersOf(source: SummariserSource): Promise<readonly Summariser[]> {
  const { host, session, current, costOf } = source;
  const { remoteEndpoint } = host.loaded.settings.compaction;
  const role = host.models.role("summary");
  const asked = [
    ...(remoteEndpoint === undefined ? [] : [remoteSummariser(remoteEndpoint, host.fetch)]),
    ...(role === null || role.embedded === true
      ? []
      : [modelSummariser(await host.models.open(role), { window: role.contextWindow })]),
    ...(current.info.embedded === true
      ? []
      : [modelSummariser(current.model, { window: current.info.contextWindow })]),
  ];
  return asked.map((summariser) =>
    recordedSummariser({ session, summariser, kind: "summary", costOf }),
  );
}
