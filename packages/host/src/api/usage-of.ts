import type { Entry, MethodParams, MethodResult, UsageTotal } from "@squire/protocol";
import { ledgerPath, openLedger } from "@squire/session";
import { sessionPorts } from "../sessions.ts";
import type { Scene } from "./handlers.ts";
import { treeOf } from "./methods/sessions.ts";

const NOTHING: UsageTotal = {
  requests: 0,
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  costUsd: 0,
};

type Spent = UsageTotal & { readonly key: string };

/** What was spent: of a session from its log, of a time from the ledger over all of them (USE-4). */
export async function usageOf(
  { sessionKey, from = 0, to = Number.POSITIVE_INFINITY, by = "model" }: MethodParams<"usage.get">,
  scene: Scene,
): Promise<MethodResult<"usage.get">> {
  const all =
    sessionKey === undefined ? ledgerSpent(scene, by) : sessionSpent(scene, sessionKey, by);
  let total = NOTHING;
  const rows = new Map<string, Spent>();
  for await (const { at, spent } of all) {
    if (at < from || at > to) continue;
    total = sum(total, spent);
    rows.set(spent.key, { ...sum(rows.get(spent.key) ?? NOTHING, spent), key: spent.key });
  }
  return { total, rows: [...rows.values()] };
}

type By = NonNullable<MethodParams<"usage.get">["by"]>;
type Dated = { readonly at: number; readonly spent: Spent };

async function* sessionSpent({ desks }: Scene, key: string, by: By): AsyncGenerator<Dated> {
  const { header, tree } = await treeOf(desks, key);
  for (const entry of tree.entries()) {
    if (entry.kind !== "known" || entry.value.type !== "usage") continue;
    const { ts: at, usage, costUsd } = entry.value;
    const keys = keysOf({ at, session: header.id, ...keyFields(entry.value) });
    const { input, output, cacheRead, cacheWrite } = usage;
    yield {
      at,
      spent: {
        key: keys[by],
        requests: 1,
        input: input ?? 0,
        output: output ?? 0,
        cacheRead: cacheRead ?? 0,
        cacheWrite: cacheWrite ?? 0,
        costUsd,
      },
    };
  }
}

function keyFields({ model, kind }: Entry<"usage">) {
  return { model, kind };
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
  return { model, session, kind, day: new Date(at).toISOString().slice(0, 10) };
}

/** What is not known stays unknown. */
function sum(a: UsageTotal, b: UsageTotal): UsageTotal {
  return {
    requests: a.requests + b.requests,
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
    costUsd: a.costUsd === null || b.costUsd === null ? null : a.costUsd + b.costUsd,
  };
}
