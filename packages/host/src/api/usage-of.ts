import type { MethodParams, MethodResult, UsageTotal } from "@squire/protocol";
import { ledgerPath, openLedger } from "@squire/session";
import { sessionPorts } from "../sessions.ts";
import type { Scene } from "./handlers.ts";
import { treeOf } from "./methods/sessions.ts";
import { NOTHING_SPENT, spentOnce, sumSpent } from "./usage-total.ts";

type Spent = UsageTotal & { readonly key: string };

/** What was spent: of a session from its log, of a time from the ledger over all of them (USE-4). */
export async function usageOf(
  { sessionKey, from = 0, to = Number.POSITIVE_INFINITY, by = "model" }: MethodParams<"usage.get">,
  scene: Scene,
): Promise<MethodResult<"usage.get">> {
  const all =
    sessionKey === undefined ? ledgerSpent(scene, by) : sessionSpent(scene, sessionKey, by);
  let total = NOTHING_SPENT;
  const rows = new Map<string, Spent>();
  for await (const { at, spent } of all) {
    if (at < from || at > to) continue;
    const { key } = spent;
    total = sumSpent(total, spent);
    rows.set(key, { ...sumSpent(rows.get(key) ?? NOTHING_SPENT, spent), key });
  }
  return { total, rows: [...rows.values()] };
}

type By = NonNullable<MethodParams<"usage.get">["by"]>;
type Dated = { readonly at: number; readonly spent: Spent };

async function* sessionSpent({ desks }: Scene, key: string, by: By): AsyncGenerator<Dated> {
  const { header, tree } = await treeOf(desks, key);
  for (const entry of tree.entries()) {
    if (entry.kind !== "known" || entry.value.type !== "usage") continue;
    const { ts: at, model, kind } = entry.value;
    const keys = keysOf({ at, session: header.id, model, kind });
    yield { at, spent: { key: keys[by], ...spentOnce(entry.value) } };
  }
}

async function* ledgerSpent({ host }: Scene, by: By): AsyncGenerator<Dated> {
  for await (const row of openLedger(sessionPorts(), ledgerPath(host.home)).read()) {
    const { ts: at, promptTokens, completionTokens, cacheHitTokens, costUsd } = row;
    yield {
      at,
      spent: {
        key: keysOf({ at, ...row })[by],
        requests: 1,
        input: promptTokens,
        output: completionTokens,
        cacheRead: cacheHitTokens,
        cacheWrite: 0,
        costUsd,
      },
    };
  }
}

type Keyed = {
  readonly at: number;
  readonly session: string;
  readonly model: string;
  readonly kind: string;
};

function keysOf({ at, session, model, kind }: Keyed): Readonly<Record<By, string>> {
  const day = new Date(at).toISOString().slice(0, 10);
  return { model, session, kind, day, day_model: `${day} ${model}` };
}
